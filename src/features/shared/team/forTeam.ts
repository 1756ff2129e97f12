import type { Indicator } from '../../../core/indicators/identity/types';
import type { Lookups } from '../../../core/lookups/lookups';
import { byAuthor, type Judgment, type JudgmentChange, type TeamJudgment } from '../../../core/records/judgment';
import { riskStyle } from '../../../core/records/labels/verdict';
import type { TeamJudgments } from '../../../core/team/teamJudgments';
import { truncateMiddle, truncateText } from '../../../core/text/visibleText';
import { formatRelative } from '../../../l10n';
import { formatRequestError } from '../format/formatRequestError';
import type { Notices } from '../notices/notices';
import { untrusted, showQuickPick, type UiPickItem, uiList, type UiText } from '../ui';
import { uiText } from '../ui/text';

/** Dependencies of the commands that change judgments of the team. */
export interface ForTeamParts {
  readonly team: Pick<TeamJudgments, 'access' | 'change' | 'judgmentOf' | 'allTags'>;
  readonly lookups: Pick<Lookups, 'blocked' | 'wouldSend'>;
  /** The connected remote service. */
  readonly serviceHost: () => string | undefined;
  readonly notices: Pick<Notices, 'offer'>;
}

/** The audience of a change: the user, or the team with the indicator as it is sent. */
export type Audience = { readonly kind: 'me' } | { readonly kind: 'team'; readonly indicator: Indicator };

const maxValue = 100;
const maxText = 120;

/**
 * Asks for the audience of a change, if the user may edit judgments of the team and the indicator may be sent.
 * Undefined if canceled.
 */
export async function chooseAudience(
  { type, value }: Indicator,
  title: UiText,
  { team, lookups, serviceHost }: ForTeamParts,
): Promise<Audience | undefined> {
  const access = await team.access();
  const indicator = { type, value };
  const host = serviceHost();
  if (access?.mayEdit !== true || host === undefined || lookups.blocked(indicator, true) !== undefined)
    return { kind: 'me' };
  // The choice shows all that is sent of a URL.
  const sent = { type, value: lookups.wouldSend(indicator, true) };
  const judgment = team.judgmentOf(sent);
  const items: readonly (UiPickItem & { readonly audience: Audience })[] = [
    { label: uiText('$(person) For me'), description: uiText('on this machine only'), audience: { kind: 'me' } },
    {
      label: uiText('$(organization) For the team'),
      description: uiText('sends {0} to {1}', truncateMiddle(sent.value, maxValue), host),
      ...(judgment === undefined ? {} : { detail: describeJudgment(judgment) }),
      audience: { kind: 'team', indicator: sent },
    },
  ];
  return (await showQuickPick(items, { title }))?.audience;
}

/** Describes a judgment on one line, with its authors. */
function describeJudgment(judgment: TeamJudgment): UiText {
  const said = byAuthor(judgment).flatMap((each) => [
    ...saidIn(each),
    uiText('by {0}, {1}', each.by, formatRelative(each.at, Date.now())),
  ]);
  return uiList(...said);
}

function saidIn({ risk, reason, retired, note, tags }: Judgment): readonly (UiText | undefined)[] {
  const said = [
    risk === undefined ? undefined : untrusted(riskStyle(risk).label),
    untrusted(reason && truncateText(reason, maxText)),
    retired === undefined ? undefined : uiText('retired'),
    note === undefined ? undefined : uiText('Note: {0}', truncateText(note, maxText)),
    tags === undefined ? undefined : uiText('Tags: {0}', truncateText(tags.join(', '), maxText)),
  ];
  return said.some((each) => each !== undefined) ? said : [uiText('removed')];
}

/**
 * Changes a judgment of the team. If somebody else has changed it in the meantime, the user decides; `both` asks for a
 * combination of both changes. False if nothing was changed.
 */
export async function changeForTeam(
  indicator: Indicator,
  change: JudgmentChange,
  parts: ForTeamParts,
  both?: (theirs: TeamJudgment) => Promise<JudgmentChange | undefined>,
): Promise<boolean> {
  let [wanted, version]: [JudgmentChange, number | undefined] = [change, undefined];
  for (;;) {
    const outcome = await parts.team.change(indicator, wanted, version);
    if (!outcome.ok) {
      const { whole } = formatRequestError(outcome.error, parts.serviceHost() ?? '');
      await parts.notices.offer('error', untrusted(whole));
      return false;
    }
    const { isConflict, judgment } = outcome.value;
    if (!isConflict) return true;
    // Without a judgment, somebody has restored an older state of the service: there is nothing to replace.
    const next = judgment === undefined ? wanted : await settleConflict(judgment, wanted, both);
    if (next === undefined) return false;
    [wanted, version] = [next, judgment?.version ?? 0];
  }
}

/** Asks how to resolve a conflict with somebody else's change; undefined to keep theirs. */
async function settleConflict(
  theirs: TeamJudgment,
  wanted: JudgmentChange,
  both: ((theirs: TeamJudgment) => Promise<JudgmentChange | undefined>) | undefined,
): Promise<JudgmentChange | undefined> {
  type Item = UiPickItem & { readonly settle: () => Promise<JudgmentChange | undefined> };
  const items: readonly Item[] = [
    { label: uiText('Keep Theirs'), settle: () => Promise.resolve(undefined) },
    {
      label: uiText('Replace'),
      description: uiText('their version stays in the team log'),
      settle: () => Promise.resolve(wanted),
    },
    ...(both === undefined ? [] : [{ label: uiText('Combine and Edit…'), settle: () => both(theirs) }]),
  ];
  const chosen = await showQuickPick(items, {
    title: uiText('{0} changed this {1}', theirs.by, formatRelative(theirs.at, Date.now())),
    placeHolder: uiList(...saidIn(theirs)),
    ignoreFocusOut: true,
  });
  return chosen?.settle();
}
