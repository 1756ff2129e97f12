import { exactTimestamp } from '../../core/records/exactTimestamp';
import { limitDepth } from '../../core/text/nesting';
import type { UtcMillis } from '../../core/records/record';
import { isoTimestamp } from '../../core/records/timestamp';
import type { StixObject } from '../../core/results';
import { timestampOf } from '../../core/stix/fields';
import type { Lifecycle, StixEntry } from '../../core/store/stix/entries';
import type { Order } from '../../core/store/stix/position';
import type { StixSource } from '../../core/store/stix/objectReader';
import { generateObject } from './generatedObject';

/** An object as it is sent. */
export interface ServedObject {
  readonly entry: StixEntry;
  readonly id: string;
  /** The version of STIX. */
  readonly spec: string;
  /** Its version, with six fractional digits: when it was modified, else created. */
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
  const [from, until] = [timestampOf(object['valid_from']), timestampOf(object['valid_until'])];
  const end = isoTimestamp(retired);
  if (object['type'] !== 'indicator' || retired === undefined || end === undefined || from === undefined) return {};
  return from < retired && retired < (until ?? Infinity) ? { valid_until: end } : {};
}

/** When an object was added to the collection; ordered by `created` that is its `created`, verbatim. */
export function dateAddedOf({ entry, body }: ServedObject, order: Order): string {
  const { created } = entry.sortKey;
  return order === 'changed' ? created : wordsOf(body, ['created'], created);
}

/** The version of an object: its `modified`, else its `created`, verbatim. */
export function versionOf({ body, version }: ServedObject): string {
  return wordsOf(body, ['modified', 'created'], version);
}

/** The text of the property with this time, else the time with six fractional digits. */
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
