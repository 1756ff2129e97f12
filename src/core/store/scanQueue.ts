import { lookupKey } from '../indicators';
import { type IndicatorType } from '../indicators/types';
import { type IndicatorRecord, type UtcMillis } from '../records/record';
import { type ScanRequest } from '../records/scan';
import { packRecord, unpackRecord } from './body';
import { isLeaseValid } from './leases';
import { type Connection, integer, type Row, text } from './sqlite';

/** A scan as it stands in the queue. */
export interface QueuedScan extends ScanRequest {
  readonly qid: number;
  /** It may be looked up outside where that is switched on; otherwise the store alone is asked. */
  readonly outside: boolean;
}

export type ScanRow = QueuedScan &
  (
    | { readonly state: 'queued' }
    | { readonly state: 'processing'; readonly stage: string }
    | { readonly state: 'done'; readonly message: string; readonly record: IndicatorRecord }
    | { readonly state: 'failed'; readonly message: string }
  );

/** Who works on scans, and until when his claim holds. */
export interface Claim {
  readonly holder: string;
  readonly now: UtcMillis;
  readonly forMillis: number;
}

/** So often a scan is begun; one that ended its worker that often is the worker's end. */
const maxAttempts = 3;
const workerLostMessage = 'The scan was begun three times and never came to its end.';

function queuedScan(row: Row): QueuedScan {
  return {
    qid: integer(row.qid) ?? 0,
    indicator: { type: text(row.type) as IndicatorType, value: text(row.value) },
    kind: row.active === 1 ? 'active' : 'passive',
    store: row.store === 1,
    outside: row.outside === 1,
  };
}

/** Puts a scan into the queue; answers with its qid. */
export function addScan(connection: Connection, request: Omit<QueuedScan, 'qid'>, now: UtcMillis): number {
  const { indicator, kind, store, outside } = request;
  return connection.run(
    `INSERT INTO scan (key, value, type, active, store, outside, state, added) VALUES (?, ?, ?, ?, ?, ?, 'queued', ?)`,
    lookupKey(indicator),
    indicator.value,
    indicator.type,
    kind === 'active' ? 1 : 0,
    store ? 1 : 0,
    outside ? 1 : 0,
    now,
  ).id;
}

/** How many scans have not come to their end. */
export function openScans(connection: Connection): number {
  return integer(connection.get('SELECT count(*) AS n FROM scan WHERE ended IS NULL')?.n) ?? 0;
}

/** A scan by its qid. */
export function scanByQid(connection: Connection, qid: number): ScanRow | undefined {
  const row = connection.get('SELECT * FROM scan WHERE qid = ?', qid);
  if (row === undefined) return undefined;
  const scan = queuedScan(row);
  const note = text(row.note);
  switch (row.state) {
    case 'done': {
      const { value, type } = scan.indicator;
      return { ...scan, state: 'done', message: note, record: unpackRecord(text(row.result), value, type) };
    }
    case 'failed':
      return { ...scan, state: 'failed', message: note };
    case 'processing':
      return { ...scan, state: 'processing', stage: note };
    default:
      return { ...scan, state: 'queued' };
  }
}

/** So long a scan that is to be looked up outside waits for a worker that may do so. */
export const outsideMillis = 60_000;

/**
 * Takes the oldest scan that nobody works on: one that waits, or one whose worker is gone. `outside` false leaves scans that
 * are to be looked up to workers that may, for a while.
 */
export function claimScan(
  connection: Connection,
  { holder, now, forMillis }: Claim,
  outside: boolean,
): QueuedScan | undefined {
  return connection.transaction(() => {
    endLostClaims(connection, now);
    connection.run(
      `UPDATE scan SET state = 'failed', note = ?, ended = ?2, holder = NULL, until = NULL
       WHERE until IS NOT NULL AND until <= ?2 AND attempts >= ?3`,
      workerLostMessage,
      now,
      maxAttempts,
    );
    const row = connection.get(
      `UPDATE scan SET state = 'processing', note = '', holder = ?1, until = ?2, attempts = attempts + 1
       WHERE qid = (
         SELECT qid FROM scan WHERE ended IS NULL AND (state = 'queued' OR until <= ?3)
           AND (outside = 0 OR ?4 OR added <= ?5) ORDER BY qid LIMIT 1)
       RETURNING *`,
      holder,
      now + forMillis,
      now,
      outside ? 1 : 0,
      now - outsideMillis,
    );
    return row === undefined ? undefined : queuedScan(row);
  });
}

