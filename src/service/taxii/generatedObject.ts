import { exactTimestamp } from '../../core/records/exactTimestamp';
import type { IndicatorRecord, UtcMillis } from '../../core/records/record';
import {
  indicatorKeys,
  validStixProperties,
  stixExtension,
  stixFeed,
  stixFeedId,
  stixIdentity,
  stixIndicator,
  type StixObject,
  stixTimestamps,
  stixThreat,
  stixThreatId,
  stixRelationship,
  stixUuid,
  stixValidity,
} from '../../core/results';
import type { StixEntry } from '../../core/store/stix/entries';
import type { StixSource } from '../../core/store/stix/objectReader';

type GeneratedObject = Exclude<StixEntry, { kind: 'original' }>;

/**
 * The STIX object for a statement in another format (STIX 2.1, 4 and 5). Its ID is derived from the source and the
 * subject, and is always the same; `created` is the source's date, else when it was stored.
 */
export function generateObject(entry: GeneratedObject, source: StixSource | undefined): StixObject {
  const object = formOf(entry, source);
  // TAXII dates have microseconds: the same text is in objects, headers and manifests.
  const exact = (name: string): StixObject => {
    const value = object[name];
    const timestamp = typeof value === 'string' ? exactTimestamp(value) : undefined;
    return timestamp === undefined ? {} : { [name]: timestamp };
  };
  return { ...object, ...exact('created'), ...exact('modified') };
}

function formOf(entry: GeneratedObject, source: StixSource | undefined): StixObject {
  const scope = `${source?.kind ?? ''}\n${source?.name ?? ''}\n${source?.address ?? ''}\n`;
  switch (entry.kind) {
    case 'identity':
      return stixIdentity;
    case 'extension':
      return stixExtension;
    case 'feed':
      return stixFeed(scope, { ...entry.statement, created: entry.stated, modified: entry.statement.asOf });
    case 'threat':
      return stixThreat(scope, { ...entry.statement, created: entry.stated, modified: entry.statement.asOf });
    case 'indicator':
      return withVersion(indicatorObject(scope, entry.record, entry.stated, entry.changed), entry.version);
    case 'relationship':
      return withVersion(relationshipObject(scope, entry, entry.threat), entry.version);
    case 'withdrawn': {
      const { record, threat, stated, version } = entry;
      const withdrawn =
        threat === undefined
          ? indicatorObject(scope, record, stated, stated)
          : relationshipObject(scope, entry, threat);
      return withVersion({ ...withdrawn, revoked: true }, version);
    }
  }
}

const indicatorId = (scope: string, { type, value }: IndicatorRecord): string =>
  `indicator--${stixUuid(`${scope}${type}:${value}`)}`;

function relationshipObject(
  scope: string,
  { record, stated }: { readonly record: IndicatorRecord; readonly stated: UtcMillis },
  threat: Parameters<typeof stixThreatId>[1],
): StixObject {
  return stixRelationship(indicatorId(scope, record), stixThreatId(scope, threat), stated);
}

/** A change without a timestamp of the source is a version of its own. */
function withVersion(object: StixObject, version: string | undefined): StixObject {
  const { modified } = object;
  const isLater = version !== undefined && (typeof modified !== 'string' || version > (exactTimestamp(modified) ?? ''));
  return isLater ? { ...object, modified: version } : object;
}

function indicatorObject(scope: string, record: IndicatorRecord, created: UtcMillis, changed: UtcMillis): StixObject {
  const { retired, timestamps } = record;
  const written = stixTimestamps(
    created,
    Math.max(timestamps.updated ?? changed, (retired ? timestamps.retired : undefined) ?? 0),
  );
  const [feed] = record.feeds;
  return {
    // Its markings would have to be served as objects of their own.
    ...stixIndicator({ ...record, credits: [] }, created),
    ...written,
    id: indicatorId(scope, record),
    ...stixValidity(record, created),
    ...(feed === undefined ? {} : { created_by_ref: stixFeedId(scope, feed.name) }),
    ...validStixProperties(record.other, indicatorKeys),
  };
}
