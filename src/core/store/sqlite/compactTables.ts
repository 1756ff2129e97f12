// The SQL of schema steps that make rows shorter. Never edit a released step.

/** Templates of bodies, and values that aren't stored again if they are the same as the key. */
export const compactRows = `
  CREATE TABLE body_template (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    template TEXT NOT NULL UNIQUE
  );
  ALTER TABLE indicator RENAME COLUMN value TO own_value;
  ALTER TABLE indicator ADD COLUMN value TEXT GENERATED ALWAYS AS
    (CASE own_value WHEN '' THEN key ELSE own_value END) VIRTUAL;
`;
