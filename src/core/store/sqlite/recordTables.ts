// The SQL of schema steps for records, scans, and the user's lists. Never edit a released step.

/**
 * Sources, indicators, threats, feeds, and what sources state about them; answers of services, sent requests, and
 * leases.
 */
export const recordTables = `
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
`;

/** The extension's own list of the user's scans, for all services. */
export const userScanTable = `
  CREATE TABLE client_scan (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    open INTEGER NOT NULL,
    final INTEGER NOT NULL,
    body TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX client_scan_at ON client_scan (at);
`;

/** The local service's scans, what they found, and retirements. */
export const scanTables = `
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
`;

/** Recently opened records. */
export const recentTable = `
  CREATE TABLE recent (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX recent_at ON recent (at);
`;

/** Query runs and their results. */
export const queryTable = `
  CREATE TABLE query_run (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    entry TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    finding TEXT
  );
  CREATE INDEX query_run_at ON query_run (at, id);
`;

/** The triage list. */
export const triageTable = `
  CREATE TABLE triage (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) WITHOUT ROWID;
`;

/**
 * What sources mean: the risk of entries without one (null if being listed implies none), whether their opinion ages,
 * and `SourceDetails` as JSON.
 */
export const sourceMeaning = `
  ALTER TABLE source ADD COLUMN risk INTEGER;
  ALTER TABLE source ADD COLUMN ages INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE source ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
`;

/** Reasons of retirements as kinds instead of sentences. */
export const retirementReasons = `
  UPDATE retirement SET reason = 'inactive' WHERE reason = 'No activity for three months';
  UPDATE retirement SET reason = 'manual' WHERE reason = 'Retired by hand';
`;
