import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import { riskLevels, type RiskLevel } from '../../core/records/risk';
import { chooseIndicator } from '../common/chooseIndicator';
import { riskStyle } from '../common/verdict';
import { truncateIndicator } from '../common/truncateIndicator';
import { visibleText } from '../common/visibleText';
import { icon, showQuickPick, type UiPickItem, uiText } from '../common/ui';
import type { ScanFeatureParts } from './scanParts';

type OverrideParts = Pick<
  ScanFeatureParts,
  'run' | 'lookups' | 'loadIndicators' | 'panelFocus' | 'commands' | 'notices'
>;
type Item = UiPickItem & { readonly risk: RiskLevel | null };

/** “Set Risk…” and “Mark Indicator as Retired”: what the user says of an indicator on this machine; no service is told. */
export function registerOverrides(parts: OverrideParts): vscode.Disposable {
  const { run, lookups, loadIndicators, commands, notices } = parts;
  const shown = async (value: string): Promise<string> =>
    truncateIndicator(visibleText((await loadIndicators()).defang(value)), 80);
  const retire = async (argument: unknown, retired: boolean): Promise<void> => {
    const title = retired ? 'Mark Indicator as Retired' : 'Reactivate Indicator';
    const target = await chooseIndicator(argument, parts, title);
    if (target === undefined) return;
    const { known } = await run('setRetired', { indicator: { type: target.type, value: target.value }, retired });
    lookups.forget();
    const name = await shown(target.value);
    if (known) notices.tell(retired ? uiText('{0} is retired.', name) : uiText('{0} is active again.', name));
    else if (retired)
      void notices.offer(
        'information',
        uiText(
          "{0} is not among what this machine keeps for itself: what a service says of it is the service's to retire. A risk of your own leads over that.",
          name,
        ),
        { label: uiText('Set Risk…'), run: () => commands.run('threatLookups.setRisk', target) },
      );
    else notices.tell(uiText('{0} is not among what this machine keeps for itself.', name));
  };
  return vscode.Disposable.from(
    commands.register('threatLookups.setRisk', async (argument) => {
      const target = await chooseIndicator(argument, parts, 'Set Risk');
      if (target === undefined) return;
      const name = await shown(target.value);
      const chosen = await showQuickPick(riskItems(), {
        title: uiText('Set Risk of {0}', name),
        placeHolder: uiText('What you say leads over every source. It stays on this machine.'),
      });
      if (chosen === undefined) return;
      const indicator = { type: target.type, value: target.value };
      const wasRetired = isRetired(lookups, indicator);
      const { risk } = await run('setRisk', { indicator, risk: chosen.risk });
      lookups.forget();
      const now = risk === undefined ? 'nothing is known of it here' : riskStyle(risk).words;
      const returned = wasRetired && !isRetired(lookups, indicator) ? ' It is active again.' : '';
      const message = chosen.risk === null ? `your own risk is taken back (${now}).` : `${now}, set by you.`;
      notices.tell(uiText('{0}: {1}{2}', name, message, returned));
    }),
    commands.register('threatLookups.retireIndicator', (argument) => retire(argument, true)),
    commands.register('threatLookups.unretireIndicator', (argument) => retire(argument, false)),
  );
}

/** Whether what leads over the others is retired, as a hover would say it. */
function isRetired(lookups: OverrideParts['lookups'], indicator: Indicator): boolean {
  return lookups.local(indicator, 'click').known[0]?.record.retired === true;
}

function riskItems(): readonly Item[] {
  const levels = [...riskLevels].reverse().filter((level) => level !== 'unknown');
  return [
    ...levels.map((risk): Item => ({
      label: uiText('{0} {1}', icon(riskStyle(risk).icon), riskStyle(risk).words),
      risk,
    })),
    { label: uiText('$(discard) Take back'), description: uiText('the sources say it again'), risk: null },
  ];
}
