import { sql } from 'kysely';
import type { RiskCounts } from '../../core/records/counts';
import type { FeedRecord } from '../../core/records/feed';
import type { LinkedIndicator, LinkSummary } from '../../core/records/linked';
import type { ThreatRecord } from '../../core/records/threat';
import { LinkCounter } from '../../core/store/groups/linkSummary';
import { createGroups, type GroupKind, type Groups, linkedIndicator } from '../../core/store/groups/groups';
import { RiskCounter } from '../../core/store/groups/riskCounts';
import type { Connection } from '../../core/store/sqlite/sqlite';
import { nameKey } from '../../core/store/statements/links';
import { subjectByKey } from '../../core/store/statements/statements';
import type { Team } from './database';
import { getKey } from './keys';
import { reading, type TeamContext } from './unit';

const idOf = { threat: 'tid', feed: 'fid' } as const;

const groupsIn = (connection: Connection): Groups => createGroups((work) => work(connection));

/** See {@link Groups.threat}. */
export async function getThreat(
  context: TeamContext,
  requested: Parameters<Groups['threat']>[0],
): Promise<ThreatRecord | undefined> {
  const { team } = context;
  const named = 'name' in requested ? await idsByName(team, 'threat', requested.name) : [requested.tid];
  // Sources have few threats with another name.
  const ids = named.length > 0 ? named : await threatsWithOtherNames(team);
  return reading(context, { keys: [], threatIds: ids }, (connection) => groupsIn(connection).threat(requested));
}

/** See {@link Groups.feed}. */
export async function getFeed(
  context: TeamContext,
  requested: Parameters<Groups['feed']>[0],
): Promise<FeedRecord | undefined> {
  const ids = 'name' in requested ? await idsByName(context.team, 'feed', requested.name) : [requested.fid];
  return reading(context, { keys: [], feedIds: ids }, (connection) => groupsIn(connection).feed(requested));
}

async function idsByName(team: Team, kind: GroupKind, name: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT ${sql.ref(idOf[kind])} AS id FROM ${sql.table(kind)} WHERE name_id = ${getKey(nameKey(name))}`.execute(team);
  return rows.map(({ id }) => id);
}

async function threatsWithOtherNames(team: Team): Promise<readonly number[]> {
  const { rows } = await sql<{ tid: number }>`
    SELECT DISTINCT tid FROM threat_statement WHERE body ~ '"(?:aliases|othernames|x_mitre_aliases)"'`.execute(team);
  return rows.map(({ tid }) => tid);
}

/** The number of indicators linked to a threat or feed. */
export async function countLinks({ team }: TeamContext, kind: GroupKind, id: number): Promise<RiskCounts> {
  const { rows } = await sql<{ risk: number; retired: number; count: number }>`
    SELECT i.risk, i.retired, count(*) AS count
    FROM (SELECT DISTINCT key FROM ${sql.table(`${kind}_link`)} WHERE ${sql.ref(idOf[kind])} = ${id}) l
    JOIN indicator i ON i.key = l.key GROUP BY i.risk, i.retired`.execute(team);
  const counter = new RiskCounter();
  for (const { risk, retired, count } of rows) counter.add(risk, retired, count);
  return counter.counts();
}

/** See {@link Groups.links}. */
export async function getLinks(
  context: TeamContext,
  kind: GroupKind,
  id: number,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly links: readonly LinkedIndicator[]; readonly hasMore: boolean }> {
  const { rows } = await sql<{ lookup_key: string; at: number | null }>`
    SELECT i.lookup_key, l.at FROM (
      SELECT key, max(stamp_linked) AS at FROM ${sql.table(`${kind}_link`)} WHERE ${sql.ref(idOf[kind])} = ${id} GROUP BY key
    ) l JOIN indicator i ON i.key = l.key
    ORDER BY l.at DESC NULLS LAST, i.iid LIMIT ${size + 1} OFFSET ${page * size}`.execute(context.team);
  const shown = rows.slice(0, size);
  const links = await reading(context, { keys: shown.map((row) => row.lookup_key) }, (connection) =>
    shown.flatMap(({ lookup_key: key, at }) => {
      const subject = subjectByKey(connection, key);
      return (subject && linkedIndicator(connection, subject, at ?? undefined)) ?? [];
    }),
  );
  return { links, hasMore: rows.length > size };
}

/** Linked indicators that are counted at once. */
const countedAtOnce = 2_000;

/** See {@link Groups.summary}. Rejects once aborted. */
export async function getSummary(
  context: TeamContext,
  kind: GroupKind,
  id: number,
  signal: AbortSignal | undefined,
): Promise<LinkSummary> {
  const counter = new LinkCounter(kind);
  let after: Uint8Array = Buffer.alloc(0);
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ key: Buffer; lookup_key: string }>`
      SELECT l.key, i.lookup_key FROM (
        SELECT DISTINCT key FROM ${sql.table(`${kind}_link`)}
        WHERE ${sql.ref(idOf[kind])} = ${id} AND key > ${after} ORDER BY key LIMIT ${countedAtOnce}
      ) l JOIN indicator i ON i.key = l.key ORDER BY l.key`.execute(context.team);
    const last = rows.at(-1);
    if (last === undefined) break;
    await reading(context, { keys: rows.map((row) => row.lookup_key) }, (connection) => {
      const part = { connection, kind, among: [id, 0, Number.MAX_SAFE_INTEGER] } as const;
      counter.count(part);
      counter.breakDown(part);
    });
    after = last.key;
  }
  const groups = kind === 'threat' ? { feedIds: counter.groupIds } : { threatIds: counter.groupIds };
  return reading(context, { keys: [], ...groups }, (connection) => counter.summary(connection));
}
