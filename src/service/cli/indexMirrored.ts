import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../core/store/store';
import type { CliIo } from './command';

const progressMillis = 1_000;

/**
 * Indexes mirrored objects that are pending, so that the following searches find them; reports progress on standard
 * error.
 */
export async function indexMirrored(store: Store, io: Pick<CliIo, 'err' | 'signal'>): Promise<void> {
  const { indexer } = store.mirrors;
  let lastReport = Date.now();
  for (let taken = indexer.indexNext(); taken !== undefined && !io.signal.aborted; taken = indexer.indexNext()) {
    // Lets signals through between two slices.
    await setImmediate();
    if (Date.now() - lastReport < progressMillis) continue;
    lastReport = Date.now();
    const waiting = indexer.pendingBySource().reduce((sum, each) => sum + each.waiting, 0);
    io.err(`Indexing mirrored objects: ${waiting} remaining`);
  }
}
