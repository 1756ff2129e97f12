import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import { riskLevels, type RiskLevel } from '../../core/records/risk';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import { riskStyle } from '../../core/records/labels/verdict';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { icon, showQuickPick, type UiPickItem, uiSentences } from '../shared/ui';
import type { ScanFeatureParts } from './scanParts';
import { uiText } from '../shared/ui/text';

type OverrideParts = Pick<
  ScanFeatureParts,
  'worker' | 'lookups' | 'loadIndicators' | 'panelFocus' | 'commands' | 'notices'
>;
type Item = UiPickItem & { readonly risk: RiskLevel | null };

/** The commands that override the risk or the state of an indicator on this machine. Nothing is sent. */
export function registerOverrides(parts: OverrideParts): vscode.Disposable {
  const { worker, lookups, loadIndicators, commands, notices } = parts;
  const shown = async (value: string): Promise<string> =>
    truncateIndicator(visibleText((await loadIndicators()).defang(value)), 80);
  const retire = async (argument: unknown, retired: boolean): Promise<void> => {
    const title = retired ? uiText('Mark Indicator as Retired') : uiText('Mark Indicator as Active');
    const target = await chooseIndicator(argument, parts, title);
    if (target === undefined) return;
    const { known } = await worker.setRetired({ indicator: { type: target.type, value: target.value }, retired });
    lookups.forget();
    const name = await shown(target.value);
    if (known)
      notices.inform(retired ? uiText('{0} is marked as retired.', name) : uiText('{0} is active again.', name));
    else if (retired)
      void notices.offer(
        'information',
        uiText("{0} isn't in your local store, so it can't be retired here. Set a risk to override the service.", name),
        {
          label: uiText('Set Risk…'),
          run: () => commands.run('threatLookups.setRisk', target),
        },
      );
    else notices.inform(uiText("{0} isn't in your local store.", name));
  };
  return vscode.Disposable.from(
    commands.register('threatLookups.setRisk', async (argument) => {
      const target = await chooseIndicator(argument, parts, uiText('Set Risk'));
      if (target === undefined) return;
      const name = await shown(target.value);
      const chosen = await showQuickPick(riskItems(), {
        title: uiText('Set Risk of {0}', name),
        placeHolder: uiText('Overrides all sources, on this machine only.'),
      });
      if (chosen === undefined) return;
      const indicator = { type: target.type, value: target.value };
      const wasRetired = isRetired(lookups, indicator);
      const { risk } = await worker.setRisk({ indicator, risk: chosen.risk });
      lookups.forget();
      const isActiveAgain = wasRetired && !isRetired(lookups, indicator);
      notices.inform(
        uiSentences(
          chosen.risk !== null
            ? uiText('Set risk of {0} to {1}.', name, riskStyle(risk ?? chosen.risk).label)
            : risk === undefined
              ? uiText('Removed the custom risk of {0}. No other source rates it.', name)
              : uiText('Removed the custom risk of {0}. Risk is now {1}.', name, riskStyle(risk).label),
          isActiveAgain ? uiText('The indicator is active again.') : undefined,
        ),
      );
    }),
    commands.register('threatLookups.retireIndicator', (argument) => retire(argument, true)),
    commands.register('threatLookups.unretireIndicator', (argument) => retire(argument, false)),
  );
}

/** Whether the record that a hover shows is retired. */
function isRetired(lookups: OverrideParts['lookups'], indicator: Indicator): boolean {
  return lookups.local(indicator, 'click').known[0]?.record.retired === true;
}

function riskItems(): readonly Item[] {
  const levels = [...riskLevels].reverse().filter((level) => level !== 'unknown');
  return [
    ...levels.map((risk): Item => ({
      label: uiText('{0} {1}', icon(riskStyle(risk).icon), riskStyle(risk).label),
      risk,
    })),
    {
      label: uiText('$(discard) Remove Custom Risk'),
      description: uiText('the risk from the sources applies again'),
      risk: null,
    },
  ];
}
