import { sql } from 'kysely';
import type { AuditEntry } from '../sharedJudgments';
import type { Team } from './database';

/** Who changed something, where somebody with access to the database did. */
export const commandLine = 'command line';

/** Logs what somebody changed, in the transaction that changes it. */
export async function writeAudit(
  team: Team,
  by: string,
  { action, subject, details }: Pick<AuditEntry, 'action' | 'subject' | 'details'>,
): Promise<void> {
  await sql`
    INSERT INTO audit (by, action, subject, details) VALUES (${by}, ${action}, ${subject}, ${details})`.execute(team);
}

/** The last changes before one, newest first. */
export async function readAudit(team: Team, limit: number, before?: number): Promise<readonly AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    SELECT id, (extract(epoch FROM at) * 1000)::bigint AS at, by, action, subject, details FROM audit
    WHERE ${before ?? null}::bigint IS NULL OR id < ${before ?? null}::bigint
    ORDER BY id DESC LIMIT ${limit}`.execute(team);
  return rows;
}
