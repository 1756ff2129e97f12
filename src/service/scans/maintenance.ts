import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../core/store/store';

/** Scans that have ended are kept so long, and so many of them (docs/local-service.md). */
const retentionMillis = 30 * 86_400_000;
const maxStoredScans = 10_000;
/** Retired in one go: a writer that waits should not notice. */
const retireBatchSize = 500;

/** How often a running service looks after its store. */
export const maintenanceMillis = 6 * 3_600_000;

export interface MaintenanceResult {
  readonly retired: number;
  readonly dropped: number;
}

/** Retires what nobody gave a sign of for three months and drops old scans; one process at a time is enough. */
export async function runMaintenance(
  store: Pick<Store, 'scans' | 'overrides' | 'takeLease'>,
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
  return { retired, dropped };
}
