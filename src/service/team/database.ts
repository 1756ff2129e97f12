import {
  Kysely,
  type Migration,
  Migrator,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { StoreError } from '../../core/store/protocol/storeError';
import { connectionString } from './connectionString';
import { copyRows } from './copyQuery';
import { describeError, isConnectionError } from './describeError';
import { migrations, schemaVersion } from './migrations';
import { getKey } from './keys';
import type { TeamTables } from './tables';

/** A connection to the team store, or a transaction of one. */
export type Team = Kysely<TeamTables>;

const connections = 10;

/** 64-bit integers are dates and IDs, which JavaScript represents exactly. */
const int8: number = pg.types.builtins.INT8;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** The connections of this process to a database. `statementMillis`: how long a statement may take; 0 for any time. */
export function createPool(url: string, statementMillis = 0): pg.Pool {
  const pool = new pg.Pool({
    connectionString: connectionString(url),
    max: connections,
    types,
    application_name: 'threat-lookups',
    statement_timeout: statementMillis,
  });
  // A connection that ends while nobody uses it is replaced by the next use.
  pool.on('error', () => undefined);
  // One that ends between two statements of somebody fails with the next one. Nobody else listens, and the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The tables of the team store over some connections. */
export function createTeam(pool: pg.Pool): Team {
  return new Kysely<TeamTables>({ dialect: new PostgresDialect({ pool: prepared(pool) }) });
}

/**
 * Planning a statement over all partitions takes longer than running it, so that each connection plans it a few times only.
 * Rejects with StoreErrors, except for values that the server refuses.
 */
function prepared(pool: pg.Pool): PostgresPool {
  const refused = (error: unknown): never => {
    throw asStoreError(error);
  };
  return {
    connect: async () => {
      const client = await pool.connect().catch(refused);
      const send = async (text: string, values: readonly unknown[]): Promise<PostgresQueryResult<never>> => {
        const [first] = values;
        if (text.startsWith('COPY ') && typeof first === 'string') {
          await copyRows(client, text, first);
          return { command: 'INSERT', rowCount: 0, rows: [] };
        }
        const result: unknown = await client.query(
          values.length === 0 ? { text } : { name: getKey(text).toString('base64url'), text, values: [...values] },
        );
        return result as PostgresQueryResult<never>;
      };
      const query = (text: string, values: readonly unknown[]): Promise<PostgresQueryResult<never>> =>
        send(text, values).catch(refused);
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (discarded?: boolean) => client.release(discarded),
      };
    },
    end: () => pool.end(),
  };
}

/** Creates the tables of an empty database, or changes those of an earlier version. Other processes wait for it. */
export async function migrate(url: string, known = migrations): Promise<void> {
  // Statements take as long as the tables are large.
  const team = createTeam(createPool(url));
  try {
    await refuseNewer(team);
    // Its own tables are in the same schema as all others.
    const provider = { getMigrations: async () => ({ ...(await laterMigrations(team)), ...known }) };
    for (;;) {
      const { error } = await new Migrator({ db: team, provider }).migrateToLatest();
      if (error === undefined) return;
      await refuseNewer(team);
      // A process that is writing waited for a table that was changed, and this one for another of its tables.
      if (getState(error) !== deadlock) throw asStoreError(error);
    }
  } finally {
    await team.destroy();
  }
}

/** Those that a later build has made, beside which this one works as long as the version of the schema is the same. */
async function laterMigrations(team: Team): Promise<Record<string, Migration>> {
  const { rows: found } = await sql<{ made: string | null }>`
    SELECT to_regclass('kysely_migration')::text AS made`.execute(team);
  if ((found[0]?.made ?? null) === null) return {};
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(team);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}

async function refuseNewer(team: Team): Promise<void> {
  const { rows } = await sql<{ team: string | null }>`SELECT to_regclass('team')::text AS team`.execute(team);
  if ((rows[0]?.team ?? null) !== null) await checkVersion(team);
}

/**
 * Rejects if a later version of this program has changed the tables in a way that this one doesn't know. In a transaction,
 * none does so until it ends.
 */
export async function checkVersion(team: Team): Promise<void> {
  const { version } = await team.selectFrom('team').select('version').executeTakeFirstOrThrow();
  if (version <= schemaVersion) return;
  const detail = `the store has version ${version}, this build knows ${schemaVersion}`;
  throw new StoreError({ kind: 'newer', version, detail });
}

/** The error of the server or the way to it that is behind one of the store. */
const causeOf = (error: unknown): unknown => (error instanceof StoreError ? error.cause : error);

/** The SQLSTATE of an error of the server, or the code of one of the way to it; empty for any other error. */
export function getState(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

/** The server ends one of two transactions that wait for each other. */
const deadlock = '40P01';
/** States of a server that pass: it ends connections, starts, isn't promoted yet, or has canceled a slow statement. */
const passing = /^(?:08|25006|40P01|57014|57P0[1-3]|53300)/;
/** Errors on the way to the server. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/** Whether the database didn't answer, and may do so when asked again. */
export function isPassing(error: unknown): boolean {
  const state = getState(error);
  return passing.test(state) || unreachable.has(state) || hasEnded(causeOf(error));
}

/** Messages of the driver, and of libraries on top of it, about a connection that has ended. */
const ended =
  /^(?:Connection terminated|Client has encountered a connection error|Postgres connection has been discarded)/;
const hasEnded = (error: unknown): boolean => error instanceof Error && ended.test(error.message);

/** Whether the server refused a value: without an encoding, out of range, or longer than an index allows. */
export function isValueRefused(error: unknown): boolean {
  return /^(?:22|54)/.test(getState(error));
}

/** The classes of errors that a caller can do something about. */
const kinds: readonly (readonly [RegExp, Exclude<StoreProblem['kind'], 'newer' | 'older'>])[] = [
  [/^(?:25006|42501)$/, 'readOnly'],
  [/^53100$/, 'diskFull'],
];

/** An error of the server or the way to it, as one of the store. */
export function asStoreError(error: unknown): Error {
  const state = getState(error);
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof StoreError || isValueRefused(error)) return error;
  if (state === '' && !hasEnded(error)) return error;
  const [, kind = 'failed'] = kinds.find(([pattern]) => pattern.test(state)) ?? [];
  const detail = describeError(error, state);
  const found = new StoreError(
    isConnectionError(state) ? { kind: 'failed', detail, isUnreachable: true } : ({ kind, detail } as StoreProblem),
  );
  found.cause = error;
  return found;
}
