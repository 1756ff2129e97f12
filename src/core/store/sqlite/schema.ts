import { isStatementError, StoreError } from '../protocol/storeError';
import { type Connection, integer } from './sqlite';

/** SQLite's `application_id` in the header of every store: “TLks”. */
export const applicationId = 0x544c6b73;

/**
 * The `user_version` that this build reads and writes. A store with a lower one is moved aside and replaced by an empty
 * one. Add one whenever a table, or the JSON in one, changes.
 */
export const schemaVersion = 23;

/** Statements of sources, and the sources themselves. Every row belongs to a source and is deleted with it. */
const statements = `
  -- risk: that of entries without one (null if being listed implies none). It is applied when statements are read
  -- (statements/listRating.ts), so that it can be changed without importing again. ages: whether the source's opinion
  -- ages. details: SourceDetails.
  CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    created INTEGER NOT NULL,
    as_of INTEGER NOT NULL,
    date_added INTEGER,
    risk INTEGER,
    ages INTEGER NOT NULL DEFAULT 0,
    details TEXT NOT NULL DEFAULT '{}',
    UNIQUE (kind, name, address)
  );

  -- What one source says about one indicator. body: the record without what has columns or link tables of its own, or a
  -- template and its numbers (bodyTemplates.ts). original: whether the source has a STIX object for it; statements
  -- without one are served as generated objects. stated: their "created": when the source says it was added, or else
  -- when it arrived. version: their "modified", if it changed here without a later version in its source.
  CREATE TABLE assertion (
    iid INTEGER NOT NULL REFERENCES indicator (iid) ON DELETE CASCADE,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    as_of INTEGER NOT NULL,
    body TEXT NOT NULL,
    original INTEGER NOT NULL DEFAULT 0,
    stated INTEGER NOT NULL DEFAULT 0,
    date_added INTEGER,
    version INTEGER,
    PRIMARY KEY (iid, source_id)
  ) WITHOUT ROWID;
  CREATE INDEX assertion_source ON assertion (source_id, original, stated);
  CREATE INDEX assertion_added ON assertion (source_id, date_added) WHERE date_added IS NOT NULL;

  -- What bodies of a list have in common (bodyTemplates.ts).
  CREATE TABLE body_template (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    template TEXT NOT NULL UNIQUE
  );

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
    original INTEGER NOT NULL DEFAULT 0,
    stated INTEGER NOT NULL DEFAULT 0,
    date_added INTEGER,
    PRIMARY KEY (tid, source_id)
  ) WITHOUT ROWID;
  CREATE INDEX threat_assertion_source ON threat_assertion (source_id, original, stated);
  CREATE INDEX threat_assertion_added ON threat_assertion (source_id, date_added) WHERE date_added IS NOT NULL;
  CREATE TABLE threat_link (
    iid INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    tid INTEGER NOT NULL REFERENCES threat (tid) ON DELETE CASCADE,
    stamp_linked INTEGER,
    date_added INTEGER,
    version INTEGER,
    PRIMARY KEY (iid, source_id, tid),
    FOREIGN KEY (iid, source_id) REFERENCES assertion (iid, source_id) ON DELETE CASCADE
  ) WITHOUT ROWID;
  CREATE INDEX threat_link_threat ON threat_link (tid, iid);
  CREATE INDEX threat_link_added ON threat_link (source_id, date_added) WHERE date_added IS NOT NULL;

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
    original INTEGER NOT NULL DEFAULT 0,
    stated INTEGER NOT NULL DEFAULT 0,
    date_added INTEGER,
    PRIMARY KEY (fid, source_id)
  ) WITHOUT ROWID;
  CREATE INDEX feed_assertion_source ON feed_assertion (source_id, original, stated);
  CREATE INDEX feed_assertion_added ON feed_assertion (source_id, date_added) WHERE date_added IS NOT NULL;
  CREATE TABLE feed_link (
    iid INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    fid INTEGER NOT NULL REFERENCES feed (fid) ON DELETE CASCADE,
    stamp_linked INTEGER,
    PRIMARY KEY (iid, source_id, fid),
    FOREIGN KEY (iid, source_id) REFERENCES assertion (iid, source_id) ON DELETE CASCADE
  ) WITHOUT ROWID;
  CREATE INDEX feed_link_feed ON feed_link (fid, iid);

  -- IDs of the sources, separate from local ones: of threats and feeds, and of indicators without an original object,
  -- such as the numeric ones of services.
  CREATE TABLE foreign_id (
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    foreign_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    own_id INTEGER NOT NULL,
    PRIMARY KEY (source_id, foreign_id, kind, own_id)
  ) WITHOUT ROWID;

  -- Local IDs of names that have no table of their own, such as risk factors.
  CREATE TABLE own_name (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (kind, name)
  );
`;

