import { exactMillis } from '../../records/exactTimestamp';
import { isTooDeep } from '../../text/nesting';
import type { StixOriginal } from '../../records/statement';
import { isObject, toTimestamp, type StixObject, getText } from '../../stix/fields';
import type { SkipKind } from '../../records/problems/skipReason';
import { getOriginal } from '../../stix/original';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { objectState } from '../stix/storedObjects';
import { dropEarlier, keepEarlier } from './earlier';

/** An object that can be stored. */
export interface StorableObject {
  readonly original: StixOriginal;
  readonly object: StixObject;
}

/** The storable object, or why an item of a page can't be stored. */
export function getStorable(value: unknown): StorableObject | SkipKind {
  if (isTooDeep(value)) return 'tooDeep';
  if (!isObject(value)) return 'notObject';
  const original = getOriginal(value);
  if (original !== undefined) return { original, object: value };
  if (getText(value.type) === undefined) return 'noType';
  return getText(value.id) === undefined ? 'noId' : 'invalidId';
}

/** When an indicator expires, negative if it has already; null if it never does. */
function untilOf(object: StixObject, now: number): number | null {
  const until = object.revoked === true ? undefined : toTimestamp(object.valid_until);
  if (until === undefined || until <= 0) return null;
  return until > now ? until : -until;
}

export interface StoreResult {
  readonly how: 'added' | 'changed' | 'revived' | 'unchanged';
  /** No earlier page of this chain had it. */
  readonly fresh: boolean;
  /** Its row. */
  readonly n: number;
  /** The increase in stored bytes. */
  readonly bytes: number;
}

/** The row of a new object; undefined if it exists. */
function insertObject(
  connection: Connection,
  { sourceId, run, now }: { readonly sourceId: number; readonly run: number; readonly now: number },
  { original: { id, type, spec, created, modified = '', body }, object }: StorableObject,
): number | undefined {
  const { id: n, changes } = connection.run(
    `INSERT OR IGNORE INTO stix_object (source_id, id, type, spec, created, modified, as_of, run, until, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sourceId,
    id,
    type,
    spec,
    created ?? exactMillis(now),
    modified,
    now,
    run,
    untilOf(object, now),
    body,
  );
  return changes === 0 ? undefined : n;
}

/** Stores an object by ID and `modified`: an older version changes nothing, another text with the same time does. */
export function storeObject(
  connection: Connection,
  context: {
    readonly sourceId: number;
    readonly run: number;
    readonly now: number;
    /** The object probably doesn't exist: insert before searching. */
    readonly isEmpty?: boolean;
    /** The run reads the whole collection: an earlier version in it may be all that the server still has. */
    readonly isFull?: boolean;
  },
  { original, object }: StorableObject,
): StoreResult {
  const { id, modified = '', body } = original;
  const { sourceId, run, isEmpty = false, isFull = false } = context;
  const sql = 'SELECT oid, modified, run, state, body FROM stix_object WHERE source_id = ? AND id = ?';
  let existing = isEmpty ? undefined : connection.get(sql, sourceId, id);
  if (existing === undefined) {
    const n = insertObject(connection, context, { original, object });
    if (n !== undefined) return { how: 'added', fresh: true, n, bytes: Buffer.byteLength(body) };
    existing = connection.get(sql, sourceId, id);
    if (existing === undefined) throw new RangeError(`${id} is held and not held`);
  }
  const n = integer(existing.oid) ?? 0;
  const fresh = existing.run !== run;
  const before = text(existing.modified);
  const wasStale = existing.state === objectState.stale;
  // The stored version came after an earlier one.
  if (isFull && !fresh && modified >= before) dropEarlier(connection, n);
  if (modified > before || (modified === before && body !== existing.body) || (modified < before && wasStale)) {
    replaceObject(connection, context, n, { original, object });
    const bytes = Buffer.byteLength(body) - Buffer.byteLength(text(existing.body));
    return { how: 'changed', fresh, n, bytes };
  }
  if (isFull && modified < before) keepEarlier(connection, { sourceId, run, n, fresh }, original);
  if (wasStale) connection.run('UPDATE stix_object SET run = ?, state = 0 WHERE oid = ?', run, n);
  else if (fresh) connection.run('UPDATE stix_object SET run = ? WHERE oid = ?', run, n);
  return { how: wasStale ? 'revived' : 'unchanged', fresh, n, bytes: 0 };
}

/** Replaces the stored version of an object. */
export function replaceObject(
  connection: Connection,
  { run, now }: { readonly run: number; readonly now: number },
  n: number,
  { original: { spec, created, modified = '', body }, object }: StorableObject,
): void {
  connection.run(
    `UPDATE stix_object SET spec = ?, created = coalesce(?, created), modified = ?, as_of = ?, run = ?, state = 0, until = ?,
       body = ? WHERE oid = ?`,
    spec,
    created ?? null,
    modified,
    now,
    run,
    untilOf(object, now),
    body,
    n,
  );
}

/** Sets the state of an object. */
export function setState(connection: Connection, n: number, state: number): void {
  connection.run('UPDATE stix_object SET state = ? WHERE oid = ?', state, n);
}
