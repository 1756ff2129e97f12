import { type Kysely, sql } from 'kysely';
import { createSplit } from './split';

/** Tables of synced collections that may be as large as the collections. */
export const large: Readonly<Record<string, string>> = {
  // Relationships whose other end hasn't arrived yet. key: of the ID of that end; from_key: of the indicator's object.
  mirror_tie: `
    key bytea,
    source_id integer,
    from_key bytea,
    to_id text COLLATE "C" NOT NULL,
    from_id text COLLATE "C" NOT NULL,
    stamp bigint,
    PRIMARY KEY (key, source_id, from_key)`,
  // Earlier versions of objects from a full run, which replace later ones once it has ended. key: of the ID of the object.
  mirror_earlier: `
    key bytea,
    source_id integer,
    id text COLLATE "C" NOT NULL,
    run bigint NOT NULL,
    spec text NOT NULL,
    created text COLLATE "C",
    modified text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (key, source_id)`,
};

/** TAXII collections that are synced. Processes of earlier builds continue to work: they read and write none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
  -- bytes: the size of its objects. target: the hash of server and collection.
  CREATE TABLE mirror (
    source_id integer PRIMARY KEY REFERENCES source (id) ON DELETE CASCADE,
    server text NOT NULL,
    root text NOT NULL,
    collection text NOT NULL,
    title text NOT NULL,
    run bigint NOT NULL,
    watermark text,
    next_after text,
    last_sync bigint,
    last_full bigint,
    discovered bigint,
    trouble text,
    bytes bigint NOT NULL,
    target bytea NOT NULL UNIQUE
  );
`,
    )
    .execute(db);
  await createSplit(db, large);
  await sql
    .raw(
      `
  CREATE INDEX mirror_tie_source ON mirror_tie (source_id, key, from_key);
  CREATE INDEX mirror_earlier_source ON mirror_earlier (source_id);
  CREATE INDEX stix_object_state ON stix_object (source_id, state) WHERE state <> 0;
  CREATE INDEX stix_object_until ON stix_object (source_id, until) WHERE until IS NOT NULL;
`,
    )
    .execute(db);
}
