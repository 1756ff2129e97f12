import { StoreError } from './storeError';
import { type Connection, integer } from './sqlite';

/** SQLite's `application_id` in the header of every store: “TLks”. */
export const applicationId = 0x544c6b73;

/**
 * Steps from an empty file to the current schema; `user_version` counts the applied ones. Never edit a released step;
 * add a new one.
 *
 * - `assertion` is what one local source says about one indicator; `indicator` is the merged row that the local service
 * serves, recomputed whenever one of its assertions changes. `body` is the record without what has columns or link
 * tables of its own. IDs of the sources are in `foreign_id`, separate from local IDs.
 * - `answer` caches answers of remote services, which are never merged or served.
 * - `scan` is the local service's queue. The results of a scan are an assertion of its own; `finding` has the scored
 * facts, `found_value` all values it ever saw.
 * - `retirement` overrides the sources until someone sees the indicator again. `reason` is a `RetirementKind`.
 * - For mirrored collections, `stix_object.run` is the chain of pages that last delivered the object, `until` the time
 * when its `valid_until` retires it; for `state` see `mirror/objects.ts`. `mirror_page` has pages of a first sync that
 * aren't indexed yet, with hashes to find objects in them (`mirror/pages.ts`); `mirror.waiting` counts their IDs that
 * aren't in `stix_object`.
 * - `facet` is a searchable value (of a property, attribute, threat, or feed), and `facet_link` maps it to merged
 * records; `indicator.facets` lists the same IDs. New rows are only in the index of their key until
 * `query/pendingIndex.ts` indexes many at once (`indexed` 1), since indexing one by one would rewrite most index pages.
 * `text_index` is the last ID with trigrams, which exist if FTS5 is available (`query/textIndex.ts`).
 * - `stix_object` has the original objects of STIX sources, the newest version of each; `created` and `modified` have
 * six fractional digits, so that they sort as text. Statements without an original object have `original` 0 and are
 * served as generated objects; `stated` is their `created`: when the source says it was added, or else when it arrived.
 * - `date_added` is when a served object was last added or changed here, in microseconds since 1970: unique and
 * increasing across all writers (`change_clock` has the last one); null if no object is generated. `version` is the
 * `modified` of an object that changed here without a later version in its source. `withdrawn` has generated objects
 * that were deleted while their source remains.
 */
