import { exactTimestamp } from '../../core/records/exactTimestamp';
import { limitDepth } from '../../core/text/nesting';
import type { UtcMillis, IndicatorRecord } from '../../core/records/record';
import { isoTimestamp } from '../../core/records/timestamp';
import type { StixObject } from '../../core/results';
import { toTimestamp } from '../../core/stix/fields';
import type { Lifecycle, StixEntry } from '../../core/store/stix/entries';
import type { Order } from '../../core/store/stix/position';
import type { StixSource } from '../../core/store/stix/objectReader';
import {
  indicatorKeys,
  validStixProperties,
  stixExtension,
  stixFeed,
  stixFeedId,
  stixIdentity,
  stixIndicator,
  stixTimestamps,
  stixThreat,
  stixThreatId,
  stixRelationship,
  stixUuid,
  stixValidity,
} from '../../core/results';

type GeneratedObject = Exclude<StixEntry, { kind: 'original' }>;

/**
 * The STIX object for a statement in another format (STIX 2.1, 4 and 5). Its ID is derived from the source and the
 * subject, and is always the same; `created` is the source's date, or the date of storage without one.
 */
function generateObject(entry: GeneratedObject, source: StixSource | undefined): StixObject {
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

/** An object as it is sent. */
export interface ServedObject {
  readonly entry: StixEntry;
  readonly id: string;
  /** The version of STIX. */
  readonly spec: string;
  /** Its version: the date of modification or, without one, of creation, with six fractional digits. */
  readonly version: string;
  /** JSON. */
  readonly body: string;
}

/** The sent form of a store entry; `sources` by ID. */
export function servedObject(entry: StixEntry, sources: ReadonlyMap<number, StixSource>): ServedObject {
  if (entry.kind === 'original') {
    const { id, spec, lifecycle, sortKey } = entry;
    const modified = lifecycle?.modified ?? entry.modified;
    const body = lifecycle === undefined ? entry.body : bodyWithState(entry.body, lifecycle);
    return { entry, id, spec, body, version: modified === '' ? sortKey.created : modified };
  }
  const object = generateObject(entry, sources.get(entry.sortKey.source));
  const { id, modified } = object;
  const version = typeof modified === 'string' ? exactTimestamp(modified) : undefined;
  return {
    entry,
    id: typeof id === 'string' ? id : '',
    spec: '2.1',
    body: JSON.stringify(object),
    version: version ?? entry.sortKey.created,
  };
}

/** An original object with its state in this store. A restored object isn't revoked, unless it came so. */
function bodyWithState(body: string, { revoked, modified, retired }: Lifecycle): string {
  const object = limitDepth(JSON.parse(body)) as StixObject;
  return JSON.stringify({ ...object, modified, ...(revoked ? { revoked } : {}), ...endOf(object, retired) });
}

/**
 * `valid_until` of an indicator that is retired here: the time of that, unless its source has an earlier one, or a
 * later start.
 */
function endOf(object: StixObject, retired: UtcMillis | undefined): StixObject {
  const [from, until] = [toTimestamp(object['valid_from']), toTimestamp(object['valid_until'])];
  const end = isoTimestamp(retired);
  if (object['type'] !== 'indicator' || retired === undefined || end === undefined || from === undefined) return {};
  return from < retired && retired < (until ?? Infinity) ? { valid_until: end } : {};
}

/** When an object was added to the collection; ordered by `created` that is its `created`, verbatim. */
export function getDateAdded({ entry, body }: ServedObject, order: Order): string {
  const { created } = entry.sortKey;
  return order === 'changed' ? created : wordsOf(body, ['created'], created);
}

/** Returns the version of an object: its `modified` or, without one, its `created`, verbatim. */
export function getVersion({ body, version }: ServedObject): string {
  return wordsOf(body, ['modified', 'created'], version);
}

/** The text of the property with this time; otherwise the time with six fractional digits. */
function wordsOf(body: string, names: readonly string[], exact: string): string {
  const object = JSON.parse(body) as StixObject;
  for (const name of names) {
    const written = object[name];
    // It is sent in a header: a line break, which some timestamp parsers accept, would break the response.
    if (typeof written === 'string' && exactTimestamp(written) === exact && /^[\x20-\x7e]+$/.test(written))
      return written.trim();
  }
  return exact;
}
