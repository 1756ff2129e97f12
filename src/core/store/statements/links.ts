import type { FeedLink, ThreatLink } from '../../records/record';
import type { FeedAssertion, ThreatAssertion } from '../../records/statement';
import { riskLevels, riskRank, type RiskLevel } from '../../records/risk';
import { dateDefinitions, dateLink } from './changeDates';
import { type Connection, integer, type Row, text, type Value } from '../sqlite/sqlite';

/** The key by which threats and feeds are compared: ignores case and extra whitespace. */
export function nameKey(name: string): string {
  return /^\S+(?: \S+)*$/u.test(name) ? name.toLowerCase() : spacedKey(name);
}

function spacedKey(name: string): string {
  return name.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** The level of a stored risk rank. */
export function getRisk(value: Value | undefined): RiskLevel {
  return riskLevels[integer(value) ?? 0] ?? 'unknown';
}

function optional<K extends string>(name: K, value: Value | undefined): Partial<Record<K, string>> {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as Record<K, string>) : {};
}

function linked(row: Row): { linked?: number } {
  const timestamp = integer(row.stamp_linked);
  return timestamp === undefined ? {} : { linked: timestamp };
}

/** A threat link of the local store; `own` includes local IDs. */
export function threatLink(row: Row, own: boolean): ThreatLink {
  const tid = own ? integer(row.tid) : undefined;
  return {
    tid,
    name: text(row.name),
    ...optional('category', row.category),
    risk: getRisk(row.risk),
    ...linked(row),
  };
}

/** A feed link of the local store; `own` includes local IDs. */
export function feedLink(row: Row, own: boolean): FeedLink {
  const fid = own ? integer(row.fid) : undefined;
  return {
    fid,
    name: text(row.name),
    ...optional('category', row.category),
    ...optional('organization', row.organization),
    ...optional('pricing', row.pricing),
    ...linked(row),
  };
}

const threatLinks = `
  SELECT l.iid, l.source_id, l.tid, l.stamp_linked, t.name, a.category, a.risk
  FROM threat_link l JOIN threat t ON t.tid = l.tid
  LEFT JOIN threat_assertion a ON a.tid = l.tid AND a.source_id = l.source_id`;
/** By iid, and by a JSON list of iids. */
export const threatLinksSql = `${threatLinks} WHERE l.iid = ? ORDER BY t.name`;
export const threatLinksOfManySql = `${threatLinks} WHERE l.iid IN (SELECT value FROM json_each(?)) ORDER BY t.name`;

const feedLinks = `
  SELECT l.iid, l.source_id, l.fid, l.stamp_linked, f.name, a.category, a.organization, a.pricing
  FROM feed_link l JOIN feed f ON f.fid = l.fid
  LEFT JOIN feed_assertion a ON a.fid = l.fid AND a.source_id = l.source_id`;
/** By iid, and by a JSON list of iids. */
export const feedLinksSql = `${feedLinks} WHERE l.iid = ? ORDER BY f.name`;
export const feedLinksOfManySql = `${feedLinks} WHERE l.iid IN (SELECT value FROM json_each(?)) ORDER BY f.name`;

interface ByName {
  readonly table: 'threat' | 'feed';
  readonly id: 'tid' | 'fid';
}

function ownId(connection: Connection, { table, id }: ByName, name: string): number {
  const key = nameKey(name);
  const found = integer(connection.get(`SELECT ${id} AS id FROM ${table} WHERE name_key = ?`, key)?.id);
  return found ?? connection.run(`INSERT INTO ${table} (name_key, name) VALUES (?, ?)`, key, name.trim()).id;
}

/** Maps a source's ID to the local ID. */
export function saveForeignId(
  connection: Connection,
  sourceId: number,
  kind: string,
  untrusted: string,
  own: number,
): void {
  connection.run(
    'INSERT OR IGNORE INTO foreign_id (source_id, foreign_id, kind, own_id) VALUES (?, ?, ?, ?)',
    sourceId,
    untrusted,
    kind,
    own,
  );
}

/** The key in the details of a threat that its source no longer lists. */
export const delistedKey = 'delisted';
const isDelisted = `body ->> '$.${delistedKey}' IS NOT NULL`;

/** When a threat or feed without an original object gets a new date: unless the same run wrote the same content. */
const redated = (...changes: readonly string[]): string => `date_added = CASE
         WHEN max(original, excluded.original) = 1 THEN NULL
         WHEN date_added IS NULL OR as_of <> excluded.as_of OR ${changes.join(' OR ')} THEN excluded.date_added
         ELSE date_added END`;
const anotherBody = "(excluded.body <> '{}' AND excluded.body <> body)";
const another = (column: string): string => `(excluded.${column} IS NOT NULL AND excluded.${column} IS NOT ${column})`;

