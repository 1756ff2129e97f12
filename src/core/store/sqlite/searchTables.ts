// The SQL of schema steps for searches. Never edit a released step.

/** Indexes for Explore: every order is newest first, then by iid. */
export const searchIndexes = `
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
`;

/**
 * Networks: indicators of type `ip` whose key is in CIDR notation. There are few, and every lookup of an address needs
 * them.
 */
export const networkIndex = `
  CREATE INDEX indicator_network ON indicator (key) WHERE type = 'ip' AND instr(key, '/') > 0;
`;
