import { lookupKey } from '../../indicators';
import type { IndicatorType } from '../../indicators/identity/types';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import type { ScanRequest } from '../../records/scan';
import { packRecord, unpackRecord } from '../sqlite/body';
import { isLeaseValid } from '../sqlite/leases';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';

/** A scan in the queue. */
export interface QueuedScan extends ScanRequest {
  readonly qid: number;
  /** It may query external sources if that is enabled; otherwise, only the store. */
  readonly outside: boolean;
}

export type ScanRow = QueuedScan &
  (
    | { readonly state: 'queued' }
    | { readonly state: 'processing'; readonly stage: string }
    | { readonly state: 'done'; readonly message: string; readonly record: IndicatorRecord }
    | { readonly state: 'failed'; readonly message: string }
  );

/** Who works on scans, and how long the claim is valid. */
export interface Claim {
  readonly holder: string;
  readonly now: UtcMillis;
  readonly forMillis: number;
}

/** Maximum number of attempts; a scan that crashes its worker must not do so forever. */
const maxAttempts = 3;
const workerLostMessage = 'The scan was started three times but never finished.';

function queuedScan(row: Row): QueuedScan {
  return {
    qid: integer(row.qid) ?? 0,
    indicator: { type: text(row.type) as IndicatorType, value: text(row.value) },
    kind: row.active === 1 ? 'active' : 'passive',
    store: row.store === 1,
    outside: row.outside === 1,
  };
}

/** Adds a scan to the queue. Returns its qid. */
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

/** The number of unfinished scans. */
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

/** How long a scan that needs external sources waits for a worker that may query them. */
const outsideMillis = 60_000;

/**
 * Claims the oldest scan that is waiting or whose worker is dead. Without `outside`, scans that need external sources
 * are left to other workers for a while.
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

/** Claims whose process is dead, or that end later than any claim can, expire now. */
function endLostClaims(connection: Connection, now: UtcMillis): void {
  const claims = connection.all('SELECT qid, holder, until FROM scan WHERE until > ?', now);
  for (const { qid = null, holder, until } of claims) {
    if (isLeaseValid({ holder: text(holder), until: integer(until) ?? 0 }, now)) continue;
    connection.run('UPDATE scan SET until = ? WHERE qid = ?', now, qid);
  }
}

/** Renews a claim, optionally with a new stage; false if someone else has it by now or the scan was deleted. */
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

/** How a scan ended. */
export type ScanEnd =
  | { readonly state: 'done'; readonly message: string; readonly record: IndicatorRecord }
  | { readonly state: 'failed'; readonly message: string };

/** Ends a scan; false if the claim was lost, and then none of its results may be stored. */
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

/** Returns unfinished scans to the queue; this doesn't count as a failed attempt. */
export function releaseScans(connection: Connection, holder: string): number {
  return connection.run(
    `UPDATE scan SET state = 'queued', note = '', holder = NULL, until = NULL, attempts = attempts - 1
     WHERE holder = ? AND ended IS NULL`,
    holder,
  ).changes;
}

/**
 * When the next scan can be claimed: now for one that is waiting or whose worker is dead, otherwise when the first
 * claim expires.
 */
export function nextScanAt(connection: Connection, now: UtcMillis): UtcMillis | undefined {
  const waiting = connection.get("SELECT qid FROM scan WHERE ended IS NULL AND state = 'queued' ORDER BY qid LIMIT 1");
  if (waiting !== undefined) return 0;
  const claims = connection.all('SELECT holder, until FROM scan WHERE until IS NOT NULL').map(({ holder, until }) => {
    const claim = { holder: text(holder), until: integer(until) ?? 0 };
    return isLeaseValid(claim, now) ? claim.until : 0;
  });
  return claims.length === 0 ? undefined : Math.min(...claims);
}

/** Deletes scans that ended before `oldest`, and all but the newest `keep` others. Returns how many. */
export function pruneScans(connection: Connection, oldest: UtcMillis, keep: number): number {
  return connection.transaction(() => {
    const aged = deleteRows(connection, remains.lists, 'DELETE FROM scan WHERE ended < ?', oldest);
    const many = deleteRows(
      connection,
      remains.lists,
      `DELETE FROM scan WHERE qid IN (
         SELECT qid FROM scan WHERE ended IS NOT NULL ORDER BY ended DESC, qid DESC LIMIT -1 OFFSET ?)`,
      keep,
    );
    return aged + many;
  });
}

/** The scan of a key that ended last. */
export function lastQid(connection: Connection, key: string): number | undefined {
  return integer(
    connection.get("SELECT qid FROM scan WHERE key = ? AND state = 'done' ORDER BY qid DESC LIMIT 1", key)?.qid,
  );
}
