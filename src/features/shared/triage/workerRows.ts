import type { Lookups } from '../../../core/lookups/lookups';
import type { LookupContext } from '../../../core/lookups/options';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import type { RowQuery } from '../../../core/rows/rowQuery';
import type { AssessingContext } from '../../../core/triage/triageMessages';
import type { Triaged } from '../../../core/triage/assess';
import type { WorkerJobs } from '../commands/workerJobs';

/** Rows that the worker thread sends at once, so that this thread isn't blocked. */
const partRows = 1_000;

/** All rows of a query about a triage in the worker thread, in their order. */
export async function rowsOfTriage(...query: Parameters<typeof partsOfTriage>): Promise<readonly Triaged[]> {
  const rows: Triaged[] = [];
  for await (const part of partsOfTriage(...query)) for (const row of part) rows.push(row);
  return rows;
}

/** Like {@link rowsOfTriage}, but in parts, so that not all rows are in memory. */
export async function* partsOfTriage(
  worker: WorkerJobs,
  id: string,
  { query, withFolded }: { readonly query: RowQuery; readonly withFolded: boolean },
  signal?: AbortSignal,
): AsyncGenerator<readonly Triaged[]> {
  for (let from = 0; ; from += partRows) {
    const wanted = { query, withFolded, from, count: partRows };
    const part = await worker.triageRows({ id, wanted }, signal === undefined ? {} : { signal });
    yield part.map(([, row]) => row);
    if (part.length < partRows) return;
  }
}

/** Returns the context for the worker thread to assess indicators as lookups of this window do. */
export function assessingContext(lookups: Pick<Lookups, 'context'>, unread: UnreadStore | undefined): AssessingContext {
  const context: LookupContext = lookups.context();
  // The worker finds out on its own whether the store can be read now.
  return { ...context, unread: unread === 'busy' || unread === 'otherVersion' ? undefined : unread };
}
