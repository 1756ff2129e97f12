import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One line of `docs/benchmarks.md`. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The peer that ran in the same minute, and how we stand to it. */
  readonly peer: string;
  readonly ratio: string;
}

/** What a bench file exports as `bench`. */
export interface Bench {
  readonly title: string;
  /** What was measured how, in a sentence or two. */
  readonly how: string;
  run(): Promise<readonly Row[]>;
}

/** Milliseconds at a percentile (0 to 100) of a list of them. */
export function percentile(millis: readonly number[], at: number): number {
  const sorted = [...millis].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * at) / 100))] ?? Number.NaN;
}

/** Milliseconds of each of `count` runs, after `warmUp` that do not count. */
export function timeRuns(count: number, warmUp: number, run: (index: number) => unknown): number[] {
  for (let i = 0; i < warmUp; i++) run(i);
  return Array.from({ length: count }, (_, index) => {
    const startedAt = performance.now();
    run(index);
    return performance.now() - startedAt;
  });
}

/** Completed runs per second over `seconds`, `wide` at a time. */
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

/** Runs `use` with a new folder, which goes afterwards. */
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
