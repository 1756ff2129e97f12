import { sql } from 'kysely';
import { lookupKey } from '../../../core/indicators';
import type { IndicatorType } from '../../../core/indicators/identity/types';
import type { IndicatorRecord } from '../../../core/records/record';
import type { QueuedScan, ScanRow } from '../../../core/store/activity/scanQueue';
import { packRecord, unpackRecord } from '../../../core/store/sqlite/body';
import { withLocalIds } from '../../../core/store/statements/records';
import { maxQueuedScans } from '../../scans/queue';
import type { Team } from '../database';
import { toHexKey } from '../keys';
import { namedIds } from '../records';
import type { TeamContext } from '../unit';
import { eachOf } from '../working/load';

/** How long finished scans are stored (docs/guide/team.md). */
const keptDays = 30;

/** Somebody else has ended a scan, which must not be written again. */
export class ScanEnded extends Error {}

/** Messages quote servers, and no text of the database has this character. */
const noteOf = (message: string): string => message.replaceAll('\0', '');

interface Stored {
  readonly qid: number;
  readonly value: string;
  readonly type: IndicatorType;
  readonly active: boolean;
  readonly store: boolean;
  readonly outside: boolean;
  readonly state: ScanRow['state'];
  readonly note: string;
  readonly result: string | null;
}

/** Those of {@link Stored}; `*` would be refused once a later build adds one. */
const columns = sql`qid, value, type, active, store, outside, state, note, result`;

function queuedScan({ qid, value, type, active, store, outside }: Stored): QueuedScan {
  return { qid, indicator: { type, value }, kind: active ? 'active' : 'passive', store, outside };
}

/** Adds a scan of somebody. Resolves with its qid, or `full` if too many are waiting. */
export async function addScan(team: Team, scan: Omit<QueuedScan, 'qid'>, by: string): Promise<number | 'full'> {
  const { indicator, kind, store, outside } = scan;
  const { rows } = await sql<{ qid: number }>`
    INSERT INTO scan (by, value, type, active, store, outside)
    SELECT ${by}, ${indicator.value}, ${indicator.type}, ${kind === 'active'}, ${store}, ${outside}
    WHERE (SELECT count(*) FROM (SELECT 1 FROM scan WHERE ended IS NULL LIMIT ${maxQueuedScans}) o) < ${maxQueuedScans}
    RETURNING qid`.execute(team);
  return rows[0]?.qid ?? 'full';
}

/** The scan of somebody, as it is now. */
export async function findScan(context: TeamContext, qid: number, by: string): Promise<ScanRow | undefined> {
  const { rows } = await sql<Stored>`SELECT ${columns} FROM scan WHERE qid = ${qid} AND by = ${by}`.execute(
    context.team,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const scan = queuedScan(row);
  switch (row.state) {
    case 'queued':
      return { ...scan, state: 'queued' };
    case 'processing':
      return { ...scan, state: 'processing', stage: row.note };
    case 'failed':
      return { ...scan, state: 'failed', message: row.note };
    case 'done': {
      const record = unpackRecord(row.result ?? '{}', row.value, row.type);
      return { ...scan, state: 'done', message: row.note, record: await withTeamIds(context.team, record, qid) };
    }
  }
}

/** A record with the IDs that its parts have now. */
async function withTeamIds(team: Team, record: IndicatorRecord, qid: number): Promise<IndicatorRecord> {
  const key = lookupKey(record);
  const { from, to } = record.redirects;
  const keys = from
    .concat(to)
    .map(({ value }) => lookupKey(value))
    .concat(key);
  const { rows } = await sql<{ lookup_key: string; iid: number }>`
    SELECT i.lookup_key, i.iid FROM ${eachOf('indicator', keys.map(toHexKey))} i`.execute(team);
  const iids = new Map(rows.map(({ lookup_key: each, iid }) => [each, iid]));
  const iid = record.iid === undefined ? undefined : iids.get(key);
  if (iid === undefined) return { ...record, iid, qid };
  const named = await namedIds(team, [{ key, record }]);
  return withLocalIds(
    record,
    { iid, value: record.value, type: record.type },
    {
      qid: () => qid,
      iid: (each) => iids.get(each),
      named: (kind, name) => named.get(`${kind}\n${name}`),
    },
  );
}

/** Marks a scan as running; undefined if it has ended. */
export async function beginScan(team: Team, qid: number): Promise<QueuedScan | undefined> {
  const { rows } = await sql<Stored>`
    UPDATE scan SET state = 'processing', note = '' WHERE qid = ${qid} AND ended IS NULL RETURNING ${columns}`.execute(
    team,
  );
  return rows[0] === undefined ? undefined : queuedScan(rows[0]);
}

/** Notes what a running scan does; undefined puts it back into the queue. */
export async function noteStage(team: Team, qid: number, stage: string | undefined): Promise<void> {
  const state = stage === undefined ? 'queued' : 'processing';
  await sql`UPDATE scan SET state = ${state}, note = ${noteOf(stage ?? '')} WHERE qid = ${qid} AND ended IS NULL`.execute(
    team,
  );
}

/** Keeps others from ending a scan until the transaction ends. Rejects with {@link ScanEnded} if that has happened. */
export async function lockOpenScan(team: Team, qid: number): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM scan WHERE qid = ${qid} AND ended IS NULL FOR UPDATE`.execute(team);
  if (rows.length === 0) throw new ScanEnded();
}

/** Ends a scan that was locked, with its results. */
export async function endScan(team: Team, qid: number, message: string, record: IndicatorRecord): Promise<void> {
  await sql`
    UPDATE scan SET state = 'done', note = ${noteOf(message)}, result = ${packRecord(record)}, ended = now()
    WHERE qid = ${qid}`.execute(team);
}

/** Ends a scan without results, unless it has ended. */
export async function failScan(team: Team, qid: number, message: string): Promise<void> {
  await sql`UPDATE scan SET state = 'failed', note = ${noteOf(message)}, ended = now() WHERE qid = ${qid} AND ended IS NULL`.execute(
    team,
  );
}

/** Deletes scans that ended long ago. */
export async function pruneScans(team: Team): Promise<void> {
  await sql`DELETE FROM scan WHERE ended < now() - ${keptDays} * interval '1 day'`.execute(team);
}