/** Claims whose process is gone, or that lie further ahead than any can, run out now. */
function endLostClaims(connection: Connection, now: UtcMillis): void {
  const claims = connection.all('SELECT qid, holder, until FROM scan WHERE until > ?', now);
  for (const { qid = null, holder, until } of claims) {
    if (isLeaseValid({ holder: text(holder), until: integer(until) ?? 0 }, now)) continue;
    connection.run('UPDATE scan SET until = ? WHERE qid = ?', now, qid);
  }
}

/** Renews a claim, with the stage where one is given; false where it is somebody else's by now, or the scan is gone. */
export function renewScan(
  connection: Connection,
  qid: number,
  { holder, now, forMillis }: Claim,
  stage?: string,
): boolean {
  return (
    connection.run(
      'UPDATE scan SET until = ?, note = coalesce(?, note) WHERE qid = ? AND holder = ? AND ended IS NULL',
      now + forMillis,
      stage ?? null,
      qid,
      holder,
    ).changes > 0
  );
}

/** How a scan came to its end. */
export type ScanEnd =
  | { readonly state: 'done'; readonly message: string; readonly record: IndicatorRecord }
  | { readonly state: 'failed'; readonly message: string };

/** Ends a scan; false where the claim is lost, and then nothing of it may be kept. */
export function endScan(connection: Connection, qid: number, holder: string, now: UtcMillis, end: ScanEnd): boolean {
  return (
    connection.run(
      `UPDATE scan SET state = ?, note = ?, result = ?, ended = ?, holder = NULL, until = NULL
       WHERE qid = ? AND holder = ? AND ended IS NULL`,
      end.state,
      end.message,
      end.state === 'done' ? packRecord(end.record) : null,
      now,
      qid,
      holder,
    ).changes > 0
  );
}

/** Puts back what a worker leaves unfinished; leaving is no failed attempt. */
export function releaseScans(connection: Connection, holder: string): number {
  return connection.run(
    `UPDATE scan SET state = 'queued', note = '', holder = NULL, until = NULL, attempts = attempts - 1
     WHERE holder = ? AND ended IS NULL`,
    holder,
  ).changes;
}

/** When the next scan can be claimed: now for one that waits or whose worker is gone, else when the first claim runs out. */
export function nextScanAt(connection: Connection, now: UtcMillis): UtcMillis | undefined {
  const waiting = connection.get("SELECT qid FROM scan WHERE ended IS NULL AND state = 'queued' ORDER BY qid LIMIT 1");
  if (waiting !== undefined) return 0;
  const claims = connection.all('SELECT holder, until FROM scan WHERE until IS NOT NULL').map(({ holder, until }) => {
    const claim = { holder: text(holder), until: integer(until) ?? 0 };
    return isLeaseValid(claim, now) ? claim.until : 0;
  });
  return claims.length === 0 ? undefined : Math.min(...claims);
}

/** Drops scans that ended before `oldest`, and of the others all but the newest `keep`; answers with how many. */
export function pruneScans(connection: Connection, oldest: UtcMillis, keep: number): number {
  return connection.transaction(() => {
    const aged = connection.run('DELETE FROM scan WHERE ended < ?', oldest).changes;
    const many = connection.run(
      `DELETE FROM scan WHERE qid IN (
         SELECT qid FROM scan WHERE ended IS NOT NULL ORDER BY ended DESC, qid DESC LIMIT -1 OFFSET ?)`,
      keep,
    ).changes;
    return aged + many;
  });
}

/** The scan that last came to its end for a key. */
export function lastQid(connection: Connection, key: string): number | undefined {
  return integer(
    connection.get("SELECT qid FROM scan WHERE key = ? AND state = 'done' ORDER BY qid DESC LIMIT 1", key)?.qid,
  );
}
