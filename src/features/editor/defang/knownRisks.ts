import type { Indicator } from '../../../core/indicators/identity/types';
import type { Lookups } from '../../../core/lookups/lookups';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import { riskRank } from '../../../core/records/risk';
import { unreadStoreMessage } from '../../shared/format/unreadStore';
import { untrusted, showWarningMessage, uiLines } from '../../shared/ui';
import { uiText, uiPlural } from '../../shared/ui/text';

/** How many indicators are read from the store before other work of the window runs. */
const atOnce = 100;

/** The risk of indicators according to memory and the local store. */
export interface KnownRisks {
  /** Number of indicators with at least medium risk, or with such a host. */
  readonly risky: number;
  /** Why the store couldn't be read. */
  readonly unread?: UnreadStore;
}

/** Counts the risky indicators; sends nothing. Undefined if canceled. */
export async function knownRisks(
  indicators: readonly Indicator[],
  lookups: Pick<Lookups, 'local'>,
  signal: AbortSignal,
): Promise<KnownRisks | undefined> {
  let risky = 0;
  let unread: UnreadStore | undefined;
  for (let from = 0; from < indicators.length; from += atOnce) {
    for (const indicator of indicators.slice(from, from + atOnce)) {
      const result = lookups.local(indicator, 'record');
      const risks = [...result.known, ...(result.host ?? [])].map(({ record }) => riskRank(record.risk));
      if (risks.some((rank) => rank >= riskRank('medium'))) risky++;
      unread ??= result.unread;
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return undefined;
  }
  return unread === undefined ? { risky } : { risky, unread };
}

/** Asks before risky indicators become clickable, or if it isn't known which are risky. */
export async function confirmRefang({ risky, unread }: KnownRisks, count: number): Promise<boolean> {
  if (risky === 0 && unread === undefined) return true;
  const question =
    risky === 0
      ? uiPlural(count, { one: 'Refang {0} indicator?', other: 'Refang {0} indicators?' })
      : uiPlural(risky, { one: 'Refang {0} risky indicator?', other: 'Refang {0} risky indicators?' });
  const reason = unread === undefined ? undefined : untrusted(unreadStoreMessage(unread));
  const options = {
    modal: true,
    detail: uiLines(uiText('Refanged indicators can open in a browser when clicked.'), reason),
  };
  return (await showWarningMessage(question, options, uiText('Refang'))) === uiText('Refang');
}