/** Data that the local service serves and Explore searches, computed from the statements. */
const merged = `
  -- The merged row, recomputed whenever one of its statements changes. own_value: empty if the value is the key. Every
  -- order is newest first, then by iid. facets: the IDs in facet_link. indexed: new rows are only in the index of their
  -- key until searchIndex/pendingIndex.ts indexes many at once, since indexing one by one would rewrite most pages.
  CREATE TABLE indicator (
    iid INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    own_value TEXT NOT NULL,
    type TEXT NOT NULL,
    risk INTEGER NOT NULL,
    retired INTEGER NOT NULL,
    stamp_added INTEGER,
    stamp_updated INTEGER,
    stamp_seen INTEGER,
    stamp_retired INTEGER,
    newest INTEGER GENERATED ALWAYS AS (coalesce(stamp_seen, -1000000000000000)) VIRTUAL,
    class INTEGER GENERATED ALWAYS AS
      (risk * 6 + CASE type WHEN 'domain' THEN 0 WHEN 'ip' THEN 2 ELSE 4 END + retired) VIRTUAL,
    facets TEXT,
    indexed INTEGER,
    value TEXT GENERATED ALWAYS AS (CASE own_value WHEN '' THEN key ELSE own_value END) VIRTUAL
  );
  CREATE INDEX indicator_newest ON indicator (newest DESC) WHERE indexed = 1;
  CREATE INDEX indicator_class ON indicator (class, newest DESC) WHERE indexed = 1;
  CREATE INDEX indicator_added ON indicator (stamp_added, newest) WHERE indexed = 1;
  CREATE INDEX indicator_updated ON indicator (stamp_updated, newest) WHERE indexed = 1;
  CREATE INDEX indicator_waiting ON indicator (iid) WHERE indexed IS NULL;
  -- Networks have a key in CIDR notation. There are few, and every lookup of an address needs them.
  CREATE INDEX indicator_network ON indicator (key) WHERE type = 'ip' AND instr(key, '/') > 0;

  -- A searchable value of a property, attribute, threat, or feed.
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

  -- The last ID with trigrams, which exist if FTS5 is available (searchIndex/textIndex.ts).
  CREATE TABLE text_index (
    name TEXT PRIMARY KEY,
    upto INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Overrides the sources until someone sees the indicator again. reason: a RetirementKind.
  CREATE TABLE retirement (
    iid INTEGER PRIMARY KEY REFERENCES indicator (iid) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL
  );
`;

/**
 * The queue of the local service, and the facts that its scans found. The result of a scan is a statement of its own.
 */
const scans = `
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

  -- The scored facts of the last scan of an indicator.
  CREATE TABLE finding (
    iid INTEGER PRIMARY KEY REFERENCES indicator (iid) ON DELETE CASCADE,
    as_of INTEGER NOT NULL,
    looked INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    facts TEXT NOT NULL
  );

  -- All values that scans of an indicator ever saw.
  CREATE TABLE found_value (
    iid INTEGER NOT NULL REFERENCES indicator (iid) ON DELETE CASCADE,
    grp TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (iid, grp, name, value)
  ) WITHOUT ROWID;
`;

/** Rows that changed here, as if their source had a new version of them. */
function redated(table: string, where: string): string {
  return `UPDATE ${table} SET date_added = next_date() WHERE ${where};
    UPDATE ${table} SET version = date_added WHERE ${where};`;
}

function redatedRetirement(row: 'new' | 'old'): string {
  const originals = `SELECT o.oid FROM object_indicator i JOIN stix_object o ON o.oid = i.oid
      WHERE i.iid = ${row}.iid AND o.type = 'indicator'`;
  return `${redated('assertion', `iid = ${row}.iid AND date_added IS NOT NULL`)}
    ${redated('stix_object', `oid IN (${originals})`)}`;
}

/**
 * Objects served over TAXII. `date_added`, here and in the tables of statements, is when an object was last added or
 * changed here, in microseconds since 1970: unique and increasing across all writers; null if no object is generated.
 * Of original and withdrawn objects, and for changes of anything but a statement, the database keeps it (`next_date` is
 * {@link Connection.nextDate}).
 */
