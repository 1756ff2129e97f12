// The SQL of schema steps for STIX objects and mirrors. Never edit a released step.

/** Objects served over TAXII, ordered by `created`. */
export const stixTables = `
  CREATE TABLE stix_object (
    oid INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    spec TEXT NOT NULL,
    created TEXT NOT NULL,
    modified TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX stix_object_id ON stix_object (id, source_id);
  CREATE INDEX stix_object_created ON stix_object (source_id, created, oid, type);

  ALTER TABLE assertion ADD COLUMN original INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE assertion ADD COLUMN stated INTEGER NOT NULL DEFAULT 0;
  UPDATE assertion SET stated = CAST(coalesce(json_extract(body, '$.stamps.added'), created) AS INTEGER);
  DROP INDEX assertion_source;
  CREATE INDEX assertion_source ON assertion (source_id, original, stated);

  ALTER TABLE threat_assertion ADD COLUMN original INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE threat_assertion ADD COLUMN stated INTEGER NOT NULL DEFAULT 0;
  UPDATE threat_assertion SET stated = (SELECT created FROM source WHERE id = source_id);
  DROP INDEX threat_assertion_source;
  CREATE INDEX threat_assertion_source ON threat_assertion (source_id, original, stated);

  ALTER TABLE feed_assertion ADD COLUMN original INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE feed_assertion ADD COLUMN stated INTEGER NOT NULL DEFAULT 0;
  UPDATE feed_assertion SET stated = (SELECT created FROM source WHERE id = source_id);
  DROP INDEX feed_assertion_source;
  CREATE INDEX feed_assertion_source ON feed_assertion (source_id, original, stated);
`;

/** Mirrored collections, and relationships whose other end hasn't arrived yet. */
export const mirrorTables = `
  CREATE TABLE mirror (
    source_id INTEGER PRIMARY KEY REFERENCES source (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    root TEXT NOT NULL,
    collection TEXT NOT NULL,
    title TEXT NOT NULL,
    run INTEGER NOT NULL DEFAULT 0,
    watermark TEXT,
    next_after TEXT,
    last_sync INTEGER,
    last_full INTEGER,
    discovered INTEGER,
    trouble TEXT,
    UNIQUE (server, collection)
  );
  ALTER TABLE stix_object ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stix_object ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stix_object ADD COLUMN until INTEGER;
  CREATE INDEX stix_object_state ON stix_object (source_id, state) WHERE state <> 0;
  CREATE INDEX stix_object_until ON stix_object (source_id, until) WHERE until IS NOT NULL;
  CREATE TABLE mirror_tie (
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    to_id TEXT NOT NULL,
    from_id TEXT NOT NULL,
    stamp INTEGER,
    PRIMARY KEY (source_id, to_id, from_id)
  ) WITHOUT ROWID;
  CREATE INDEX foreign_id_own ON foreign_id (own_id, source_id) WHERE kind = 'indicator';
`;

/** Pages of a first sync, stored as received until they are indexed. */
export const mirrorPageTable = `
  CREATE TABLE mirror_page (
    pid INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    run INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    body BLOB NOT NULL
  );
  CREATE INDEX mirror_page_source ON mirror_page (source_id, pid);
  ALTER TABLE mirror ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
`;

/**
 * When served objects were added or changed here. Large bodies are not rewritten: existing rows get dates by their row
 * number.
 */