function dateGroup(connection: Connection, sourceId: number, original: boolean | undefined): number | null {
  if (original === true) return null;
  dateDefinitions(connection, sourceId);
  return connection.nextDate();
}

/** Writes a source's statement about a threat. Returns the local ID. */
export function writeThreat(connection: Connection, sourceId: number, asOf: number, threat: ThreatAssertion): number {
  const { name, risk, ...more } = threat;
  const key = `threat\n${sourceId}\n${nameKey(name)}`;
  const statement = { key, content: JSON.stringify({ asOf, ...more }), rank: riskRank(risk) };
  return writeIfChanged(connection, statement, () => upsertThreat(connection, sourceId, asOf, threat));
}

function upsertThreat(connection: Connection, sourceId: number, asOf: number, threat: ThreatAssertion): number {
  const tid = ownId(connection, { table: 'threat', id: 'tid' }, threat.name);
  connection.run(
    `INSERT INTO threat_assertion (tid, source_id, as_of, risk, category, body, original, stated, date_added)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?3, ?8)
     ON CONFLICT (tid, source_id) DO UPDATE SET as_of = excluded.as_of, original = max(original, excluded.original),
       risk = CASE WHEN as_of = excluded.as_of AND NOT (${isDelisted}) THEN max(risk, excluded.risk) ELSE excluded.risk END,
       category = coalesce(excluded.category, category),
       body = CASE WHEN excluded.body = '{}' THEN json_remove(body, '$.${delistedKey}') ELSE excluded.body END,
       ${redated(isDelisted, anotherBody, another('category'))}`,
    tid,
    sourceId,
    asOf,
    riskRank(threat.risk),
    threat.category ?? null,
    JSON.stringify(threat.details ?? {}),
    threat.original === true ? 1 : 0,
    dateGroup(connection, sourceId, threat.original),
  );
  if (threat.foreignId !== undefined) saveForeignId(connection, sourceId, 'threat', threat.foreignId, tid);
  return tid;
}

/** Writes a source's statement about a feed. Returns the local ID. */
export function writeFeed(connection: Connection, sourceId: number, asOf: number, feed: FeedAssertion): number {
  const { name, ...more } = feed;
  const statement = { key: `feed\n${sourceId}\n${nameKey(name)}`, content: JSON.stringify({ asOf, ...more }), rank: 0 };
  return writeIfChanged(connection, statement, () => upsertFeed(connection, sourceId, asOf, feed));
}

function upsertFeed(connection: Connection, sourceId: number, asOf: number, feed: FeedAssertion): number {
  const fid = ownId(connection, { table: 'feed', id: 'fid' }, feed.name);
  connection.run(
    `INSERT INTO feed_assertion (fid, source_id, as_of, category, organization, pricing, body, original, stated, date_added)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?3, ?9)
     ON CONFLICT (fid, source_id) DO UPDATE SET as_of = excluded.as_of, original = max(original, excluded.original),
       category = coalesce(excluded.category, category), organization = coalesce(excluded.organization, organization),
       pricing = coalesce(excluded.pricing, pricing),
       body = CASE WHEN excluded.body = '{}' THEN body ELSE excluded.body END,
       ${redated(anotherBody)}`,
    fid,
    sourceId,
    asOf,
    feed.category ?? null,
    feed.organization ?? null,
    feed.pricing ?? null,
    JSON.stringify(feed.details ?? {}),
    feed.original === true ? 1 : 0,
    dateGroup(connection, sourceId, feed.original),
  );
  if (feed.foreignId !== undefined) saveForeignId(connection, sourceId, 'feed', feed.foreignId, fid);
  return fid;
}

/**
 * How a link to a threat is served: as an original object, as one generated with a new indicator, or as one added
 * later.
 */
export type LinkOrigin = 'original' | 'new' | 'later';

/** Writes a link; returns whether it is new. */
export function linkThreat(
  c: Connection,
  iid: number,
  sourceId: number,
  tid: number,
  timestamp?: number,
  origin: LinkOrigin = 'original',
): boolean {
  const isNew =
    c.run(
      'INSERT OR IGNORE INTO threat_link (iid, source_id, tid, stamp_linked, date_added) VALUES (?, ?, ?, ?, ?)',
      iid,
      sourceId,
      tid,
      timestamp ?? null,
      origin === 'new' ? c.nextDate() : null,
    ).changes > 0;
  if (!isNew) dateFirst(c, 'threat', { iid, sourceId, other: tid, timestamp });
  if (!isNew || origin !== 'later') return isNew;
  const { date, version } = dateLink(c, sourceId, iid, tid);
  c.run(
    'UPDATE threat_link SET date_added = ?, version = ? WHERE iid = ? AND source_id = ? AND tid = ?',
    date,
    version,
    iid,
    sourceId,
    tid,
  );
  return true;
}

