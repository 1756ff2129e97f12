import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A row of a table in `test/bench/results.md`. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** A peer measured at the same time, and the ratio to it. */
  readonly peer: string;
  readonly ratio: string;
}

/** The export `bench` of a benchmark file. */
export interface Bench {
  readonly title: string;
  /** The method, in a sentence or two. */
  readonly how: string;
  run(): Promise<readonly Row[]>;
}

/** A percentile (0 to 100) of a list of milliseconds. */
export function percentile(millis: readonly number[], at: number): number {
  const sorted = [...millis].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * at) / 100))] ?? Number.NaN;
}

/** Milliseconds of each of `count` runs, after `warmUp` runs that don't count. */
export function timeRuns(count: number, warmUp: number, run: (index: number) => unknown): number[] {
  for (let i = 0; i < warmUp; i++) run(i);
  return Array.from({ length: count }, (_, index) => {
    const startedAt = performance.now();
    run(index);
    return performance.now() - startedAt;
  });
}

/** Completed runs per second within `seconds`, with `wide` runs in parallel. */
export async function throughput(seconds: number, wide: number, run: (index: number) => unknown): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await run(done);
      done++;
    }
  };
  await Promise.all(Array.from({ length: wide }, lane));
  return done / ((performance.now() - startedAt) / 1000);
}

/** Calls `use` with a temporary folder, which is deleted afterwards. */
export async function withTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const formatMillis = (millis: number): string => `${millis.toFixed(millis < 10 ? 3 : 1)} ms`;
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en');
export const formatRatio = (own: number, peer: number): string => `${(own / peer).toFixed(2)}×`;
