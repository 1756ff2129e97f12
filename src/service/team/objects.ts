import { sql, type RawBuilder } from 'kysely';
import type { SourceKind } from '../../core/records/knowledge';
import { exactMicros, exactMillis, toMillis, toMicros } from '../../core/records/exactTimestamp';
import { otherThreat, threatTypes } from '../../core/stix/threatTypes';
import { behind } from '../../core/store/stix/changes';
import { readEntries, type StixEntry } from '../../core/store/stix/entries';
import type { StixPage, StixSource } from '../../core/store/stix/objectReader';
import {
  bySortKey,
  type Group,
  groups,
  type Order,
  type SortKey,
  startBehind,
  startInMillis,
  type StixQuery,
} from '../../core/store/stix/position';
import { definedAt, passes } from '../../core/store/stix/sortKeys';
import type { ServedObjects } from '../servedRecords';
import { safeDate } from './changeDates';
import type { Team } from './database';
import { getKey } from './keys';
import { reading, type TeamContext } from './unit';

/** The team store as STIX objects. */
export function createTeamObjects(context: TeamContext): ServedObjects {
  const { team } = context;
  return {
    sources: (order) => sourcesWithData(team, order),
    changedUntil: () => safeDate(team),
    page: (sources, query) => pageOf(context, sources, query),
    version: async () => {
      const { rows } = await sql<{ version: string }>`SELECT pg_current_snapshot()::text AS version`.execute(team);
      return rows[0]?.version ?? '';
    },
    original: async (sources, id, order) => {
      const position = await positionOfOriginal(team, sources, id, order);
      return position && (await entriesAt(context, [position], order))[0];
    },
  };
}

/** The position of an object, and its subject to read. */
interface ObjectPosition {
  readonly sortKey: SortKey;
  /** The lookup key of an indicator, or the ID of an original object. */
  readonly subject?: string;
}

/** The tables in which sources state something. */
const stating = ['statement', 'stix_object', 'threat_statement', 'feed_statement'];

