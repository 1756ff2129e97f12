import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What checks found. */
export const newsName = 'news.json';

/** Whether it is the name of the file of a triaged file. */
export function isTriagedName(name: string): boolean {
  return /^[\da-f]{32}\.indicators$/.test(name);
}

/** The folder with the indicators of triaged files, beside the store. */
export function triagedFolderOf(storeFile: string): string {
  return join(dirname(storeFile), 'triaged');
}

/** How many triaged files are remembered, and since when; blocks the thread. */
export function triagedSummary(folder: string): {
  readonly count: number;
  readonly bytes: number;
  readonly oldest?: number;
  readonly newest?: number;
} {
  const found = triagedNames(folder).flatMap((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ at: Math.trunc(stats.mtimeMs), size: stats.size }];
  });
  const times = found.map(({ at }) => at).sort((a, b) => a - b);
  const [oldest, newest] = [times[0], times.at(-1)];
  return {
    count: found.length,
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    oldest,
    newest,
  };
}

/** Forgets all triaged files; blocks the thread. Returns their number. */
export function clearTriaged(folder: string): number {
  const { length } = triagedNames(folder);
  rmSync(folder, { recursive: true, force: true });
  return length;
}

function triagedNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isTriagedName);
  } catch {
    return [];
  }
}
