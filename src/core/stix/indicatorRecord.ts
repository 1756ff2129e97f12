import type { Indicator } from '../indicators/identity/types';
import { emptyRecord, type IndicatorRecord, readReach, type Timestamps, type UtcMillis } from '../records/record';
import { levelOf } from '../records/risk';
import { numberOf, picked, timestampOf, type StixObject, textsOf } from './fields';
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
  const added = timestampOf(object.created) ?? timestampOf(object.first_observed) ?? timestampOf(object.valid_from);
  const updated = timestampOf(object.modified);
  const observed = timestampOf(object.last_observed) ?? timestampOf(object.last_seen);
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
  const until = timestampOf(object.valid_until);
  const expired = until !== undefined && until <= now;
  const revoked = object.revoked === true;
  const retired = own.retired === true || revoked || expired;
  const stated = own.record;
  const reach = readReach(stated?.reach, type);
  // The service's own retirement has what it knows about it.
  const isOwn = stated !== undefined && own.retired === true;
  const retiredAt =
    own.retiredAt ?? (isOwn ? undefined : expired ? until : revoked ? timestampOf(object.modified) : undefined);
  const reason = own.retiredReason ?? (isOwn ? undefined : revoked ? 'Revoked' : expired ? expiredReason : undefined);
  const types = [...textsOf(object.indicator_types), ...textsOf(object.labels)].map((each) => each.toLowerCase());
  const rating = own.risk === undefined ? defaultRating(types, numberOf(object.confidence)) : undefined;
  return {
    ...emptyRecord(value, type),
    risk: own.risk ?? (rating === undefined ? 'unknown' : levelOf(rating.risk)),
    riskFactors: stated?.riskFactors ?? (rating === undefined ? [] : [rating]),
    retired,
    ...(retired && reason !== undefined ? { retiredReason: reason } : {}),
    timestamps:
      stated === undefined
        ? timestampsOf(object, retired ? retiredAt : undefined, now)
        : statedTimestamps(stated, retired ? retiredAt : undefined, now),
    ...(stated === undefined ? {} : { feeds: stated.feeds, attributes: stated.attributes }),
    ...(reach === undefined ? {} : { reach }),
    other: picked(object, copiedProperties),
  };
}
