import { sql } from 'kysely';
import type { Row } from '../../../core/store/sqlite/sqlite';
import type { Team } from '../database';
import { binary } from '../working/load';

/** An original object with all that is needed to write it again. */
export interface StoredObject {
  readonly id: string;
  readonly body: string;
}

/** Consecutive rows. */
export interface Slice<Item> {
  readonly items: readonly Item[];
  /** Start of the next slice; undefined at the end. */
  readonly next: Position | undefined;
}

/** The position of a row in the order of some columns. */
export type Position = Readonly<Record<string, string | number>>;

/** Rows in one transaction; more would keep other writers waiting. */
const [objectsAtOnce, tiesAtOnce] = [500, 1_000];

/** Objects of a collection that a full chain didn't bring. */
export async function staleObjects(
  team: Team,
  { sourceId, run }: { readonly sourceId: number; readonly run: number },
  { created, oid }: Position = { created: '', oid: 0 },
): Promise<Slice<StoredObject>> {
  const { rows } = await sql<StoredObject & { created: string; oid: number }>`
    SELECT id, body, created, oid FROM stix_object
    WHERE source_id = ${sourceId} AND (created, oid) > (${created}::text, ${oid}::bigint) AND run <> ${run} AND state <> 1
    ORDER BY created, oid LIMIT ${objectsAtOnce}`.execute(team);
  return sliceOf(rows, objectsAtOnce, (last) => ({ created: last.created, oid: last.oid }));
}

/** Objects whose time is over, or isn't any more by a clock that was set back. */
export async function expiredObjects(team: Team, sourceId: number, now: number): Promise<readonly StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    (SELECT id, body FROM stix_object WHERE source_id = ${sourceId} AND until BETWEEN 0 AND ${now} LIMIT ${objectsAtOnce})
    UNION ALL
    (SELECT id, body FROM stix_object WHERE source_id = ${sourceId} AND until < ${-now} LIMIT ${objectsAtOnce})
    LIMIT ${objectsAtOnce}`.execute(team);
  return rows;
}

/** Objects in some states other than 0. */
export async function objectsInState(
  team: Team,
  sourceId: number,
  states: readonly number[],
  { key }: Position = { key: '' },
): Promise<Slice<StoredObject>> {
  const { rows } = await sql<StoredObject & { hex: string }>`
    SELECT id, body, encode(key, 'hex') AS hex FROM stix_object
    WHERE source_id = ${sourceId} AND state = ANY(${states}::int[]) AND state <> 0 AND key > decode(${key}, 'hex')
    ORDER BY key LIMIT ${objectsAtOnce}`.execute(team);
  return sliceOf(rows, objectsAtOnce, (last) => ({ key: last.hex }));
}

/** Versions that a chain has set aside. */
export async function earlierVersions(
  team: Team,
  { sourceId, run }: { readonly sourceId: number; readonly run: number },
): Promise<readonly StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    SELECT id, body FROM mirror_earlier WHERE source_id = ${sourceId} AND run = ${run} LIMIT ${objectsAtOnce}`.execute(
    team,
  );
  return rows;
}

/** The keys of the ends that relationships wait for and that are there by now. */
export async function arrivedEnds(team: Team, sourceId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ hex: string }>`
    SELECT encode(t.key, 'hex') AS hex FROM (SELECT DISTINCT key, to_id FROM mirror_tie WHERE source_id = ${sourceId}) t
    WHERE EXISTS (SELECT 1 FROM foreign_id f WHERE f.source_id = ${sourceId} AND f.foreign_id = t.to_id)
      OR (t.to_id LIKE 'identity--%'
        AND EXISTS (SELECT 1 FROM stix_object o WHERE o.key = t.key AND o.source_id = ${sourceId} AND o.state <> 1))
    ORDER BY t.key`.execute(team);
  return rows.map(({ hex }) => hex);
}

/** Relationships that wait for some ends. */
export async function pendingTies(
  team: Team,
  sourceId: number,
  ends: readonly string[],
  { key, from }: Position = { key: '', from: '' },
): Promise<Slice<Row>> {
  const { rows } = await sql<Row & { hex: string; from: string }>`
    SELECT source_id, to_id, from_id, stamp, encode(key, 'hex') AS hex, encode(from_key, 'hex') AS "from" FROM mirror_tie
    WHERE source_id = ${sourceId} AND key = ANY(${binary(ends)})
      AND (key, from_key) > (decode(${key}, 'hex'), decode(${from}, 'hex'))
    ORDER BY key, from_key LIMIT ${tiesAtOnce}`.execute(team);
  return sliceOf(rows, tiesAtOnce, (last) => ({ key: last.hex, from: last.from }));
}

function sliceOf<Item>(items: readonly Item[], atOnce: number, positionOf: (item: Item) => Position): Slice<Item> {
  const last = items.at(-1);
  return { items, next: items.length < atOnce || last === undefined ? undefined : positionOf(last) };
}
