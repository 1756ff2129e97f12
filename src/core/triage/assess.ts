import { isWellKnown } from '../context/builtIn';
import { isListedByMistake } from '../context/falsePositives';
import { knownContexts } from '../context/knownContexts';
import type { ShownGeoLocation } from '../context/geoLocation';
import { getHost } from '../indicators/identity/getHost';
import type { Indicator, IndicatorType } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import type { LookupResult } from '../lookups/types';
import type { UnreadStore } from '../lookups/unreadStore';
import { isDescriptionOnly, type NamedContext } from '../records/context';
import { isOfParent, type Known } from '../records/knowledge';
import { type RiskLevel, riskRank } from '../records/risk';
import type { Found } from './found';

/**
 * The result of a lookup of an indicator: `found` in a source; `hostFound`: only the host of a URL; `parentFound`: only
 * a name above it; `unreadable` because the local store couldn't be read; `notLookedUp`: not in the store and not
 * looked up yet; `notFound` on a service. The others are never looked up. Exports contain these names.
 */
export const lookupStatuses = [
  'found',
  'hostFound',
  'parentFound',
  'unreadable',
  'notLookedUp',
  'notFound',
  'wellKnown',
  'ignored',
  'reserved',
] as const;
export type LookupStatus = (typeof lookupStatuses)[number];

/** Statuses in words for readers; other programs rely on them. */
export const statusWords: Readonly<Record<LookupStatus, string>> = {
  found: 'found',
  hostFound: 'host found',
  parentFound: 'parent found',
  unreadable: 'local store not read',
  notLookedUp: 'not looked up',
  notFound: 'not found',
  wellKnown: 'well-known host',
  ignored: 'ignored',
  reserved: 'internal or reserved',
};

export interface Assessment {
  readonly status: LookupStatus;
  /** Every source that knows it, the leading one first. */
  readonly known: readonly Known[];
  /** Why the local store couldn't be read. */
  readonly unread?: UnreadStore;
  /** The source of its risk: the leading one, or that of the host of a URL where the host is worse. */
  readonly lead?: Known;
  /** The location of its address. */
  readonly place?: ShownGeoLocation;
  /** The host that the risk comes from, where it isn't the URL's own. */
  readonly host?: Indicator;
  /** Statements about the host of a URL, if any. */
  readonly hostKnown?: readonly Known[];
  /** Descriptions by lists, the most specific one first; absent without any. */
  readonly contexts?: readonly NamedContext[];
  /** Its risk, or that of its host, is probably a false positive: a public resolver on a blocklist. */
  readonly isFalsePositive?: boolean;
  /** Only its host, or a name above it, is known, and it hasn't been looked up. */
  readonly isNotLookedUp?: boolean;
  /** Sample data that knows it isn't counted, because there is other data. */
  readonly isSampleSkipped?: boolean;
}

/** An indicator of a text with its assessment. */
export interface Triaged extends Found, Assessment {}

/**
 * Assesses an indicator from memory and the local store; nothing is sent. `skipWellKnown` sets well-known hosts apart,
 * `skipFalsePositives` indicators that only lists rate, by mistake.
 */
export function assess(
  indicator: Indicator,
  lookups: Pick<Lookups, 'local' | 'blocked'>,
  skipWellKnown: boolean,
  skipFalsePositives = skipWellKnown,
): Assessment {
  return assessed(indicator, lookups.local(indicator, 'triage'), lookups, skipWellKnown, skipFalsePositives);
}

/**
 * Like {@link assess}, but for an indicator of which a service and the store know nothing but its location, and nothing
 * of its host.
 */
export function assessUnknown(
  indicator: Indicator,
  local: Pick<LookupResult, 'place' | 'unread'>,
  lookups: Pick<Lookups, 'blocked'>,
  skipWellKnown: boolean,
): Assessment {
  return assessed(indicator, { ...nothingKnown, ...local }, lookups, skipWellKnown, false);
}

const nothingKnown = { known: [], notFound: [], state: { kind: 'noService' } } as const;

/** Equal assessments of many indicators, each once in memory. */
const shared = new Map<string, Assessment>();

function sharedAssessment(status: LookupStatus, unread: UnreadStore | undefined): Assessment {
  const key = `${status} ${unread ?? ''}`;
  const existing = shared.get(key) ?? Object.freeze({ status, known: [], unread });
  shared.set(key, existing);
  return existing;
}

function assessed(
  indicator: Indicator,
  local: Omit<LookupResult, 'indicator'>,
  lookups: Pick<Lookups, 'blocked'>,
  skipWellKnown: boolean,
  skipFalsePositives: boolean,
): Assessment {
  const { known, host: hostKnown, worseHost, unread, place } = local;
  const contexts = knownContexts(indicator, known, hostKnown);
  const common = {
    known,
    unread,
    place,
    contexts: contexts.length === 0 ? undefined : contexts,
    hostKnown,
    isSampleSkipped: local.isSampleSkipped === true ? true : undefined,
  };
  const lead = worseHost ?? known[0];
  if (lead !== undefined) return { ...common, ...ratedBy(lead, indicator, local, skipFalsePositives) };
  const status = statusOf(indicator, local, lookups, skipWellKnown && (contexts.length > 0 || hostKnown !== undefined));
  const isNotLookedUp = status === 'hostFound' && !isAnswered(local) ? true : undefined;
  const saysNoMore = [place, hostKnown, common.contexts, common.isSampleSkipped].every((part) => part === undefined);
  return saysNoMore ? sharedAssessment(status, unread) : { status, ...common, isNotLookedUp };
}

