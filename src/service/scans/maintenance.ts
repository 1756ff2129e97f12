import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../core/store/store';
import { restored } from '../../core/store/writing/restoring';
import { takeLease } from '../../core/store/sqlite/leases';

/** How long finished scans are stored, and how many (docs/reference/local-service.md). */
const retentionMillis = 30 * 86_400_000;
const maxStoredScans = 10_000;
/** Indicators retired per transaction, so that other writers don't wait. */
const retireBatchSize = 500;

/** How often a running service maintains its store. */
export const maintenanceMillis = 6 * 3_600_000;

export interface MaintenanceResult {
  readonly retired: number;
  readonly dropped: number;
}

/**
 * Restores what a wrong clock retired, retires indicators that were inactive for three months, lowers the risk of old entries of lists, and deletes old
 * scans. Runs in one process at a time.
 */
export async function runMaintenance(
  store: Pick<Store, 'scans' | 'overrides' | 'sources' | 'clock' | 'use'>,
  signal?: AbortSignal,
): Promise<MaintenanceResult> {
  if (!store.use((connection) => takeLease(connection, 'tidyScans', 60_000))) return { retired: 0, dropped: 0 };
  store.clock.note();
  const dropped = store.scans.prune({ maxAgeMillis: retentionMillis, keep: maxStoredScans });
  const steps = async (all: Iterator<undefined>): Promise<void> => {
    while (signal?.aborted !== true && all.next().done !== true) await setImmediate();
  };
  // First, so that what is inactive by the right clock is retired again.
  await steps(restored(store.clock));
  let retired = 0;
  while (signal?.aborted !== true) {
    const some = store.overrides.retireInactive(retireBatchSize);
    retired += some;
    if (some < retireBatchSize) break;
    await setImmediate();
  }
  await steps(aged(store));
  return { retired, dropped };
}

/** Lowers the risk of old entries of lists, or raises it again after a wrong clock; a step at a time. */
function* aged({ clock, sources }: Pick<Store, 'sources' | 'clock'>): Generator<undefined, void> {
  for (const id of sources.toAge())
    for (let from: number | undefined = 0; from !== undefined; yield) from = sources.ageSome(id, from);
  clock.noteDone('clockAged');
}
