import { type Kysely, sql } from 'kysely';

/**
 * Roles and judgments. Processes of the first version continue to work: they read and write neither, and people whom
 * they add may read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
  ALTER TABLE account ADD COLUMN role text NOT NULL DEFAULT 'read';
  -- Written by people, and so small; on several servers, it can be split by its key like the large tables.
  -- date: when it was changed, among the dates of all changes (changeDates.ts). at: milliseconds since 1970.
  CREATE TABLE judgment (
    key bytea PRIMARY KEY,
    lookup_key text COLLATE "C" NOT NULL,
    value text NOT NULL,
    type text NOT NULL,
    version integer NOT NULL,
    date bigint NOT NULL,
    at bigint NOT NULL,
    by text NOT NULL,
    body text NOT NULL
  );
  CREATE INDEX judgment_date ON judgment (date);
  -- Each version, also the current one.
  CREATE TABLE judgment_version (
    key bytea,
    version integer,
    at bigint NOT NULL,
    by text NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (key, version)
  );
`,
    )
    .execute(db);
}