/** The part of an assessment about the source of the risk. */
function ratedBy(
  lead: Known,
  indicator: Indicator,
  local: Omit<LookupResult, 'indicator'>,
  skipFalsePositives: boolean,
): Pick<Assessment, 'status' | 'lead' | 'host' | 'isFalsePositive' | 'isNotLookedUp'> {
  const { known, host: hostKnown, worseHost } = local;
  const rating = worseHost === undefined ? known : (hostKnown ?? [worseHost]);
  const isRated = indicator.type === 'url' && worseHost === undefined;
  const isFalsePositive = skipFalsePositives && !isRated && isListedByMistake(indicator, rating);
  const status = known.length === 0 ? 'hostFound' : known.every(isOfParent) ? 'parentFound' : 'found';
  return {
    status,
    lead,
    host: worseHost === undefined ? undefined : getHost(indicator),
    isFalsePositive: isFalsePositive || undefined,
    isNotLookedUp: status === 'parentFound' && !isAnswered(local) ? true : undefined,
  };
}

/** The status of an indicator that no source rates; it may be a well-known host only if something is known about it. */
function statusOf(
  indicator: Indicator,
  local: Omit<LookupResult, 'indicator'>,
  lookups: Pick<Lookups, 'blocked'>,
  mayBeWellKnown: boolean,
): LookupStatus {
  const by = local.state.kind === 'blocked' ? local.state.by : lookups.blocked(indicator);
  if (by !== undefined) return by.kind;
  if (mayBeWellKnown && isWellKnown(indicator)) return 'wellKnown';
  if (local.host !== undefined) return 'hostFound';
  if (isAnswered(local)) return 'notFound';
  return local.unread === undefined ? 'notLookedUp' : 'unreadable';
}

/** Whether a service has answered that it doesn't know the indicator, and need not be asked again. */
function isAnswered({ notFound, state }: Pick<LookupResult, 'notFound' | 'state'>): boolean {
  return notFound.length > 0 && state.kind === 'settled';
}

/** Whether it can be looked up on a service. */
export function isOpen({ status, isNotLookedUp = false }: Assessment): boolean {
  return status === 'notLookedUp' || status === 'unreadable' || isNotLookedUp;
}

/** Whether a source knows it, the host of a URL, or a name above. */
export function hasKnowledge({ status }: Pick<Assessment, 'status'>): boolean {
  return status === 'found' || status === 'hostFound' || status === 'parentFound';
}

/**
 * The risk of an indicator that somebody should act on; undefined if it is retired, or if only lists rate it, by
 * mistake.
 */
export function actualRisk({ lead, isFalsePositive, indicator, known }: Triaged): RiskLevel | undefined {
  // A URL on a host that lists rate by mistake has its own risk.
  const rating = isFalsePositive !== true ? lead : indicator.type === 'url' ? known[0] : undefined;
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
 * Sorts by risk, active before retired; then by status, then by occurrences. Indicators that lists only describe, or
 * rate by mistake, follow all that a source rates or lists.
 */
export function worstTriaged(a: Triaged, b: Triaged): number {
  return getSeverity(b.indicator.type, b) - getSeverity(a.indicator.type, a) || b.lines - a.lines;
}

/** How severe a row with an indicator of a type is, as a number: by risk, then by status. */
export function getSeverity(type: IndicatorType, assessment: Assessment): number {
  return riskOrder(type, assessment) * lookupStatuses.length - lookupStatuses.indexOf(assessment.status);
}

function riskOrder(type: IndicatorType, { lead, known, status, isFalsePositive = false }: Assessment): number {
  if (lead === undefined) return status === 'hostFound' ? -2 : -3;
  // A URL on such a host has its own risk.
  const rating = !isFalsePositive ? lead : type === 'url' ? known[0] : undefined;
  const isDescribed = rating === known[0] && known.every(({ record }) => isDescriptionOnly(record));
  if (rating === undefined || isDescribed) return -2;
  return riskRank(rating.record.risk) * 2 - (rating.record.retired ? 1 : 0);
}

/** No indicators of any status. */
export function emptyCounts(): Record<LookupStatus, number> {
  return {
    found: 0,
    hostFound: 0,
    parentFound: 0,
    unreadable: 0,
    notLookedUp: 0,
    notFound: 0,
    wellKnown: 0,
    ignored: 0,
    reserved: 0,
  };
}

/** Counts indicators by status. */
export function getCounts(all: readonly Assessment[]): Readonly<Record<LookupStatus, number>> {
  const counts = emptyCounts();
  for (const { status } of all) counts[status]++;
  return counts;
}
