import type { Migration } from 'kysely';
import { large as initialTables, up as initial } from './initial';
import { up as judgments } from './judgments';
import { large as mirrorTables, up as mirrors } from './mirrors';
import { up as readings } from './readings';

export { schemaVersion } from './initial';

/**
 * In the order of their names. A later one only adds what earlier builds don't need, or changes the version of the schema.
 * The latter begins with `LOCK TABLE team`: that waits for what earlier builds are writing, which refuse everything after it.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  initial: { up: initial },
  judgments: { up: judgments },
  mirrors: { up: mirrors },
  readings: { up: readings },
};

/** The names of the tables that are split. */
export const largeTables = [initialTables, mirrorTables].flatMap(Object.keys);
