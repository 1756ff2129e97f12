import { isWellKnown } from '../context/builtIn';
import { isListNoise } from '../context/listNoise';
import { knownContexts } from '../context/knownContexts';
import type { ShownPlace } from '../context/places';
import { hostOf } from '../indicators/identity/hostOf';
import type { Indicator, IndicatorType } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import type { LookupResult } from '../lookups/types';
import type { UnreadStore } from '../lookups/unreadStore';
import { isDescriptionOnly, type NamedContext } from '../records/context';
import { isOfParent, type Known } from '../records/knowledge';
import { type RiskLevel, riskRank } from '../records/risk';
import type { Found } from './found';

/**
 * What is known about an indicator of a text: `known` by a source; `hostKnown`: only the host of a URL is; `parentKnown`: only
 * a name above it is rated; `unread` because the local store couldn't be read; `unasked`: not in the store and not looked up yet; `notKnown`: not found by a service;
 * the others are never looked up.
 */
export const standings = [
  'known',
  'hostKnown',
  'parentKnown',
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
  parentKnown: 'parent found',
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
  /** Only its host, or a name above it, is known, and it hasn't been looked up. */
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
  return assessed(indicator, lookups.local(indicator, 'triage'), lookups, skipWellKnown, skipNoise);
}

/** The same for an indicator about which, and about whose host, neither a service nor the store has anything but where it is. */
export function assessUnknown(
  indicator: Indicator,
  local: Pick<LookupResult, 'place' | 'unread'>,
  lookups: Pick<Lookups, 'blocked'>,
  skipWellKnown: boolean,
): Assessment {
  return assessed(indicator, { ...nothingKnown, ...local }, lookups, skipWellKnown, false);
}

const nothingKnown = { known: [], notKnown: [], state: { kind: 'noService' } } as const;

/** Assessments that say the same of many indicators, each once in memory. */
const shared = new Map<string, Assessment>();

function sharedAssessment(standing: Standing, unread: UnreadStore | undefined): Assessment {
  const key = `${standing} ${unread ?? ''}`;
  const existing = shared.get(key) ?? Object.freeze({ standing, known: [], unread });
  shared.set(key, existing);
  return existing;
}

function assessed(
  indicator: Indicator,
  local: Omit<LookupResult, 'indicator'>,
  lookups: Pick<Lookups, 'blocked'>,
  skipWellKnown: boolean,
  skipNoise: boolean,
): Assessment {
  const { known, host: hostKnown, worseHost, unread, place } = local;
  const contexts = knownContexts(indicator, known, hostKnown);
  const common = {
    known,
    unread,
    place,
    contexts: contexts.length === 0 ? undefined : contexts,
    hostKnown,
    isSampleLeftOut: local.isSampleLeftOut === true ? true : undefined,
  };
  const lead = worseHost ?? known[0];
  if (lead !== undefined) return { ...common, ...ratedBy(lead, indicator, local, skipNoise) };
  const standing = standingOf(
    indicator,
    local,
    lookups,
    skipWellKnown && (contexts.length > 0 || hostKnown !== undefined),
  );
  const isUnasked = standing === 'hostKnown' && !isAnswered(local) ? true : undefined;
  const saysNoMore = [place, hostKnown, common.contexts, common.isSampleLeftOut].every((part) => part === undefined);
  return saysNoMore ? sharedAssessment(standing, unread) : { standing, ...common, isUnasked };
}

/** The part of an assessment about the source of the risk. */
function ratedBy(
  lead: Known,
  indicator: Indicator,
  local: Omit<LookupResult, 'indicator'>,
  skipNoise: boolean,
): Pick<Assessment, 'standing' | 'lead' | 'host' | 'isNoise' | 'isUnasked'> {
  const { known, host: hostKnown, worseHost } = local;
  const rating = worseHost === undefined ? known : (hostKnown ?? [worseHost]);
  const isRated = indicator.type === 'url' && worseHost === undefined;
  const isNoise = skipNoise && !isRated && isListNoise(indicator, rating);
  const standing = known.length === 0 ? 'hostKnown' : known.every(isOfParent) ? 'parentKnown' : 'known';
  return {
    standing,
    lead,
    host: worseHost === undefined ? undefined : hostOf(indicator),
    isNoise: isNoise || undefined,
    isUnasked: standing === 'parentKnown' && !isAnswered(local) ? true : undefined,
  };
}