async function sourcesWithData(team: Team, order: Order): Promise<readonly StixSource[]> {
  const tables = [...stating, ...(order === 'changed' ? ['withdrawn'] : [])];
  const says = tables.map((table) => sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE source_id = s.id)`);
  const { rows } = await sql<Omit<StixSource, 'kind'> & { kind: SourceKind }>`
    SELECT s.id, s.kind, s.name, s.address, s.as_of AS "asOf" FROM source s WHERE ${sql.join(says, sql` OR `)} ORDER BY s.id
  `.execute(team);
  return rows;
}

/** A list of positions in their order, of which more are read if too few of them are wanted. */
interface List {
  readonly group: Group;
  /** Rows with `source`, `id`, `at`, and perhaps `part`, `subject`; at most `count` of each source. */
  readonly rows: (count: number) => RawBuilder<ListRow>;
  /** `created` of a row. */
  readonly created: (at: string | number) => string;
  /** Whether each row is a position of its own, with part 0, and one of its part. */
  readonly isPaired?: boolean;
}

interface ListRow {
  readonly source: number;
  readonly id: number;
  readonly at: string | number;
  readonly part?: number | null;
  readonly subject?: string;
}

async function pageOf(
  context: TeamContext,
  sources: readonly number[],
  query: StixQuery & { readonly limit: number },
): Promise<StixPage> {
  const { team } = context;
  const { order = 'created', limit } = query;
  const lists = order === 'created' ? await createdLists(team, sources, query) : changedLists(sources, query);
  const found =
    order === 'created' ? await definitions(team, sources, query) : await changedDefinitions(team, sources, query);
  for (const list of lists) found.push(...(await positionsIn(team, list, query)));
  const ordered = found.sort((a, b) => bySortKey(a.sortKey, b.sortKey)).slice(0, limit + 1);
  const more = ordered.length > limit;
  return { entries: await entriesAt(context, more ? ordered.slice(0, -1) : ordered, order), more };
}

/** The first positions of a list that are wanted: one more than a page has, of each source. */
async function positionsIn(
  team: Team,
  { group, rows, created, isPaired = false }: List,
  query: StixQuery & { readonly limit: number },
): Promise<readonly ObjectPosition[]> {
  for (let count = query.limit + 2; ; count *= 2) {
    const read = (await rows(count).execute(team)).rows;
    const positions = read.flatMap(({ source, id, at, part, subject }, index): ObjectPosition[] => {
      const sortKey = { created: created(at), group, source, id, part: isPaired ? 0 : (part ?? 0) };
      const before = read[index - 1];
      const isFirst = !isPaired || before?.id !== id || before.source !== source;
      return [
        ...(isFirst ? [{ sortKey, subject }] : []),
        ...(isPaired && part !== null && part !== undefined ? [{ sortKey: { ...sortKey, part }, subject }] : []),
      ];
    });
    const wanted = positions.filter(({ sortKey }) => passes(sortKey, query) && fitsTypes(sortKey, query));
    const isWhole = [...Map.groupBy(read, ({ source }) => source)].every(
      ([source, those]) =>
        those.length < count || wanted.filter(({ sortKey }) => sortKey.source === source).length > query.limit,
    );
    if (isWhole) return wanted;
  }
}

/** Whether a type is requested at this position: if only relationships are, their indicators aren't. */
function fitsTypes({ group, part }: SortKey, { types }: StixQuery): boolean {
  return group !== groups.indicator || types === undefined || types.has(part === 0 ? 'indicator' : 'relationship');
}

const has = ({ types }: StixQuery, ...names: readonly string[]): boolean =>
  types === undefined || names.some((name) => types.has(name));
const wantsThreats = (query: StixQuery): boolean => has(query, ...Object.values(threatTypes), otherThreat);

/** Sources for which objects are generated. */
async function generatedFor(team: Team, sources: readonly number[]): Promise<readonly number[]> {
  const says = ['statement', 'threat_statement', 'feed_statement'].map(
    (table) => sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE source_id = s.id AND original = 0)`,
  );
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM unnest(${sources}::integer[]) AS s (id) WHERE ${sql.join(says, sql` OR `)}`.execute(team);
  return rows.map(({ id }) => id);
}

async function createdLists(team: Team, sources: readonly number[], query: StixQuery): Promise<readonly List[]> {
  const made = await generatedFor(team, sources);
  const lists: List[] = query.generatedOnly === true ? [] : [originalsByCreation(sources, query)];
  if (has(query, 'identity')) lists.push(stated(groups.feed, made, 'feed_statement', 'fid', query));
  if (wantsThreats(query)) lists.push(stated(groups.threat, made, 'threat_statement', 'tid', query));
  if (has(query, 'relationship', 'indicator')) lists.push(indicatorsByCreation(made, query));
  return lists;
}

/** Returns the start of a group's list in each source, for rows with times in milliseconds. */
function startsOf(sources: readonly number[], group: Group, { after, createdAfter }: StixQuery): RawBuilder<unknown> {
  const from = createdAfter === undefined ? -Infinity : toMillis(createdAfter).at + 1;
  const starts = sources.map((source) => {
    const start = startInMillis(startBehind(after, group, source));
    return from > start.at ? { at: from, id: 0 } : start;
  });
  return sql`unnest(${sources}::integer[], ${starts.map(({ at }) => at)}::bigint[], ${starts.map(({ id }) => id)}::bigint[])
    AS s (id, at, first)`;
}

function stated(group: Group, sources: readonly number[], table: string, id: string, query: StixQuery): List {
  return {
    group,
    created: (at) => exactMillis(Number(at)),
    rows: (count) => sql`
      SELECT s.id AS source, x.id, x.at FROM ${startsOf(sources, group, query)} CROSS JOIN LATERAL (
        SELECT ${sql.ref(id)} AS id, stated AS at FROM ${sql.table(table)}
        WHERE source_id = s.id AND original = 0 AND (stated, ${sql.ref(id)}) >= (s.at, s.first)
        ORDER BY stated, ${sql.ref(id)} LIMIT ${count}) x`,
  };
}

/** Indicators with their relationships, which come right after them. */
function indicatorsByCreation(sources: readonly number[], query: StixQuery): List {
  const ties = has(query, 'relationship')
    ? sql`LEFT JOIN threat_link l ON l.key = x.key AND l.source_id = s.id`
    : sql`CROSS JOIN (SELECT NULL::integer AS tid) l`;
  return {
    group: groups.indicator,
    created: (at) => exactMillis(Number(at)),
    isPaired: true,
    rows: (count) => sql`
      SELECT s.id AS source, x.id, x.at, l.tid AS part, i.lookup_key AS subject
      FROM ${startsOf(sources, groups.indicator, query)} CROSS JOIN LATERAL (
        SELECT key, iid AS id, stated AS at FROM statement
        WHERE source_id = s.id AND original = 0 AND (stated, iid) >= (s.at, s.first)
        ORDER BY stated, iid LIMIT ${count}) x
      JOIN indicator i ON i.key = x.key ${ties} ORDER BY s.id, x.at, x.id, l.tid`,
  };
}

/** The newest version of an object in several sources; if they are equal, that of the first source. */
const isLater = sql`(o.modified > s.modified OR (o.modified = s.modified AND o.source_id < s.source_id))`;

function typeTest({ types }: StixQuery): RawBuilder<boolean> {
  return types === undefined ? sql`true` : sql`s.type = any(${[...types]}::text[])`;
}

function originalsByCreation(sources: readonly number[], query: StixQuery): List {
  const { after, createdAfter } = query;
  // Sorts after all timestamps up to this one and before the next.
  const later = createdAfter === undefined ? '' : `${createdAfter}!`;
  const starts = sources.map((source) => {
    const start = startBehind(after, groups.original, source);
    return later > start.created ? { created: later, id: 0 } : start;
  });
  return {
    group: groups.original,
    created: String,
    rows: (count) => sql`
      SELECT f.id AS source, x.id, x.at, x.subject
      FROM unnest(${sources}::integer[], ${starts.map(({ created }) => created)}::text[], ${starts.map(({ id }) => id)}::bigint[])
        AS f (id, at, first) CROSS JOIN LATERAL (
        SELECT s.oid AS id, s.created AS at, s.id AS subject FROM stix_object s
        WHERE s.source_id = f.id AND s.state <> 1 AND (s.created, s.oid) >= (f.at COLLATE "C", f.first) AND ${typeTest(query)}
          AND NOT EXISTS (SELECT FROM stix_object o WHERE o.key = s.key AND o.source_id <> s.source_id AND o.state <> 1
            AND ${isLater} AND o.source_id = any(${sources}::integer[]))
        ORDER BY s.created, s.oid LIMIT ${count}) x`,
  };
}

/** The identity that creates generated objects, and the definition of its properties. */
async function definitions(team: Team, sources: readonly number[], query: StixQuery): Promise<ObjectPosition[]> {
  const [first] = await generatedFor(team, sources);
  if (first === undefined || !has(query, 'identity', 'extension-definition')) return [];
  return [0, 1]
    .map((id) => ({ sortKey: { created: definedAt, group: groups.definition, source: first, id, part: 0 } }))
    .filter(({ sortKey }) => passes(sortKey, query));
}

/** Definitions come with the first generated object of any source. */
async function changedDefinitions(team: Team, sources: readonly number[], query: StixQuery): Promise<ObjectPosition[]> {
  const { until = Infinity } = query;
  if (!has(query, 'identity', 'extension-definition')) return [];
  const { rows } = await sql<{ id: number; date_added: number }>`
    SELECT id, date_added FROM source WHERE id = any(${sources}::integer[]) AND date_added IS NOT NULL
    ORDER BY date_added LIMIT 1`.execute(team);
  return rows
    .flatMap(({ id: source, date_added: first }) =>
      [0, 1].map((id) => ({
        sortKey: { created: exactMicros(first + id), group: groups.definition, source, id, part: 0 },
      })),
    )
    .filter(({ sortKey }) => toMicros(sortKey.created) > behind(query) && toMicros(sortKey.created) <= until);
}

/** Lists by when objects were added or changed here. */
function changedLists(sources: readonly number[], query: StixQuery): readonly List[] {
  const { until = Number.MAX_SAFE_INTEGER } = query;
  const list = (
    group: Group,
    rows: (part: RawBuilder<unknown>, end: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): List => ({
    group,
    created: (at) => exactMicros(Number(at)),
    rows: (count) => sql`
      SELECT f.id AS source, x.* FROM unnest(${sources}::integer[]) AS f (id) CROSS JOIN LATERAL (
        ${rows(
          sql`t.date_added > ${behind(query)} AND t.date_added <= ${until} AND t.source_id = f.id`,
          sql`ORDER BY t.date_added LIMIT ${count}`,
        )}) x`,
  });
  const small = (group: Group, table: string, id: string): List =>
    list(
      group,
      (where, end) => sql`
        SELECT t.${sql.ref(id)} AS id, t.date_added AS at FROM ${sql.table(table)} t WHERE ${where} ${end}`,
    );
  const ofIndicators = (table: string, part: RawBuilder<unknown>): List =>
    list(
      groups.indicator,
      (where, end) => sql`
        SELECT t.iid AS id, t.date_added AS at, ${part} AS part, i.lookup_key AS subject
        FROM ${sql.table(table)} t JOIN indicator i ON i.key = t.key WHERE ${where} ${end}`,
    );
  const withdrawn = (test: RawBuilder<boolean>): List =>
    list(
      groups.withdrawn,
      (where, end) => sql`SELECT t.wid AS id, t.date_added AS at FROM withdrawn t WHERE ${where} AND ${test} ${end}`,
    );
  return [
    ...(query.generatedOnly === true
      ? []
      : [list(groups.original, (where, end) => changedOriginals(sources, query, where, end))]),
    ...(has(query, 'identity') ? [small(groups.feed, 'feed_statement', 'fid')] : []),
    ...(wantsThreats(query) ? [small(groups.threat, 'threat_statement', 'tid')] : []),
    ...(has(query, 'indicator') ? [ofIndicators('statement', sql`0`), withdrawn(sql`t.threat = ''`)] : []),
    ...(has(query, 'relationship') ? [ofIndicators('threat_link', sql`t.tid`), withdrawn(sql`t.threat <> ''`)] : []),
  ];
}

/** The newest version of an object that several sources have; a deleted one only if no source has it. */
function changedOriginals(
  sources: readonly number[],
  query: StixQuery,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT t.oid AS id, t.date_added AS at, t.id AS subject
    FROM stix_object t JOIN LATERAL (SELECT t.*) s ON true
    WHERE ${where} AND ${typeTest(query)} AND NOT EXISTS (
      SELECT FROM stix_object o WHERE o.key = s.key AND o.source_id <> s.source_id AND o.state <> 1
        AND (s.state = 1 OR ${isLater}) AND o.source_id = any(${sources}::integer[])) ${end}`;
}

