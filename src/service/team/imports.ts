import type { Pool } from 'pg';
import type { SourceKind } from '../../core/records/knowledge';
import type { SourceDetails } from '../../core/records/sourceDetails';
import { getListRating } from '../../core/store/writing/sourceMeaning';
import type { ImportStore } from '../import/importStore';
import { TeamImportRun } from './importRun';
import { createGeoLocationWriter } from './geoLocations';
import { Reservations } from './reservations';
import { busy, changeTeamSource, listSources, mergeSome, openTeamSource, removeSome, sourceDetails } from './sources';
import { type TeamContext, unitOfWork } from './unit';

/** The team store for imports. `signal` cancels what takes long. */
export function createTeamImports(context: TeamContext, pool: Pool, signal?: AbortSignal): ImportStore {
  const reservations = new Reservations(pool, 'import');
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
    reserve: (name) => reservations.take(name),
    release: (name) => reservations.release(name),
    bulk: () => Promise.resolve(),
    indexSome: () => Promise.resolve(false),
    beginImport: async (source) => {
      const opened = await openTeamSource(context, source);
      const listRating = await unitOfWork(context, { needs: { keys: [] } }, (connection) =>
        getListRating(connection, opened.id),
      );
      return new TeamImportRun(context, { ...opened, listRating }, source.name);
    },
    geoLocations: createGeoLocationWriter(context.team),
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
