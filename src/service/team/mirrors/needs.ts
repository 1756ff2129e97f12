import { sql } from 'kysely';
import type { Statement } from '../../../core/records/statement';
import { type StixObject, getText } from '../../../core/stix/fields';
import { readBundle } from '../../../core/stix/objects';
import { getStorable } from '../../../core/store/mirror/objects';
import { techniqueKinds } from '../../../core/store/mirror/statementWriter';
import { type Row, text } from '../../../core/store/sqlite/sqlite';
import type { Team } from '../database';
import { getIndicators, getNeeds } from '../importRun';
import { toJson } from '../json';
import { toHexKey } from '../keys';
import { eachKey, type Needs } from '../working/load';

/** A collection whose objects are written. */
export interface Collection {
  readonly sourceId: number;
  readonly now: number;
  /** Identities that are known to be feeds. */
  readonly creators: Iterable<string>;
}

/** Types of objects that define the meaning of others. A collection has few of them. */
const definingTypes = ['extension-definition', 'identity'];

type Relation = Extract<Statement, { readonly kind: 'relation' }>;

/** Returns the data to load for writing objects of a collection, and pending relationships. */
export async function needsOfObjects(
  team: Team,
  { sourceId, now, creators }: Collection,
  objects: readonly StixObject[],
  pending: readonly Row[] = [],
): Promise<Needs> {
  const reader = readBundle(now);
  const { rows: defining } = await sql<{ body: string }>`SELECT body FROM stix_object
    WHERE source_id = ${sourceId} AND type = ANY(${definingTypes}::text[]) AND state <> 1`.execute(team);
  for (const { body } of defining) reader.read(JSON.parse(body));
  for (const object of objects) if (definingTypes.includes(getText(object.type) ?? '')) reader.readNow(object);
  const ids = objects.flatMap((object) => getText(object.id) ?? []);
  const awaited = await awaitedTies(
    team,
    sourceId,
    ids.filter((id) => id.startsWith('identity--')),
  );
  const waiting = [...awaited, ...pending].map((row) => text(row['to_id']));
  for (const id of [...creators, ...waiting]) reader.expectFeed(id);
  // Whose makers come later on a page are read after them.
  const read = (object: StixObject) => reader.readNow(object.revoked === true ? { ...object, revoked: false } : object);
  const statements = [...objects, ...objects].flatMap((object) => read(object).statements);
  const identities = await identitiesOf(team, sourceId, waiting);
  for (const object of identities) statements.push(...read(object).statements);
  const relations = statements.filter((each): each is Relation => each.kind === 'relation');
  const from = [...relations.map((each) => each.from), ...pending.map((row) => text(row['from_id']))];
  const named = [...new Set([...ids, ...from])];
  const needs = getNeeds(statements, sourceId);
  return {
    ...needs,
    keys: new Set([...needs.keys, ...(await getIndicators(team, sourceId, named))]),
    objects: [...named, ...identities.flatMap((object) => getText(object.id) ?? [])],
    objectTypes: definingTypes,
    foreignIds: [...new Set([...ids, ...relations.map(({ to }) => to), ...waiting])],
    mirror: { ties: [...awaited, ...pending, ...(await tiesBetween(team, sourceId, relations))], earlier: ids },
  };
}

/** Stored objects as what has to be loaded for them. */
export function objectsIn(rows: readonly { readonly body: string }[]): readonly StixObject[] {
  return rows.flatMap(({ body }) => {
    const found = getStorable(JSON.parse(body));
    return typeof found === 'string' ? [] : [found.object];
  });
}

/** Returns the data to load for adding the techniques of all threats; undefined without techniques. */
export async function needsOfTechniques(team: Team, { sourceId, now }: Collection): Promise<Needs | undefined> {
  const types = [...techniqueKinds];
  const { rows } = await sql<{ id: string; type: string; body: string }>`SELECT id, type, body FROM stix_object
    WHERE source_id = ${sourceId} AND state <> 1 AND (type = ANY(${types}::text[])
      OR (type = 'relationship' AND strpos(body, 'attack-pattern--') > 0))`.execute(team);
  if (!rows.some(({ type }) => type === 'attack-pattern')) return undefined;
  const reader = readBundle(now);
  for (const object of objectsIn(rows)) reader.read(object);
  const uses = rows.filter(({ type }) => type === 'relationship').map(({ id }) => id);
  return {
    ...getNeeds(reader.end().statements, sourceId),
    objects: uses,
    objectTypes: [...definingTypes, ...types],
    mirror: {},
  };
}

/** For identities that relationships wait for: one of these relationships. */
async function awaitedTies(team: Team, sourceId: number, ids: readonly string[]): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`SELECT t.source_id, t.to_id, t.from_id, t.stamp
    FROM ${eachKey(ids.map(toHexKey))} CROSS JOIN LATERAL (
      SELECT * FROM mirror_tie t WHERE t.key = k.key AND t.source_id = ${sourceId} LIMIT 1) t`.execute(team);
  return rows;
}

/** Those relationships that wait already. */
async function tiesBetween(team: Team, sourceId: number, relations: readonly Relation[]): Promise<readonly Row[]> {
  if (relations.length === 0) return [];
  const list = relations.map(({ from, to }) => ({ to: toHexKey(to), from: toHexKey(from) }));
  const { rows } = await sql<Row>`SELECT t.source_id, t.to_id, t.from_id, t.stamp
    FROM json_to_recordset(${toJson(list)}::json) AS r ("to" text, "from" text) CROSS JOIN LATERAL (
      SELECT * FROM mirror_tie t WHERE t.key = decode(r."to", 'hex') AND t.source_id = ${sourceId}
        AND t.from_key = decode(r."from", 'hex') OFFSET 0) t`.execute(team);
  return rows;
}

async function identitiesOf(team: Team, sourceId: number, ids: readonly string[]): Promise<readonly StixObject[]> {
  const wanted = [...new Set(ids)].filter((id) => id.startsWith('identity--'));
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ body: string }>`SELECT o.body
    FROM ${eachKey(wanted.map(toHexKey))} CROSS JOIN LATERAL (
      SELECT * FROM stix_object t WHERE t.key = k.key AND t.source_id = ${sourceId} OFFSET 0) o`.execute(team);
  return objectsIn(rows);
}