export const steps: readonly string[] = [
  `
  CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    created INTEGER NOT NULL,
    as_of INTEGER NOT NULL,
    UNIQUE (kind, name, address)
  );

  CREATE TABLE indicator (
    iid INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    type TEXT NOT NULL,
    risk INTEGER NOT NULL,
    retired INTEGER NOT NULL,
    stamp_added INTEGER,
    stamp_updated INTEGER,
    stamp_seen INTEGER,
    stamp_retired INTEGER
  );
  CREATE INDEX indicator_newest ON indicator (stamp_seen DESC, iid);

  CREATE TABLE assertion (
    iid INTEGER NOT NULL REFERENCES indicator (iid) ON DELETE CASCADE,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    as_of INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (iid, source_id)
  ) WITHOUT ROWID;
  CREATE INDEX assertion_source ON assertion (source_id);

  CREATE TABLE threat (
    tid INTEGER PRIMARY KEY AUTOINCREMENT,
    name_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  );
  CREATE TABLE threat_assertion (
    tid INTEGER NOT NULL REFERENCES threat (tid) ON DELETE CASCADE,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    as_of INTEGER NOT NULL,
    risk INTEGER NOT NULL,
    category TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (tid, source_id)
  ) WITHOUT ROWID;
  CREATE INDEX threat_assertion_source ON threat_assertion (source_id);
  CREATE TABLE threat_link (
    iid INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    tid INTEGER NOT NULL REFERENCES threat (tid) ON DELETE CASCADE,
    stamp_linked INTEGER,
    PRIMARY KEY (iid, source_id, tid),
    FOREIGN KEY (iid, source_id) REFERENCES assertion (iid, source_id) ON DELETE CASCADE
  ) WITHOUT ROWID;
  CREATE INDEX threat_link_threat ON threat_link (tid, iid);

  CREATE TABLE feed (
    fid INTEGER PRIMARY KEY AUTOINCREMENT,
    name_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  );
  CREATE TABLE feed_assertion (
    fid INTEGER NOT NULL REFERENCES feed (fid) ON DELETE CASCADE,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    as_of INTEGER NOT NULL,
    category TEXT,
    organization TEXT,
    pricing TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (fid, source_id)
  ) WITHOUT ROWID;
  CREATE INDEX feed_assertion_source ON feed_assertion (source_id);
  CREATE TABLE feed_link (
    iid INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    fid INTEGER NOT NULL REFERENCES feed (fid) ON DELETE CASCADE,
    stamp_linked INTEGER,
    PRIMARY KEY (iid, source_id, fid),
    FOREIGN KEY (iid, source_id) REFERENCES assertion (iid, source_id) ON DELETE CASCADE
  ) WITHOUT ROWID;
  CREATE INDEX feed_link_feed ON feed_link (fid, iid);

  CREATE TABLE foreign_id (
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    foreign_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    own_id INTEGER NOT NULL,
    PRIMARY KEY (source_id, foreign_id, kind, own_id)
  ) WITHOUT ROWID;

  CREATE TABLE own_name (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (kind, name)
  );

  CREATE TABLE answer (
    key TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    found INTEGER NOT NULL,
    detail TEXT NOT NULL,
    body TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (key, address)
  ) WITHOUT ROWID;
  CREATE INDEX answer_age ON answer (as_of, bytes);

  CREATE TABLE sent (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sent_at ON sent (at);

  CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  // The extension's own list of the user's scans, for all services.
  `
  CREATE TABLE client_scan (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    open INTEGER NOT NULL,
    final INTEGER NOT NULL,
    body TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX client_scan_at ON client_scan (at);
  `,
  `
  CREATE TABLE scan (
    qid INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    type TEXT NOT NULL,
    active INTEGER NOT NULL,
    store INTEGER NOT NULL,
    outside INTEGER NOT NULL,
    state TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    added INTEGER NOT NULL,
    ended INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    holder TEXT,
    until INTEGER,
    result TEXT
  );
  CREATE INDEX scan_open ON scan (qid) WHERE ended IS NULL;
  CREATE INDEX scan_claimed ON scan (until) WHERE until IS NOT NULL;
  CREATE INDEX scan_ended ON scan (ended, qid) WHERE ended IS NOT NULL;
  CREATE INDEX scan_key ON scan (key, qid);

  CREATE TABLE finding (
    iid INTEGER PRIMARY KEY REFERENCES indicator (iid) ON DELETE CASCADE,
    as_of INTEGER NOT NULL,
    looked INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    facts TEXT NOT NULL
  );
  CREATE TABLE found_value (
    iid INTEGER NOT NULL REFERENCES indicator (iid) ON DELETE CASCADE,
    grp TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (iid, grp, name, value)
  ) WITHOUT ROWID;

  CREATE TABLE retirement (
    iid INTEGER PRIMARY KEY REFERENCES indicator (iid) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL
  );
  `,
  // Recently opened records.
  `
  CREATE TABLE recent (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX recent_at ON recent (at);
  `,
  // Indexes for Explore: every order is newest first, then by iid.
  `
  DROP INDEX indicator_newest;
  ALTER TABLE indicator ADD COLUMN newest INTEGER GENERATED ALWAYS AS (coalesce(stamp_seen, -1000000000000000)) VIRTUAL;
  ALTER TABLE indicator ADD COLUMN class INTEGER GENERATED ALWAYS AS
    (risk * 6 + CASE type WHEN 'domain' THEN 0 WHEN 'ip' THEN 2 ELSE 4 END + retired) VIRTUAL;
  ALTER TABLE indicator ADD COLUMN facets TEXT;
  ALTER TABLE indicator ADD COLUMN indexed INTEGER;
  CREATE INDEX indicator_newest ON indicator (newest DESC) WHERE indexed = 1;
  CREATE INDEX indicator_class ON indicator (class, newest DESC) WHERE indexed = 1;
  CREATE INDEX indicator_added ON indicator (stamp_added, newest) WHERE indexed = 1;
  CREATE INDEX indicator_updated ON indicator (stamp_updated, newest) WHERE indexed = 1;
  CREATE INDEX indicator_waiting ON indicator (iid) WHERE indexed IS NULL;

  CREATE TABLE facet_field (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    grp TEXT NOT NULL,
    UNIQUE (name, grp)
  );
  CREATE TABLE facet (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    field_id INTEGER NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (field_id, value)
  );
  CREATE TABLE facet_link (
    facet_id INTEGER NOT NULL,
    newest INTEGER NOT NULL,
    iid INTEGER NOT NULL,
    PRIMARY KEY (facet_id, newest DESC, iid)
  ) WITHOUT ROWID;
  CREATE TRIGGER indicator_gone AFTER DELETE ON indicator WHEN old.facets IS NOT NULL BEGIN
    DELETE FROM facet_link
    WHERE facet_id IN (SELECT value FROM json_each(old.facets)) AND newest = old.newest AND iid = old.iid;
  END;

  CREATE TABLE text_index (
    name TEXT PRIMARY KEY,
    upto INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  // Query runs and their results.
  `
  CREATE TABLE query_run (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    entry TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    finding TEXT
  );
  CREATE INDEX query_run_at ON query_run (at, id);
  `,
  // Objects served over TAXII, ordered by `created`.
  `
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
  `,
  // Mirrored collections, and relationships whose other end hasn't arrived yet.
  `
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
  `,
  // Networks: indicators of type `ip` whose key is in CIDR notation. There are few, and every lookup of an address
  // needs them.
  `
  CREATE INDEX indicator_network ON indicator (key) WHERE type = 'ip' AND instr(key, '/') > 0;
  `,
  // The triage list.
  `
  CREATE TABLE triage (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  // Pages of a first sync, stored as received until they are indexed.
  `
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
  `,
  // When served objects were added or changed here. Large bodies are not rewritten: existing rows get dates by their
  // row number.
  `
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
  `,
  // Size of a mirrored collection (in bytes; null until counted), and earlier versions from a full run, which replace
  // later ones once it has ended.
  `
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
  `,
  // Marks the file as a store, whatever else of it can be read.
  `PRAGMA application_id = ${applicationId}`,
  // Only STIX IDs are looked up by local ID; numeric IDs of services, one per row of a CSV file, don't need an index
  // entry.
  `
  DROP INDEX foreign_id_own;
  CREATE INDEX foreign_id_own ON foreign_id (own_id, source_id) WHERE kind = 'indicator' AND instr(foreign_id, '-') > 0;
  `,
  // Reasons of retirements as kinds instead of sentences.
  `
  UPDATE retirement SET reason = 'inactive' WHERE reason = 'No activity for three months';
  UPDATE retirement SET reason = 'manual' WHERE reason = 'Retired by hand';
  `,
];

/** The `user_version` that this build reads and writes. */
export const schemaVersion = steps.length;

/** The `user_version` of an open file; 0 for an empty one. */
export function versionOf(connection: Connection): number {
  return integer(connection.get('PRAGMA user_version')?.user_version) ?? 0;
}

/** Throws a StoreError `newer` if the file has a later version than `known`. */
export function refuseNewer(version: number, known = schemaVersion): void {
  if (version <= known) return;
  throw new StoreError({
    kind: 'newer',
    version,
    detail: `the store has version ${version}, this build knows ${known}`,
  });
}

/**
 * Migrates an open file to {@link schemaVersion}, all steps in one transaction. Throws a StoreError `newer` without
 * changes if the file has a later version.
 */
export function migrate(connection: Connection, upTo: readonly string[] = steps): void {
  const version = versionOf(connection);
  refuseNewer(version, upTo.length);
  if (version === upTo.length) return;
  connection.transaction(() => {
    // Another window may have migrated it while this one waited for the lock.
    const now = versionOf(connection);
    refuseNewer(now, upTo.length);
    for (const step of upTo.slice(now)) connection.exec(step);
    connection.exec(`PRAGMA user_version = ${upTo.length}`);
  });
}