async function positionOfOriginal(
  team: Team,
  sources: readonly number[],
  id: string,
  order: Order,
): Promise<ObjectPosition | undefined> {
  const { rows } = await sql<{ oid: number; source: number; created: string; date_added: number }>`
    SELECT oid, source_id AS source, created, date_added FROM stix_object
    WHERE key = ${getKey(id)} AND (state <> 1 OR ${order === 'changed'}) AND source_id = any(${sources}::integer[])
    ORDER BY state = 1, modified DESC, source_id LIMIT 1`.execute(team);
  const [row] = rows;
  if (row === undefined) return undefined;
  const created = order === 'changed' ? exactMicros(row.date_added) : row.created;
  return { sortKey: { created, group: groups.original, source: row.source, id: row.oid, part: 0 }, subject: id };
}

/** Reads what is at some positions, in their order. */
async function entriesAt(
  context: TeamContext,
  positions: readonly ObjectPosition[],
  order: Order,
): Promise<readonly StixEntry[]> {
  const subjects = (...wanted: readonly Group[]): readonly string[] =>
    positions.flatMap(({ sortKey, subject }) =>
      wanted.includes(sortKey.group) && subject !== undefined ? [subject] : [],
    );
  const ids = (wanted: Group): readonly number[] =>
    positions.filter(({ sortKey }) => sortKey.group === wanted).map(({ sortKey }) => sortKey.id);
  const objects = subjects(groups.original);
  const needs = {
    keys: [...subjects(groups.indicator), ...(await revisedIndicators(context.team, objects))],
    objects,
    threatIds: ids(groups.threat),
    feedIds: ids(groups.feed),
    withdrawnIds: ids(groups.withdrawn),
  };
  const sortKeys = positions.map(({ sortKey }) => sortKey);
  return reading(context, needs, (connection) => readEntries(connection, sortKeys, order));
}

/** The indicators of objects that have a version of their own here: whether they are retired decides what is served. */
async function revisedIndicators(team: Team, objects: readonly string[]): Promise<readonly string[]> {
  if (objects.length === 0) return [];
  const { rows } = await sql<{ lookup_key: string }>`
    SELECT DISTINCT x.lookup_key FROM object_indicator x WHERE x.key IN (
      SELECT o.key FROM stix_object o WHERE o.key = any(${objects.map(getKey)}::bytea[]) AND o.version IS NOT NULL)`.execute(
    team,
  );
  return rows.map((row) => row.lookup_key);
}
