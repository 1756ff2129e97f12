import { changeSource } from '../writing/sourceMeaning';
import type { ChainEnd, MirrorState, MirrorTarget } from '../../sync/ports';
import { readFetchState } from '../../sync/fetchedList';
import { type SyncError, writeSyncError } from '../../sync/syncError';
import type { SourceContext } from '../writing/assertions';
import { detailsIn, getListRating } from '../writing/sourceMeaning';
import { openSource, removeSource } from '../writing/sources';
import { movedOn, settleClock, stampNow } from '../sqlite/clock';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { MirrorRun } from './run';

const columns = `
  SELECT m.source_id, m.server, m.root, m.collection, m.title, m.watermark, m.next_after, m.last_sync, m.last_full,
    m.discovered, m.trouble, s.name, s.details,
    (SELECT count(*) FROM stix_object o WHERE o.source_id = m.source_id) AS kept,
    (SELECT count(*) FROM stix_object o WHERE o.source_id = m.source_id AND o.state = 1 AND o.state <> 0) AS stale,
    (SELECT count(*) FROM assertion a WHERE a.source_id = m.source_id) AS indicators
  FROM mirror m JOIN source s ON s.id = m.source_id`;

/** The state of a mirror in a row with the columns of `mirror`, those of its source, and counts. */
export function getMirrorState(row: Row): MirrorState {
  const words = (key: string): string | undefined => (row[key] === null ? undefined : text(row[key]));
  const details = detailsIn(text(row['details']));
  const ranges = details.kinds?.location ?? 0;
  const given = {
    watermark: words('watermark'),
    after: words('next_after'),
    lastSync: integer(row['last_sync']),
    lastFull: integer(row['last_full']),
    discovered: integer(row['discovered']),
    fetched: readFetchState(details),
    ranges: ranges > 0 ? ranges : undefined,
    error: row['trouble'] === null ? undefined : (JSON.parse(text(row['trouble'])) as SyncError),
  };
  return {
    id: integer(row['source_id']) ?? 0,
    server: text(row['server']),
    root: text(row['root']),
    collection: text(row['collection']),
    title: text(row['title']),
    name: text(row['name']),
    objects: integer(row['kept']) ?? 0,
    stale: integer(row['stale']) ?? 0,
    indicators: integer(row['indicators']) ?? 0,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** Every mirrored collection, in the order they were added. */
export function listMirrors(connection: Connection): readonly MirrorState[] {
  return connection.all(`${columns} ORDER BY m.source_id`).map(getMirrorState);
}

/** One of them by its id. */
export function mirrorById(connection: Connection, id: number): MirrorState | undefined {
  const row = connection.get(`${columns} WHERE m.source_id = ?`, id);
  return row === undefined ? undefined : getMirrorState(row);
}

/** A name that no other mirror has: hovers distinguish sources by it. */
function freeName(connection: Connection, { title, root, collection }: MirrorTarget, ownId: number): string {
  const host = URL.canParse(root) ? new URL(root).host : root;
  const names = [title, `${title} (${host})`, `${title} (${host}, ${collection})`];
  const isFree = (name: string): boolean =>
    connection.get("SELECT 1 FROM source WHERE kind = 'mirror' AND name = ? AND id <> ?", name, ownId) === undefined;
  return names.find(isFree) ?? `${title} (${root}${collection})`;
}

/** Finds or adds the mirror of a collection. A changed API root means a fresh start. */
export function mirrorFor(connection: Connection, target: MirrorTarget): MirrorState {
  return connection.transaction(() => {
    const { server, root, collection, title } = target;
    const existing = connection.get(
      'SELECT source_id, root, title FROM mirror WHERE server = ? AND collection = ?',
      server,
      collection,
    );
    let id = integer(existing?.source_id);
    if (id === undefined) {
      const name = freeName(connection, target, 0);
      ({ id } = openSource(connection, { kind: 'mirror', name, address: `${server} ${collection}` }));
      connection.run(
        'INSERT INTO mirror (source_id, server, root, collection, title, bytes) VALUES (?, ?, ?, ?, ?, 0)',
        id,
        server,
        root,
        collection,
        title,
      );
    } else if (existing?.title !== title && title !== collection) {
      connection.run('UPDATE mirror SET title = ? WHERE source_id = ?', title, id);
      connection.run('UPDATE source SET name = ? WHERE id = ?', freeName(connection, target, id), id);
    }
    if (existing !== undefined && existing.root !== root) {
      connection.run(
        'UPDATE mirror SET root = ?, watermark = NULL, next_after = NULL, last_full = NULL WHERE source_id = ?',
        root,
        id,
      );
    }
    const state = mirrorById(connection, id);
    if (state === undefined) throw new RangeError('the mirror is gone in its own transaction');
    return state;
  });
}

/** Notes that the server's collections were listed. */
export function noteDiscovered(connection: Connection, server: string, now: number): void {
  connection.run('UPDATE mirror SET discovered = ? WHERE server = ?', now, server);
}

/** Removes a mirror with its data; returns its number of indicators. */
export function removeMirror(connection: Connection, id: number): number {
  return mirrorById(connection, id) === undefined ? 0 : removeSource(connection, id);
}

/** The number of the next chain of pages. Throws where the mirror was removed in the meantime. */
export function nextRun(connection: Connection, id: number): number {
  const row = connection.get('UPDATE mirror SET run = run + 1 WHERE source_id = ? RETURNING run', id);
  if (row === undefined) throw removed();
  return integer(row.run) ?? 0;
}

/** Throws where the mirror was removed in the meantime, or another chain than this one was started. */
export function stillThere(connection: Connection, id: number, run?: number): void {
  const sql = 'SELECT 1 FROM mirror WHERE source_id = ?1 AND (?2 IS NULL OR run = ?2)';
  if (connection.get(sql, id, run ?? null) === undefined) throw removed();
}

function removed(): Error {
  return new Error('the mirror was removed while it was synced');
}

/** The source of a mirror as of a run that begins. */
export function mirrorSource(connection: Connection, { id, name }: Pick<MirrorState, 'id' | 'name'>): SourceContext {
  return { id, kind: 'mirror', name, asOf: stampNow(connection), listRating: getListRating(connection, id) };
}

/** A run over a mirror that {@link mirrorFor} found. */
export function beginMirrorRun(connection: Connection, state: MirrorState, now: number): MirrorRun {
  const { id, objects } = state;
  const sourceContext = mirrorSource(connection, state);
  return new MirrorRun(connection, sourceContext, nextRun(connection, id), now, { isEmpty: objects === 0 });
}

/**
 * Notes how a run ended: only a completed chain moves the watermark and the time of the mirror. A full run replaces the
 * watermark, even by nothing: the server may have been reset.
 */
export function noteEnd(connection: Connection, id: number, end: ChainEnd, now: number): void {
  const error = end.complete ? null : writeSyncError(end.error);
  const reached = end.complete ? end : end.reached;
  if (reached === undefined) {
    connection.run('UPDATE mirror SET trouble = ? WHERE source_id = ?', error, id);
    return;
  }
  const { full, watermark = null, after = null } = reached;
  connection.transaction(() => {
    connection.run(
      full
        ? 'UPDATE mirror SET trouble = ?1, last_sync = ?2, last_full = ?2, watermark = ?3, next_after = ?4 WHERE source_id = ?5'
        : `UPDATE mirror SET trouble = ?1, last_sync = ?2, watermark = coalesce(?3, watermark), next_after = coalesce(?4, next_after)
             WHERE source_id = ?5`,
      error,
      now,
      watermark,
      after,
      id,
    );
    connection.run(`UPDATE source SET as_of = ${movedOn('as_of', '?1', 0)} WHERE id = ?2`, stampNow(connection), id);
    if (!end.complete || !full) return;
    changeSource(connection, id, { details: { readAt: connection.now() } });
    settleClock(connection);
  });
}