export const changeDates = `
  CREATE TABLE change_clock (last INTEGER NOT NULL);
  INSERT INTO change_clock (last) VALUES (CAST(unixepoch('subsec') * 1000000 AS INTEGER));

  ALTER TABLE stix_object ADD COLUMN changed INTEGER;
  ALTER TABLE stix_object ADD COLUMN version INTEGER;
  ALTER TABLE stix_object ADD COLUMN date_added INTEGER
    GENERATED ALWAYS AS (coalesce(changed, 1767225600000000 + oid)) VIRTUAL;
  CREATE INDEX stix_object_added ON stix_object (source_id, date_added);

  ALTER TABLE source ADD COLUMN date_added INTEGER;
  UPDATE source SET date_added = (SELECT last FROM change_clock) + 2 * id WHERE EXISTS
    (SELECT 1 FROM assertion WHERE source_id = source.id AND original = 0
     UNION ALL SELECT 1 FROM threat_assertion WHERE source_id = source.id AND original = 0
     UNION ALL SELECT 1 FROM feed_assertion WHERE source_id = source.id AND original = 0);
  UPDATE change_clock SET last = last + 2 * (SELECT coalesce(max(id), 0) FROM source) + 2;

  ALTER TABLE feed_assertion ADD COLUMN date_added INTEGER;
  UPDATE feed_assertion SET date_added = (SELECT last FROM change_clock) + n
    FROM (SELECT fid AS f, source_id AS s, row_number() OVER () AS n FROM feed_assertion WHERE original = 0)
    WHERE fid = f AND source_id = s;
  UPDATE change_clock SET last = last + (SELECT count(*) FROM feed_assertion);
  CREATE INDEX feed_assertion_added ON feed_assertion (source_id, date_added) WHERE date_added IS NOT NULL;

  ALTER TABLE threat_assertion ADD COLUMN date_added INTEGER;
  UPDATE threat_assertion SET date_added = (SELECT last FROM change_clock) + n
    FROM (SELECT tid AS t, source_id AS s, row_number() OVER () AS n FROM threat_assertion WHERE original = 0)
    WHERE tid = t AND source_id = s;
  UPDATE change_clock SET last = last + (SELECT count(*) FROM threat_assertion);
  CREATE INDEX threat_assertion_added ON threat_assertion (source_id, date_added) WHERE date_added IS NOT NULL;

  ALTER TABLE assertion ADD COLUMN date_added INTEGER;
  ALTER TABLE assertion ADD COLUMN version INTEGER;
  UPDATE assertion SET date_added = (SELECT last FROM change_clock) + n
    FROM (SELECT iid AS i, source_id AS s, row_number() OVER () AS n FROM assertion WHERE original = 0)
    WHERE iid = i AND source_id = s;
  UPDATE change_clock SET last = last + (SELECT count(*) FROM assertion);
  CREATE INDEX assertion_added ON assertion (source_id, date_added) WHERE date_added IS NOT NULL;

  ALTER TABLE threat_link ADD COLUMN date_added INTEGER;
  ALTER TABLE threat_link ADD COLUMN version INTEGER;
  UPDATE threat_link SET date_added = (SELECT last FROM change_clock) + n
    FROM (SELECT l.iid AS i, l.source_id AS s, l.tid AS t, row_number() OVER () AS n FROM threat_link l
          JOIN assertion a ON a.iid = l.iid AND a.source_id = l.source_id WHERE a.original = 0)
    WHERE iid = i AND source_id = s AND tid = t;
  UPDATE change_clock SET last = last + (SELECT count(*) FROM threat_link);
  CREATE INDEX threat_link_added ON threat_link (source_id, date_added) WHERE date_added IS NOT NULL;

  CREATE TABLE withdrawn (
    wid INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    threat TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    stated INTEGER NOT NULL,
    date_added INTEGER NOT NULL,
    UNIQUE (source_id, type, value, threat)
  );
  CREATE INDEX withdrawn_added ON withdrawn (source_id, date_added);
`;

/**
 * Size of a mirrored collection (in bytes; null until counted), and earlier versions from a full run, which replace
 * later ones once it has ended.
 */
export const mirrorSize = `
  ALTER TABLE mirror ADD COLUMN bytes INTEGER;
  CREATE TABLE mirror_earlier (
    oid INTEGER PRIMARY KEY REFERENCES stix_object (oid) ON DELETE CASCADE,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    run INTEGER NOT NULL,
    spec TEXT NOT NULL,
    created TEXT,
    modified TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX mirror_earlier_source ON mirror_earlier (source_id, oid);
`;

/**
 * Only STIX IDs are looked up by local ID; numeric IDs of services, one per row of a CSV file, don't need an index
 * entry.
 */
export const stixIdIndex = `
  DROP INDEX foreign_id_own;
  CREATE INDEX foreign_id_own ON foreign_id (own_id, source_id) WHERE kind = 'indicator' AND instr(foreign_id, '-') > 0;
`;
