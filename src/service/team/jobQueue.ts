import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { asStoreError, type Team } from './database';

/** Its tables are beside those of the store, in a schema of their own, with migrations of their own. */
const schema = 'queue';

/** How long a job waits whose process was killed, at most: without a heartbeat, and until somebody notices. */
const [aliveSeconds, superviseSeconds] = [10, 5];

/** How often a process asks for new jobs of others; its own start at once. */
const pollSeconds = 2;

const working = { pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: 3 };

/** How a kind of jobs is run. */
interface JobKind {
  readonly name: string;
  /** How often a job is started that doesn't end. */
  readonly attempts: number;
  /** How long it may take, in seconds. */
  readonly seconds: number;
  /** The kind of the job that replaces one after its last attempt. */
  readonly lost?: string;
}

/** Subjects of a job, by the IDs of rows. */
type JobData = Readonly<Record<string, number>>;

/** `signal` ends if somebody else may be doing the job by now. A job that rejects is done again. */
type RunJob = (data: JobData, signal: AbortSignal) => Promise<void>;

/** Jobs in the database, for any number of processes. A job is done once, also where the process that does it is killed. */
export interface JobQueue {
  /** Defines a kind of jobs, before any is sent or done. */
  define(kind: JobKind): Promise<void>;
  /** Adds a job in a transaction. After it, {@link wake} starts the job at once, where this process does such jobs. */
  send(name: string, data: JobData, transaction: Team): Promise<void>;
  wake(name: string): void;
  /** Does jobs of a kind from now on. */
  work(name: string, options: { readonly atOnce: number }, run: RunJob): Promise<void>;
  /** Waits for the jobs that are being done here. */
  close(): Promise<void>;
}

/** A month: what nobody has done by then is dropped. */
const keptSeconds = 30 * 86_400;

/** Opens the queue of a database, and creates its tables if there are none. */
export async function openJobQueue(pool: Pool, onError: (error: unknown) => void): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => (values === undefined ? pool.query(text) : pool.query(text, values)) },
    schema,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // Nothing is done at certain times.
    schedule: false,
    registerInstance: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
  });
  // It passes copies of errors.
  boss.on('error', ({ message }) => onError(new Error(message)));
  try {
    await boss.start();
  } catch (error) {
    throw asStoreError(error);
  }
  const reported = (error: unknown): never => {
    onError(error);
    throw error;
  };
  /** The IDs of workers of this process, by what they do. */
  const workers = new Map<string, string[]>();
  return {
    define: async ({ name, attempts, seconds, lost }) => {
      const options = {
        retryLimit: attempts - 1,
        retryDelay: 1,
        expireInSeconds: seconds,
        heartbeatSeconds: aliveSeconds,
        retentionSeconds: keptSeconds,
        deleteAfterSeconds: 3_600,
        ...(lost === undefined ? {} : { deadLetter: lost }),
      };
      await boss.createQueue(name, options);
    },
    send: async (name, data, transaction) => {
      await boss.send(name, data, { db: inTransaction(transaction) });
    },
    wake: (name) => {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    },
    work: async (name, { atOnce }, run) => {
      const ids: string[] = [];
      workers.set(name, ids);
      for (let number = 0; number < atOnce; number++) {
        const id = await boss.work<JobData>(name, working, async (jobs) => {
          for (const { data, signal } of jobs) await run(data, signal).catch(reported);
          // The next one follows at once, if there is one.
          boss.notifyWorker(id);
        });
        ids.push(id);
      }
    },
    close: async () => {
      // All at once, so that jobs put back by one that ends here are left to other processes.
      await Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })));
      await boss.stop({ close: false });
    },
  };
}

function inTransaction(transaction: Team): {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
} {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
