import { type Kysely, sql } from 'kysely';

/**
 * The latest reading of any clock, and how long clocks have been behind it (`core/store/sqlite/clock.ts`), in milliseconds.
 * Processes of earlier builds continue to work: they read and write none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE change_clock ADD clock bigint, ADD clock_back bigint, ADD clock_behind bigint`.execute(db);
}