const stix = `
  -- The last date_added that any writer used.
  CREATE TABLE change_clock (last INTEGER NOT NULL);
  INSERT INTO change_clock (last) VALUES (CAST(unixepoch('subsec') * 1000000 AS INTEGER));

  -- The original objects of STIX sources, the newest version of each. created, modified: with six fractional digits, so
  -- that they sort as text. In mirrored collections, run: the chain of pages that last delivered it; state:
  -- mirror/objects.ts; until: when its "valid_until" retires it, negative once it has.
  CREATE TABLE stix_object (
    oid INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    spec TEXT NOT NULL,
    created TEXT NOT NULL,
    modified TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    body TEXT NOT NULL,
    run INTEGER NOT NULL DEFAULT 0,
    state INTEGER NOT NULL DEFAULT 0,
    until INTEGER,
    date_added INTEGER NOT NULL DEFAULT (next_date()),
    version INTEGER
  );
  CREATE UNIQUE INDEX stix_object_id ON stix_object (id, source_id);
  CREATE INDEX stix_object_created ON stix_object (source_id, created, oid, type);
  CREATE INDEX stix_object_added ON stix_object (source_id, date_added);
  CREATE INDEX stix_object_state ON stix_object (source_id, state) WHERE state <> 0;
  CREATE INDEX stix_object_until ON stix_object (source_id, until) WHERE until IS NOT NULL;

  -- The indicators that an original object names.
  CREATE TABLE object_indicator (
    oid INTEGER NOT NULL REFERENCES stix_object (oid) ON DELETE CASCADE,
    iid INTEGER NOT NULL,
    PRIMARY KEY (oid, iid)
  ) WITHOUT ROWID;
  CREATE INDEX object_indicator_iid ON object_indicator (iid);

  -- Generated objects that were deleted while their source remains.
  CREATE TABLE withdrawn (
    wid INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    threat TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    stated INTEGER NOT NULL,
    date_added INTEGER NOT NULL DEFAULT (next_date()),
    UNIQUE (source_id, type, value, threat)
  );
  CREATE INDEX withdrawn_added ON withdrawn (source_id, date_added);

  -- An original object has another text, or was removed from its collection or is back. Where the source has no later
  -- version of it, it is one of ours; then other copies of it may lead, unless it is back.
  CREATE TRIGGER stix_object_changed AFTER UPDATE OF body, state ON stix_object
  WHEN new.body <> old.body OR (new.state = 1) <> (old.state = 1) BEGIN
    UPDATE stix_object SET date_added = next_date() WHERE oid = new.oid;
    UPDATE stix_object SET version = date_added
    WHERE oid = new.oid AND (new.modified < old.modified OR (new.modified = old.modified AND new.body = old.body));
    ${redated('stix_object', '(new.modified < old.modified OR new.state = 1) AND id = new.id AND oid <> new.oid AND state <> 1')}
  END;

  -- Relationships are as old as their indicator.
  CREATE TRIGGER assertion_stated AFTER UPDATE OF stated ON assertion WHEN new.original = 0 AND new.stated <> old.stated BEGIN
    ${redated('threat_link', 'iid = new.iid AND source_id = new.source_id AND date_added IS NOT NULL')}
  END;

  -- Served objects say whether an indicator is retired.
  CREATE TRIGGER retirement_added AFTER INSERT ON retirement BEGIN ${redatedRetirement('new')} END;
  CREATE TRIGGER retirement_removed AFTER DELETE ON retirement BEGIN ${redatedRetirement('old')} END;
`;

/** Long lists of the locations of addresses (places.ts). */
const geoLocations = `
  -- complete: it is in use; others are being written, or removed.
  CREATE TABLE place_list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    as_of INTEGER NOT NULL,
    credit TEXT,
    ranges INTEGER NOT NULL,
    complete INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX place_list_source ON place_list (source_id);
  CREATE TABLE place (
    list_id INTEGER NOT NULL REFERENCES place_list (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    country TEXT,
    asn INTEGER,
    organization TEXT,
    city TEXT,
    PRIMARY KEY (list_id, number)
  ) WITHOUT ROWID;

  -- The addresses from first to last, numbers for IPv4 and 16 bytes for IPv6. Ranges of a list don't overlap.
  CREATE TABLE place_range (
    list_id INTEGER NOT NULL REFERENCES place_list (id) ON DELETE CASCADE,
    first BLOB NOT NULL,
    last BLOB NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (list_id, first)
  ) WITHOUT ROWID;
`;

