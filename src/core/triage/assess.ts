import { hostOf } from '../indicators/hostOf';
import type { Indicator } from '../indicators/types';
import { isWellKnown } from '../indicators/wellKnown';
import type { Lookups } from '../lookups/lookups';
import type { UnreadStore } from '../lookups/unreadStore';
import type { Known } from '../records/knowledge';
import { riskRank } from '../records/risk';
import type { Found } from './found';

/**
 * Where an indicator of a text stands: somebody knows it; nobody here knows it, and it may be asked for; a service that was
 * asked does not know it; the local store could not be read, so nobody can say; or it is not asked for, since it is in every log, ignored, or must never leave.
 */
export const standings = ['known', 'unread', 'unasked', 'notKnown', 'wellKnown', 'ignored', 'reserved'] as const;
export type Standing = (typeof standings)[number];

export interface Assessment {
  readonly standing: Standing;
  /** Every source that has it, the leading one first. */
  readonly known: readonly Known[];
  /** Why the local store has no part in this; absent where the store was read. */
  readonly unread?: UnreadStore;
  /** What its risk rests on: the leading source, of a URL that of its host where that is worse. */
  readonly lead?: Known;
  /** The host that the risk is of, where it is not the URL's own. */
  readonly host?: Indicator;
}

/** An indicator of a text with what is known of it here. */
export interface Triaged extends Found, Assessment {}

/**
 * What is known here of an indicator: memory and store alone, nothing is sent. `quietWellKnown` says whether hosts that
 * everybody names all day are told apart.
 */
export function assess(
  indicator: Indicator,
  lookups: Pick<Lookups, 'local' | 'blocked'>,
  skipWellKnown: boolean,
): Assessment {
  const { known: all, worseHost, state, notKnown, unread } = lookups.local(indicator, 'triage');
  const known = { known: all, ...(unread === undefined ? {} : { unread }) };
  const lead = worseHost ?? all[0];
  if (lead !== undefined) {
    const host = worseHost === undefined ? undefined : hostOf(indicator);
    return { standing: 'known', ...known, lead, ...(host === undefined ? {} : { host }) };
  }
  const by = state.kind === 'blocked' ? state.by : lookups.blocked(indicator);
  if (by !== undefined) return { standing: by.kind, ...known };
  if (skipWellKnown && isWellKnown(indicator)) return { standing: 'wellKnown', ...known };
  if (notKnown.length > 0 && state.kind === 'settled') return { standing: 'notKnown', ...known };
  return { standing: unread === undefined ? 'unasked' : 'unread', ...known };
}

/** Whether nobody was asked about it yet, and a service may be. */
export function isOpen({ standing }: Assessment): boolean {
  return standing === 'unasked' || standing === 'unread';
}

/** Why the local store has no part in some of what was judged; undefined where it was read for all. */
export function unreadIn(all: readonly Assessment[]): UnreadStore | undefined {
  return all.find(({ unread }) => unread !== undefined)?.unread;
}

/** Orders the worst first, a retired one behind an active one of its risk; then what may be asked for, then what stands there most often. */
export function worstTriaged(a: Triaged, b: Triaged): number {
  return riskOrder(b) - riskOrder(a) || statusRank(a) - statusRank(b) || b.occurrences - a.occurrences;
}

function riskOrder({ lead }: Assessment): number {
  return lead === undefined ? -2 : riskRank(lead.record.risk) * 2 - (lead.record.retired ? 1 : 0);
}

function statusRank({ standing }: Assessment): number {
  return standings.indexOf(standing);
}

/** How many stand where. */
export function countsOf(all: readonly Assessment[]): Readonly<Record<Standing, number>> {
  const counts = { known: 0, unread: 0, unasked: 0, notKnown: 0, wellKnown: 0, ignored: 0, reserved: 0 };
  for (const { standing } of all) counts[standing]++;
  return counts;
}
