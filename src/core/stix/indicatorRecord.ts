import type { Indicator } from '../indicators/identity/types';
import {
  emptyRecord,
  type IndicatorRecord,
  readReach,
  type RiskFactor,
  type Timestamps,
  type UtcMillis,
} from '../records/record';
import { getLevel } from '../records/risk';
import { toNumber, picked, toTimestamp, type StixObject, getTexts } from './fields';
import type { OwnRating } from './ownProperties';
import type { OwnRecord } from './ownRecord';
import { defaultRating } from './rating';

/** STIX properties without a field in the record, copied as they are. */
const copiedProperties = [
  'id',
  'name',
  'description',
  'confidence',
  'labels',
  'indicator_types',
  'kill_chain_phases',
  'external_references',
  'object_marking_refs',
  'valid_from',
  'valid_until',
  'lang',
];

/** Creating or changing an object is not a sighting: `seen` is only what was observed. */
function timestampsOf(object: StixObject, retiredAt: UtcMillis | undefined, now: UtcMillis): Timestamps {
  const added = toTimestamp(object.created) ?? toTimestamp(object.first_observed) ?? toTimestamp(object.valid_from);
  const updated = toTimestamp(object.modified);
  const observed = toTimestamp(object.last_observed) ?? toTimestamp(object.last_seen);
  const seen = observed !== undefined && observed <= now ? observed : undefined;
  return {
    ...(added === undefined ? {} : { added }),
    ...(updated === undefined ? {} : { updated }),
    ...(seen === undefined ? {} : { seen }),
    ...(retiredAt === undefined ? {} : { retired: retiredAt }),
  };
}

/** The service's own dates. Nothing was seen in the future. */
function statedTimestamps(
  { timestamps: { seen, ...others } }: OwnRecord,
  retired: UtcMillis | undefined,
  now: UtcMillis,
): Timestamps {
  return {
    ...others,
    ...(seen === undefined || seen > now ? {} : { seen }),
    ...(retired === undefined ? {} : { retired }),
  };
}

/** Why an object is retired whose validity has ended; `timestamps.retired` is its end. */
export const expiredReason = 'No longer valid';

/**
 * The record of an indicator object (STIX 2.1, 4.7) for one of its values, or of an observable. The service's own risk
 * takes precedence over the default of `rating.ts`; `revoked` or a past `valid_until` means retired.
 */
export function indicatorRecord(
  object: StixObject,
  { value, type }: Indicator,
  own: OwnRating,
  now: UtcMillis,
): IndicatorRecord {
  const rating = own.risk === undefined ? ratingOf(object) : undefined;
  const { feeds, attributes, riskFactors, reach } = own.record ?? unstated(rating);
  const { retired, at, reason } = retirementOf(object, own, now);
  return {
    ...emptyRecord(value, type),
    risk: own.risk ?? (rating === undefined ? 'unknown' : getLevel(rating.risk)),
    riskFactors,
    retired,
    retiredReason: reason,
    timestamps: own.record === undefined ? timestampsOf(object, at, now) : statedTimestamps(own.record, at, now),
    feeds,
    attributes,
    reach: readReach(reach, type),
    other: picked(object, copiedProperties),
  };
}

/** The fields of a record for an object without the service's own record. */
function unstated(rating: RiskFactor | undefined): Pick<OwnRecord, 'feeds' | 'attributes' | 'riskFactors' | 'reach'> {
  return { feeds: [], attributes: {}, riskFactors: rating === undefined ? [] : [rating] };
}

/** Whether, when, and why an object was retired. */
interface Retirement {
  readonly retired: boolean;
  readonly at?: UtcMillis;
  readonly reason?: string;
}

function retirementOf(object: StixObject, own: OwnRating, now: UtcMillis): Retirement {
  const { retiredAt: at, retiredReason: reason } = own;
  // The service's own record has its date and reason.
  if (own.retired === true && own.record !== undefined) return { retired: true, at, reason };
  const until = toTimestamp(object.valid_until);
  const hasExpired = until !== undefined && until <= now;
  if (object.revoked === true) {
    const end = hasExpired ? until : toTimestamp(object.modified);
    return { retired: true, at: at ?? end, reason: reason ?? 'Revoked' };
  }
  if (hasExpired) return { retired: true, at: at ?? until, reason: reason ?? expiredReason };
  return own.retired === true ? { retired: true, at, reason } : { retired: false };
}

function ratingOf(object: StixObject): RiskFactor | undefined {
  const types = [...getTexts(object.indicator_types), ...getTexts(object.labels)].map((each) => each.toLowerCase());
  return defaultRating(types, toNumber(object.confidence));
}
