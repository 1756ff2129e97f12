import { sql } from 'kysely';
import { type Team, getState } from './database';

/** How long a statement may run, and what ends it before. */
export interface TimeLimit {
  readonly millis: number;
  readonly signal?: AbortSignal | undefined;
}

/** A statement wasn't finished within its time. */
export class TimeLimitError extends Error {
  constructor(readonly millis: number) {
    super(`not finished within ${millis / 1_000} seconds`);
    this.name = 'TimeLimitError';
  }
}

const canceled = '57014';

/**
 * Reads in a transaction whose statements end after a time, or when nobody waits for them any longer. Rejects with a
 * TimeLimitError, or the signal's reason.
 */
export async function within<T>(
  team: Team,
  { millis, signal }: TimeLimit,
  work: (transaction: Team) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await team
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`
          SELECT pg_backend_pid() AS pid, set_config('statement_timeout', ${String(Math.ceil(millis))}, true)
        `.execute(transaction);
        let canceling: Promise<unknown> = Promise.resolve();
        const cancel = (): void => {
          canceling = sql`SELECT pg_cancel_backend(${rows[0]?.pid})`.execute(team).catch(() => undefined);
        };
        signal?.addEventListener('abort', cancel, { once: true });
        try {
          signal?.throwIfAborted();
          return await work(transaction);
        } finally {
          signal?.removeEventListener('abort', cancel);
          // The next statement of the connection is somebody else's.
          await canceling;
        }
      });
  } catch (error) {
    signal?.throwIfAborted();
    throw getState(error) === canceled ? new TimeLimitError(millis) : error;
  }
}
