import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/core/store/store';
import { importInto } from '../../src/service/import';

export const storeSize = 100_000;

/** A fictional indicator of the warm store by index. */
export function valueAt(index: number, size = storeSize): string {
  const place = index % size;
  return `host-${place}.lookups-bench-${place % 977}.com`;
}

/** Fills a store by importing a CSV file with `size` indicators. @returns the path of the store */
export async function createWarmStore(folder: string, size = storeSize): Promise<string> {
  const file = join(folder, 'store.sqlite');
  const csv = join(folder, 'bench.csv');
  const risks = ['none', 'low', 'medium', 'high', 'critical'];
  const rows = Array.from(
    { length: size },
    (_, i) =>
      `${valueAt(i, size)},${risks[i % risks.length]},2026-01-${String(1 + (i % 28)).padStart(2, '0')} 08:00:00,Kit ${i % 40}`,
  );
  writeFileSync(csv, `indicator,risk,stamp_seen,threat\n${rows.join('\n')}\n`);
  const store = openStore(file);
  const account = await importInto(store, { path: csv, name: 'bench.csv' });
  store.close();
  if (account.indicators.added !== size) throw new Error(`The bench store is not whole: ${JSON.stringify(account)}`);
  return file;
}
