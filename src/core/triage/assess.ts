import { isWellKnown } from '../context/builtIn';
import { knownContexts } from '../context/knownContexts';
import type { ShownPlace } from '../context/places';
import { hostOf } from '../indicators/identity/hostOf';
import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import type { UnreadStore } from '../lookups/unreadStore';
import type { NamedContext } from '../records/context';
import type { Known } from '../records/knowledge';
import { riskRank } from '../records/risk';
import type { Found } from './found';

/**
 * What is known about an indicator of a text: `known` by a source; `unread` because the local store couldn't be read;
 * `unasked`: not in the store and not looked up yet; `notKnown`: not found by a service; the others are never looked up.
 */
export const standings = ['known', 'unread', 'unasked', 'notKnown', 'wellKnown', 'ignored', 'reserved'] as const;
export type Standing = (typeof standings)[number];

export interface Assessment {
  readonly standing: Standing;
  /** Every source that knows it, the leading one first. */
  readonly known: readonly Known[];
  /** Why the local store couldn't be read. */
  readonly unread?: UnreadStore;
  /** The source of its risk: the leading one, or that of the host of a URL where the host is worse. */
  readonly lead?: Known;
  /** Where its address is. */
  readonly place?: ShownPlace;
  /** The host that the risk comes from, where it isn't the URL's own. */
  readonly host?: Indicator;
  /** What is known about the host of a URL, where the risk isn't the host's; absent if nothing is. */
  readonly hostKnown?: readonly Known[];
  /** What lists say that it is, the most specific one first; absent if none does. */
  readonly contexts?: readonly NamedContext[];
}

/** An indicator of a text with its assessment. */
export interface Triaged extends Found, Assessment {}

/** Assesses an indicator from memory and the local store; nothing is sent. `skipWellKnown` sets well-known hosts apart. */
export function assess(
  indicator: Indicator,
  lookups: Pick<Lookups, 'local' | 'blocked'>,
  skipWellKnown: boolean,
): Assessment {
  const { known: all, host: hostKnown, worseHost, state, notKnown, unread, place } = lookups.local(indicator, 'triage');
  const contexts = knownContexts(indicator, all, hostKnown);
  const known = {
    known: all,
    ...(unread === undefined ? {} : { unread }),
    ...(place === undefined ? {} : { place }),
    ...(contexts.length === 0 ? {} : { contexts }),
    ...(hostKnown === undefined || worseHost !== undefined ? {} : { hostKnown }),
  };
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

/** Whether it can be looked up on a service. */
export function isOpen({ standing }: Assessment): boolean {
  return standing === 'unasked' || standing === 'unread';
}

/** Why the local store couldn't be read for some of the indicators; undefined if it was read for all. */
export function unreadIn(all: readonly Assessment[]): UnreadStore | undefined {
  return all.find(({ unread }) => unread !== undefined)?.unread;
}

/** Sorts by risk, active before retired; then by what is known, then by occurrences. */
export function worstTriaged(a: Triaged, b: Triaged): number {
  return riskOrder(b) - riskOrder(a) || statusRank(a) - statusRank(b) || b.occurrences - a.occurrences;
}

function riskOrder({ lead }: Assessment): number {
  return lead === undefined ? -2 : riskRank(lead.record.risk) * 2 - (lead.record.retired ? 1 : 0);
}

function statusRank({ standing }: Assessment): number {
  return standings.indexOf(standing);
}

/** Counts indicators by standing. */
export function countsOf(all: readonly Assessment[]): Readonly<Record<Standing, number>> {
  const counts = { known: 0, unread: 0, unasked: 0, notKnown: 0, wellKnown: 0, ignored: 0, reserved: 0 };
  for (const { standing } of all) counts[standing]++;
  return counts;
}
