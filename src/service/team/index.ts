import { sql } from 'kysely';
import type { Coverage } from '../../core/store/statements/coverage';
import type { StoredSource } from '../../core/records/sourceDetails';
import type { ImportStore } from '../import/importStore';
import type { ServedRecords } from '../servedRecords';
import type { SharedJudgments } from '../sharedJudgments';
import { createAccounts, type TeamAccounts } from './accounts';
import { checkVersion, createPool, createTeam, migrate } from './database';
import { KnownIds } from './ids';
import { createJudgments } from './judgments';
import { createTeamImports } from './imports';
import { Reservations } from './reservations';
import { createTeamMirrors, type TeamMirrors } from './mirrors';
import { openTeamScans, type TeamScanOptions, type TeamScans } from './scans';
import { serveTeam } from './served';
import { openSnapshot, teamCoverage, type TeamSnapshot } from './snapshot';
import { listSources, removeTeamSource } from './sources';

/** The store of a team, in a PostgreSQL database. It answers like an embedded store with the same sources. */
export interface TeamStore {
  /** Records for the service. */
  readonly records: ServedRecords;
  /** All sources, in the order they were added. */
  sources(): Promise<readonly StoredSource[]>;
  /** Removes all that a source states; resolves with how many indicators it mentioned, undefined if there is no such source. */
  removeSource(id: number, signal?: AbortSignal): Promise<number | undefined>;
  /** A copy of what is known about some indicators, as the file of an embedded store. */
  snapshot(): Promise<TeamSnapshot>;
  /** Whether there is something current to check indicators against. */
  coverage(): Promise<Coverage>;
  /** For imports; `signal` cancels what takes long. */
  imports(signal?: AbortSignal): ImportStore;
  /** Synced collections. */
  readonly mirrors: TeamMirrors;
  /** The queue of scans, for a service. */
  scans(options: TeamScanOptions): Promise<TeamScans>;
  readonly accounts: TeamAccounts;
  readonly judgments: SharedJudgments;
  /** Rejects with a StoreError if a later build has changed the tables so that this one can't use them. */
  checkVersion(): Promise<void>;
  /** Whether the database answers. Never rejects. */
  isReady(): Promise<boolean>;
  /** The connections of this process, by what they do. */
  connections(): Readonly<Record<'open' | 'idle' | 'waiting', number>>;
  close(): Promise<void>;
}

export interface TeamStoreOptions {
  readonly now?: () => number;
  /** How long a statement may take; any time if absent. */
  readonly statementMillis?: number;
}

/** Opens the store of a team, and creates its tables if there are none. Rejects with a StoreError if that fails. */
export async function openTeamStore(
  url: string,
  { now = Date.now, statementMillis }: TeamStoreOptions = {},
): Promise<TeamStore> {
  await migrate(url);
  const pool = createPool(url, statementMillis);
  const team = createTeam(pool);
  const context = { team, ids: new KnownIds(), now };
  return {
    records: serveTeam(context),
    sources: () => listSources(context),
    removeSource: (id, signal) => removeTeamSource(context, new Reservations(pool, 'import'), id, signal),
    snapshot: () => openSnapshot(context),
    coverage: () => teamCoverage(team),
    imports: (signal) => createTeamImports(context, pool, signal),
    mirrors: createTeamMirrors(context, pool),
    scans: (options) => openTeamScans(context, pool, options),
    accounts: createAccounts(team),
    judgments: createJudgments(context),
    checkVersion: () => checkVersion(team),
    isReady: () =>
      sql`SELECT 1`.execute(team).then(
        () => true,
        () => false,
      ),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => team.destroy(),
  };
}
