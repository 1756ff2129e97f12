import type { PoolClient, Pool } from 'pg';
import type { SourceKind } from '../../core/records/knowledge';
import type { SourceDetails } from '../../core/records/sourceDetails';
import { StoreError } from '../../core/store/protocol/storeError';
import { opinionOf } from '../../core/store/writing/sourceMeaning';
import type { ImportStore } from '../import/importStore';
import { asStoreError } from './database';
import { TeamImportRun } from './importRun';
import { keyOf } from './keys';
import { createPlaceWriter } from './places';
import { busy, changeTeamSource, listSources, mergeSome, openTeamSource, removeSome, sourceDetails } from './sources';
import { type TeamContext, unitOfWork } from './unit';

/** The class of the locks of sources that are imported. */
const importLock = 0x544c02;

/**
 * Sources that this process imports. The database ends a reservation with its connection, so that nobody waits for a
 * process that crashed.
 */
class Reservations {
  private readonly held = new Map<
    string,
    { readonly client: PoolClient; readonly onError: () => void; isLost: boolean }
  >();

  constructor(private readonly pool: Pool) {}

  async take(name: string): Promise<boolean> {
    const own = this.held.get(name);
    if (own?.isLost === true)
      throw new StoreError({ kind: 'failed', detail: 'the connection to the database has ended' });
    if (own !== undefined) return true;
    const client = await this.pool.connect();
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
      importLock,
      keyOf(name).readInt32BE(),
    ]);
    if (rows[0]?.taken !== true) {
      client.release();
      return false;
    }
    const onError = (): void => void (reservation.isLost = true);
    const reservation = { client, onError, isLost: false };
    client.on('error', onError);
    this.held.set(name, reservation);
    return true;
  }

  async release(name: string): Promise<void> {
    const reservation = this.held.get(name);
    if (reservation === undefined) return;
    this.held.delete(name);
    const { client, onError, isLost } = reservation;
    client.off('error', onError);
    try {
      if (!isLost) await client.query('SELECT pg_advisory_unlock_all()');
      client.release(isLost);
    } catch {
      // The locks of the connection end with it.
      client.release(true);
    }
  }
}

/** The team store for imports. `signal` cancels what takes long. */
export function createTeamImports(context: TeamContext, pool: Pool, signal?: AbortSignal): ImportStore {
  const reservations = new Reservations(pool);
  const details = (kind: SourceKind, name: string) => sourceDetails(context, kind, name);
  return {
    sources: {
      details,
      find: async ({ kind, name }) =>
        (await listSources(context)).find((source) => source.kind === kind && source.name === name),
      change: async (id, meaning) => {
        const source = (await listSources(context)).find((each) => each.id === id);
        if (source === undefined) return false;
        if (!(await reservations.take(source.name))) throw busy(source.name);
        try {
          if (!(await changeTeamSource(context, id, meaning))) return true;
          const canceledAt = await mergeAll(context, id, { signal });
          if (canceledAt === undefined) return true;
          const { risk = 'unknown', details: known } = source;
          const before = Object.fromEntries(
            Object.keys(meaning.details ?? {}).map((name) => [name, known[name as keyof SourceDetails]]),
          );
          await changeTeamSource(context, id, { risk, details: before });
          await mergeAll(context, id, { end: canceledAt });
          return false;
        } finally {
          await reservations.release(source.name);
        }
      },
      removeSome: (id) => removeSome(context, id),
    },
    reserve: (name) =>
      reservations.take(name).catch((error: unknown) => {
        throw asStoreError(error);
      }),
    release: (name) => reservations.release(name),
    bulk: () => Promise.resolve(),
    indexSome: () => Promise.resolve(false),
    beginImport: async (source) => {
      const opened = await openTeamSource(context, source);
      const opinion = await unitOfWork(context, { needs: { keys: [] } }, (connection) =>
        opinionOf(connection, opened.id),
      );
      return new TeamImportRun(context, { ...opened, opinion });
    },
    places: createPlaceWriter(context.team),
  };
}

/** Merges all indicators of a source again up to a key; if that is canceled, resolves with where. */
async function mergeAll(
  context: TeamContext,
  id: number,
  { signal, end }: { readonly signal?: AbortSignal | undefined; readonly end?: string },
): Promise<string | undefined> {
  let from: string | undefined = '';
  while (from !== undefined && signal?.aborted !== true && (end === undefined || from < end))
    from = await mergeSome(context, id, from);
  return from;
}