/** The standing of an indicator that no source rates, which may be a well-known host only if something is said about it. */
function standingOf(
  indicator: Indicator,
  local: Omit<LookupResult, 'indicator'>,
  lookups: Pick<Lookups, 'blocked'>,
  mayBeWellKnown: boolean,
): Standing {
  const by = local.state.kind === 'blocked' ? local.state.by : lookups.blocked(indicator);
  if (by !== undefined) return by.kind;
  if (mayBeWellKnown && isWellKnown(indicator)) return 'wellKnown';
  if (local.host !== undefined) return 'hostKnown';
  if (isAnswered(local)) return 'notKnown';
  return local.unread === undefined ? 'unasked' : 'unread';
}

/** Whether a service has answered that it doesn't know the indicator, and need not be asked again. */
function isAnswered({ notKnown, state }: Pick<LookupResult, 'notKnown' | 'state'>): boolean {
  return notKnown.length > 0 && state.kind === 'settled';
}

/** Whether it can be looked up on a service. */
export function isOpen({ standing, isUnasked = false }: Assessment): boolean {
  return standing === 'unasked' || standing === 'unread' || isUnasked;
}

/** Whether a source knows it, the host of a URL, or a name above. */
export function hasKnowledge({ standing }: Pick<Assessment, 'standing'>): boolean {
  return standing === 'known' || standing === 'hostKnown' || standing === 'parentKnown';
}

/**
 * The risk of an indicator as far as somebody should act on it; undefined for what is retired, and for what only lists rate
 * by mistake.
 */
export function actualRisk({ lead, isNoise, indicator, known }: Triaged): RiskLevel | undefined {
  // A URL on a host that lists rate by mistake has its own risk.
  const rating = isNoise !== true ? lead : indicator.type === 'url' ? known[0] : undefined;
  return rating === undefined || rating.record.retired ? undefined : rating.record.risk;
}

/** Whether an indicator has at least a risk. */
export function hasRisk(row: Triaged, lowest: RiskLevel): boolean {
  const risk = actualRisk(row);
  return risk !== undefined && riskRank(risk) >= riskRank(lowest);
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
  return severityOf(b.indicator.type, b) - severityOf(a.indicator.type, a) || b.lines - a.lines;
}

/** How severe a row with an indicator of a type is, as a number: by risk, then by what is known. */
export function severityOf(type: IndicatorType, assessment: Assessment): number {
  return riskOrder(type, assessment) * standings.length - standings.indexOf(assessment.standing);
}

function riskOrder(type: IndicatorType, { lead, known, standing, isNoise = false }: Assessment): number {
  if (lead === undefined) return standing === 'hostKnown' ? -2 : -3;
  // A URL on such a host has its own risk.
  const rating = !isNoise ? lead : type === 'url' ? known[0] : undefined;
  const isDescribed = rating === known[0] && known.every(({ record }) => isDescriptionOnly(record));
  if (rating === undefined || isDescribed) return -2;
  return riskRank(rating.record.risk) * 2 - (rating.record.retired ? 1 : 0);
}

/** No indicators of any standing. */
export function noneOf(): Record<Standing, number> {
  return {
    known: 0,
    hostKnown: 0,
    parentKnown: 0,
    unread: 0,
    unasked: 0,
    notKnown: 0,
    wellKnown: 0,
    ignored: 0,
    reserved: 0,
  };
}

/** Counts indicators by standing. */
export function countsOf(all: readonly Assessment[]): Readonly<Record<Standing, number>> {
  const counts = noneOf();
  for (const { standing } of all) counts[standing]++;
  return counts;
}