/** TAXII collections that are synced. */
const mirrors = `
  -- bytes: the size of its objects.
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
    bytes INTEGER,
    UNIQUE (server, collection)
  );

  -- Relationships whose other end hasn't arrived yet.
  CREATE TABLE mirror_tie (
    source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    to_id TEXT NOT NULL,
    from_id TEXT NOT NULL,
    stamp INTEGER,
    PRIMARY KEY (source_id, to_id, from_id)
  ) WITHOUT ROWID;

  -- Earlier versions of objects from a full run, which replace later ones once it has ended.
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

/** Data of the user and the extension, not of a source. */
const activity = `
  -- Answers of remote services, which are never merged or served.
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

  -- The request log.
  CREATE TABLE sent (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sent_at ON sent (at);

  -- The user's scans, for all services.
  CREATE TABLE client_scan (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    open INTEGER NOT NULL,
    final INTEGER NOT NULL,
    body TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX client_scan_at ON client_scan (at);

  -- Recently opened records.
  CREATE TABLE recent (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX recent_at ON recent (at);

  -- Query runs and their results.
  CREATE TABLE query_run (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    entry TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    finding TEXT
  );
  CREATE INDEX query_run_at ON query_run (at, id);

  -- The triage list, with notes and tags.
  CREATE TABLE triage (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;

  -- Files whose indicators are remembered since their triage. complete: it is in use; others are being written, or removed.
  CREATE TABLE triaged_file (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uri TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    at INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 0
  );
  -- Their indicators, each with its first location. own_value: empty if the value is the key. risky: whether a risk was
  -- known when it was last assessed. Without a reference, since the tables are written again one after the other (upkeep.ts).
  CREATE TABLE triaged_indicator (
    file INTEGER NOT NULL,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    own_value TEXT NOT NULL,
    type TEXT NOT NULL,
    line INTEGER NOT NULL,
    col INTEGER NOT NULL,
    risky INTEGER NOT NULL,
    PRIMARY KEY (file, number)
  ) WITHOUT ROWID;
  CREATE INDEX triaged_indicator_key ON triaged_indicator (key);
  -- What the last checks of them found, at most one row.
  CREATE TABLE triaged_news (entry TEXT NOT NULL);
`;

/** Data about the file itself, which processes share. */
const upkeep = `
  CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- What is left to do (upkeep.ts), readings of the clock (clock.ts), and which tables were checked (integrity.ts).
  CREATE TABLE upkeep (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

/** The `user_version` of an open file; 0 for an empty one. */
export function getVersion(connection: Connection): number {
  return integer(connection.get('PRAGMA user_version')?.user_version) ?? 0;
}

/** Throws a StoreError `newer` if the file has a later version than this build. */
export function refuseNewer(version: number): void {
  if (version <= schemaVersion) return;
  throw new StoreError({
    kind: 'newer',
    version,
    detail: `the store has version ${version}, this build knows ${schemaVersion}`,
  });
}

/** The version of a file that was written by an earlier version, by its number and its tables. */
export function earlierVersion(connection: Connection): number | undefined {
  const version = getVersion(connection);
  if (version <= 0 || version >= schemaVersion) return undefined;
  // This table came with version 23: in a file with a lower number, the number is wrong.
  const hasOwn = connection.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'object_indicator'");
  return hasOwn === undefined ? version : undefined;
}

/** Creates the tables of an empty file. Throws a StoreError `newer` without changes if the file has a later version. */
export function ensureSchema(connection: Connection): void {
  refuseNewer(getVersion(connection));
  if (getVersion(connection) === schemaVersion) return;
  connection.transaction(() => {
    // Another window may have created them while this one waited for the lock.
    const version = getVersion(connection);
    refuseNewer(version);
    if (version === schemaVersion) return;
    if (version !== 0) throw wrongVersion(version, 'there is no such version');
    try {
      for (const tables of [statements, merged, scans, stix, geoLocations, mirrors, activity, upkeep])
        connection.exec(tables);
    } catch (error) {
      // A table is there already.
      if (isStatementError(error)) throw wrongVersion(version, error instanceof Error ? error.message : String(error));
      throw error;
    }
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  });
}

/** The file is neither changed nor replaced: with its own version it may be whole. */
function wrongVersion(version: number, why: string): StoreError {
  return new StoreError({ kind: 'corrupt', detail: `its version, ${version}, isn't that of its tables: ${why}` });
}
