import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import { maxReasonLength } from '../../core/records/judgment';
import { riskLevels, type RiskLevel } from '../../core/records/risk';
import { chooseIndicator } from '../shared/commands/chooseIndicator';
import { riskStyle } from '../../core/records/labels/verdict';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { changeForTeam, chooseAudience } from '../shared/team/forTeam';
import { icon, showInputBox, showQuickPick, type UiPickItem, uiSentences } from '../shared/ui';
import type { ScanFeatureParts } from './scanParts';
import { uiText } from '../shared/ui/text';

type OverrideParts = Pick<
  ScanFeatureParts,
  'worker' | 'lookups' | 'loadIndicators' | 'panelFocus' | 'commands' | 'notices' | 'team' | 'serviceHost'
>;
type Item = UiPickItem & { readonly risk: RiskLevel | null };

/** The commands that override the risk or the state of an indicator: on this machine, or for the team. */
export function registerOverrides(parts: OverrideParts): vscode.Disposable {
  const { worker, lookups, loadIndicators, commands, notices } = parts;
  const shown = async (value: string): Promise<string> =>
    truncateIndicator(visibleText((await loadIndicators()).defang(value)), 80);
  const retire = async (argument: unknown, retired: boolean): Promise<void> => {
    const title = retired ? uiText('Mark Indicator as Retired') : uiText('Mark Indicator as Active');
    const target = await chooseIndicator(argument, parts, title);
    const audience = target && (await chooseAudience(target, title, parts));
    if (target === undefined || audience === undefined) return;
    if (audience.kind === 'team') {
      if (!(await changeForTeam(audience.indicator, { retired }, parts))) return;
      const name = await shown(target.value);
      notices.inform(
        retired
          ? uiText('{0} is marked as retired for the team.', name)
          : uiText('{0} is active again for the team.', name),
      );
      return;
    }
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
      const title = uiText('Set Risk of {0}', name);
      const audience = await chooseAudience(target, title, parts);
      if (audience === undefined) return;
      const isForTeam = audience.kind === 'team';
      const chosen = await showQuickPick(riskItems(), {
        title,
        placeHolder: isForTeam
          ? uiText('Overrides all sources, for the whole team.')
          : uiText('Overrides all sources, on this machine only.'),
      });
      if (chosen === undefined) return;
      if (isForTeam) {
        await setTeamRisk(audience.indicator, chosen.risk, name, parts);
        return;
      }
      const indicator = { type: target.type, value: target.value };
      const wasRetired = isRetired(lookups, indicator);
      const { risk } = await worker.setRisk({ indicator, risk: chosen.risk });
      lookups.forget();
      const isActiveAgain = wasRetired && !isRetired(lookups, indicator);
      notices.inform(
        uiSentences(
          chosen.risk !== null
            ? uiText('The risk of {0} is now: {1}.', name, riskStyle(risk ?? chosen.risk).short)
            : risk === undefined
              ? uiText('Removed the custom risk for {0}. No other source rates it.', name)
              : uiText('Removed the custom risk for {0}. Risk is now: {1}.', name, riskStyle(risk).short),
          isActiveAgain ? uiText('The indicator is active again.') : undefined,
        ),
      );
    }),
    commands.register('threatLookups.retireIndicator', (argument) => retire(argument, true)),
    commands.register('threatLookups.unretireIndicator', (argument) => retire(argument, false)),
  );
}

/** Sets the risk for the team, with the reason. */
async function setTeamRisk(
  indicator: Indicator,
  risk: RiskLevel | null,
  name: string,
  parts: OverrideParts,
): Promise<void> {
  const reason =
    risk === null
      ? ''
      : await showInputBox({
          title: uiText('Set Risk of {0}', name),
          prompt: uiText('Reason (optional). Visible to the team.'),
          value: parts.team.judgmentOf(indicator)?.reason ?? '',
          ignoreFocusOut: true,
          validateInput: (text) =>
            text.length > maxReasonLength
              ? uiText('A reason can have up to {0} characters.', maxReasonLength)
              : undefined,
        });
  if (reason === undefined || !(await changeForTeam(indicator, { risk, reason }, parts))) return;
  parts.notices.inform(
    risk === null
      ? uiText('Removed the team risk rating for {0}.', name)
      : uiText('The team risk rating for {0} is now: {1}.', name, riskStyle(risk).short),
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
      label: uiText('{0} {1}', icon(riskStyle(risk).icon), risk === 'none' ? uiText('No risk') : riskStyle(risk).label),
      risk,
    })),
    {
      label: uiText('$(discard) Remove Custom Risk'),
      description: uiText('the risk from the sources applies again'),
      risk: null,
    },
  ];
}
