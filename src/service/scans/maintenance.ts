import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../core/store/store';

/** How long finished scans are stored, and how many (docs/local-service.md). */
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
 * Retires indicators that were inactive for three months, lowers the risk of old entries of lists, and deletes old
 * scans. Runs in one process at a time.
 */
export async function runMaintenance(
  store: Pick<Store, 'scans' | 'overrides' | 'sources' | 'takeLease'>,
  signal?: AbortSignal,
): Promise<MaintenanceResult> {
  if (!store.takeLease('tidyScans', 60_000)) return { retired: 0, dropped: 0 };
  const dropped = store.scans.prune({ maxAgeMillis: retentionMillis, keep: maxStoredScans });
  let retired = 0;
  while (signal?.aborted !== true) {
    const some = store.overrides.retireInactive(retireBatchSize);
    retired += some;
    if (some < retireBatchSize) break;
    await setImmediate();
  }
  for (const id of store.sources.toAge())
    for (let from: number | undefined = 0; from !== undefined && signal?.aborted !== true;) {
      from = store.sources.ageSome(id, from);
      await setImmediate();
    }
  return { retired, dropped };
}