/** Writes a link; returns whether it is new. */
export function linkFeed(c: Connection, iid: number, sourceId: number, fid: number, timestamp?: number): boolean {
  const isNew =
    c.run(
      'INSERT OR IGNORE INTO feed_link (iid, source_id, fid, stamp_linked) VALUES (?, ?, ?, ?)',
      iid,
      sourceId,
      fid,
      timestamp ?? null,
    ).changes > 0;
  if (!isNew) dateFirst(c, 'feed', { iid, sourceId, other: fid, timestamp });
  return isNew;
}

/** If a link is stated repeatedly, the earliest date counts regardless of order. */
function dateFirst(
  c: Connection,
  kind: 'threat' | 'feed',
  link: {
    readonly iid: number;
    readonly sourceId: number;
    readonly other: number;
    readonly timestamp: number | undefined;
  },
): void {
  if (link.timestamp === undefined) return;
  c.run(
    `UPDATE ${kind}_link SET stamp_linked = ?1 WHERE iid = ?2 AND source_id = ?3 AND ${kind === 'threat' ? 'tid' : 'fid'} = ?4
     AND (stamp_linked IS NULL OR stamp_linked > ?1)`,
    link.timestamp,
    link.iid,
    link.sourceId,
    link.other,
  );
}

/** Whether a source links an indicator to any threat or feed. */
export function hasLinks(c: Connection, kind: 'threat' | 'feed', iid: number, sourceId: number): boolean {
  return c.get(`SELECT 1 FROM ${kind}_link WHERE iid = ? AND source_id = ? LIMIT 1`, iid, sourceId) !== undefined;
}

/** Removes a source's links of an indicator to threats or feeds other than `keep`; returns the IDs of those. */
export function unlinkOthers(
  c: Connection,
  kind: 'threat' | 'feed',
  iid: number,
  sourceId: number,
  keep: readonly number[],
): readonly number[] {
  const id = kind === 'threat' ? 'tid' : 'fid';
  return c
    .all(
      `DELETE FROM ${kind}_link WHERE iid = ? AND source_id = ? AND ${id} NOT IN (SELECT value FROM json_each(?))
       RETURNING ${id} AS id`,
      iid,
      sourceId,
      JSON.stringify(keep),
    )
    .map((row) => integer(row['id']) ?? 0);
}

/**
 * Notes that a source, as of a run, no longer lists threats that the run hasn't stated: the given ones, if no indicator of
 * the source is linked to them any more, or all.
 */
export function delistThreats(
  c: Connection,
  { id: sourceId, asOf }: { readonly id: number; readonly asOf: number },
  unlinked: readonly number[] | 'all',
): void {
  if (unlinked.length === 0) return;
  const rows = c.all(
    `SELECT tid, date_added FROM threat_assertion a WHERE source_id = ?1 AND as_of <> ?2 AND NOT (${isDelisted})
       AND (?3 IS NULL OR (tid IN (SELECT value FROM json_each(?3))
         AND NOT EXISTS (SELECT 1 FROM threat_link l WHERE l.tid = a.tid AND l.source_id = a.source_id)))`,
    sourceId,
    asOf,
    unlinked === 'all' ? null : JSON.stringify(unlinked),
  );
  for (const row of rows) {
    c.run(
      `UPDATE threat_assertion SET body = json_set(body, '$.${delistedKey}', json('true')), as_of = ?, date_added = ?
       WHERE tid = ? AND source_id = ?`,
      asOf,
      row['date_added'] === null ? null : c.nextDate(),
      integer(row['tid']) ?? 0,
      sourceId,
    );
  }
}

/** The last statement that was written about a threat or feed, and its local ID. */
interface LastStatement {
  readonly content: string;
  readonly rank: number;
  readonly id: number;
}

const statementsBy = new WeakMap<Connection, Map<string, LastStatement>>();
/** Present in the connection's memo as long as the cached statements match the file. */
const memo = '\nlast said';
const maxRemembered = 50_000;

/**
 * Returns the ID of the previous `write` if the same content with the same or a higher risk rank was last written for
 * `key`: a list repeats the same threat in every row.
 */
function writeIfChanged(
  connection: Connection,
  { key, content, rank }: { readonly key: string; readonly content: string; readonly rank: number },
  write: () => number,
): number {
  let known = statementsBy.get(connection);
  if (known === undefined || !connection.memo.has(memo) || known.size >= maxRemembered) {
    known = new Map();
    statementsBy.set(connection, known);
    connection.memo.set(memo, 0);
  }
  const last = known.get(key);
  if (last?.content === content && last.rank >= rank) return last.id;
  const id = write();
  // A failed transaction clears the memo, and with it the cached statements.
  known.set(key, { content, rank, id });
  return id;
}
