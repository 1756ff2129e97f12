import { isWellKnown } from '../context/builtIn';
import { isListNoise } from '../context/listNoise';
import { knownContexts } from '../context/knownContexts';
import type { ShownPlace } from '../context/places';
import { hostOf } from '../indicators/identity/hostOf';
import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import type { UnreadStore } from '../lookups/unreadStore';
import { isDescriptionOnly, type NamedContext } from '../records/context';
import type { Known } from '../records/knowledge';
import { riskRank } from '../records/risk';
import type { Found } from './found';

/**
 * What is known about an indicator of a text: `known` by a source; `hostKnown`: only the host of a URL is; `unread` because
 * the local store couldn't be read; `unasked`: not in the store and not looked up yet; `notKnown`: not found by a service;
 * the others are never looked up.
 */
export const standings = [
  'known',
  'hostKnown',
  'unread',
  'unasked',
  'notKnown',
  'wellKnown',
  'ignored',
  'reserved',
] as const;
export type Standing = (typeof standings)[number];

/** What is known about a row, in words for readers; other programs rely on them. */
export const standingWords: Readonly<Record<Standing, string>> = {
  known: 'known',
  hostKnown: 'host known',
  unread: 'local store not read',
  unasked: 'not looked up',
  notKnown: 'not found',
  wellKnown: 'well-known host',
  ignored: 'ignored',
  reserved: 'internal or reserved',
};

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
  /** What is known about the host of a URL; absent if nothing is. */
  readonly hostKnown?: readonly Known[];
  /** What lists say that it is, the most specific one first; absent if none does. */
  readonly contexts?: readonly NamedContext[];
  /** Its risk, or that of its host, is nothing but noise of lists: a public resolver on a block list. */
  readonly isNoise?: boolean;
  /** Only its host is known, and it hasn't been looked up. */
  readonly isUnasked?: boolean;
  /** Sample data that knows it isn't counted, because there is other data. */
  readonly isSampleLeftOut?: boolean;
}

/** An indicator of a text with its assessment. */
export interface Triaged extends Found, Assessment {}

/**
 * Assesses an indicator from memory and the local store; nothing is sent. `skipWellKnown` sets well-known hosts apart,
 * `skipNoise` what only lists rate, by mistake.
 */
export function assess(
  indicator: Indicator,
  lookups: Pick<Lookups, 'local' | 'blocked'>,
  skipWellKnown: boolean,
  skipNoise = skipWellKnown,
): Assessment {
  const local = lookups.local(indicator, 'triage');
  const { known: all, host: hostKnown, worseHost, state, notKnown, unread, place } = local;
  const contexts = knownContexts(indicator, all, hostKnown);
  const known = {
    known: all,
    unread,
    place,
    contexts: contexts.length === 0 ? undefined : contexts,
    hostKnown,
    isSampleLeftOut: local.isSampleLeftOut === true ? true : undefined,
  };
  const lead = worseHost ?? all[0];
  if (lead !== undefined) {
    const host = worseHost === undefined ? undefined : hostOf(indicator);
    const rating = worseHost === undefined ? all : (hostKnown ?? [worseHost]);
    const isRated = indicator.type === 'url' && worseHost === undefined;
    const isNoise = skipNoise && !isRated && isListNoise(indicator, rating);
    return {
      standing: all.length === 0 ? 'hostKnown' : 'known',
      ...known,
      lead,
      host,
      isNoise: isNoise || undefined,
    };
  }
  const by = state.kind === 'blocked' ? state.by : lookups.blocked(indicator);
  if (by !== undefined) return { standing: by.kind, ...known };
  if (skipWellKnown && isWellKnown(indicator)) return { standing: 'wellKnown', ...known };
  const isSettled = notKnown.length > 0 && state.kind === 'settled';
  if (hostKnown !== undefined) return { standing: 'hostKnown', ...known, isUnasked: isSettled ? undefined : true };
  if (isSettled) return { standing: 'notKnown', ...known };
  return { standing: unread === undefined ? 'unasked' : 'unread', ...known };
}

/** Whether it can be looked up on a service. */
export function isOpen({ standing, isUnasked = false }: Assessment): boolean {
  return standing === 'unasked' || standing === 'unread' || isUnasked;
}

/** Whether a source knows it, or the host of a URL. */
export function hasKnowledge({ standing }: Pick<Assessment, 'standing'>): boolean {
  return standing === 'known' || standing === 'hostKnown';
}

/** Why the local store couldn't be read for some of the indicators; undefined if it was read for all. */
export function unreadIn(all: readonly Assessment[]): UnreadStore | undefined {
  return all.find(({ unread }) => unread !== undefined)?.unread;
}

/**
 * Sorts by risk, active before retired; then by what is known, then by occurrences. What lists only describe, or rate by
 * mistake, follows everything that a source rates or lists.
 */
export function worstTriaged(a: Triaged, b: Triaged): number {
  return severityOf(b) - severityOf(a) || b.occurrences - a.occurrences;
}

/** How severe a row is, as a number: by risk, then by what is known. */
export function severityOf(row: Assessment & { readonly indicator: Indicator }): number {
  return riskOrder(row) * standings.length - statusRank(row);
}

function riskOrder({
  indicator,
  lead,
  known,
  standing,
  isNoise = false,
}: Assessment & { readonly indicator: Indicator }): number {
  if (lead === undefined) return standing === 'hostKnown' ? -2 : -3;
  // A URL on such a host has its own risk.
  const rating = !isNoise ? lead : indicator.type === 'url' ? known[0] : undefined;
  const isDescribed = rating === known[0] && known.every(({ record }) => isDescriptionOnly(record));
  if (rating === undefined || isDescribed) return -2;
  return riskRank(rating.record.risk) * 2 - (rating.record.retired ? 1 : 0);
}

function statusRank({ standing }: Assessment): number {
  return standings.indexOf(standing);
}

/** Counts indicators by standing. */
export function countsOf(all: readonly Assessment[]): Readonly<Record<Standing, number>> {
  const counts = { known: 0, hostKnown: 0, unread: 0, unasked: 0, notKnown: 0, wellKnown: 0, ignored: 0, reserved: 0 };
  for (const { standing } of all) counts[standing]++;
  return counts;
}
