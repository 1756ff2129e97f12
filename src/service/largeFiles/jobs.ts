import type { FoundLine } from '../../core/largeFiles/lineMatcher';
import { indexFile, type IndexInput, type IndexProgress } from '../../core/largeFiles/indexFile';
import type { JobContext, JobTable } from '../../core/remoteJobs';
import type {
  FilterInput,
  FilterProgress,
  FindInAllInput,
  FindInAllProgress,
  FindLinesInput,
  FindLinesProgress,
} from './lines';
import type { UnpackInput, UnpackProgress } from './unpack';

/** Progress is sent this often at most. */
const progressMillis = 100;

/** Without a signal: canceling a job ends its thread. */
type Context<P> = Pick<JobContext<P>, 'onProgress'>;

/** Jobs of a thread for a large file, by name. Other threads call them as `RemoteJobs`. */
export const jobs = {
  index: (_: unknown, input: IndexInput, { onProgress }: Context<IndexProgress>) => indexFile(input, onProgress),
  /** Lines that match, up to the wanted number, and their total. */
  findLines: async (_: unknown, input: FindLinesInput, { onProgress }: Context<FindLinesProgress>) => {
    const { findLines } = await import('./lines');
    const reports = inGroups(onProgress);
    const result = await findLines(input, reports.add);
    reports.end();
    return result;
  },
  /** Lines that match in several texts, one text after the other. */
  findInAll: async (_: unknown, input: FindInAllInput, { onProgress }: Context<FindInAllProgress>) => {
    const { findInAll } = await import('./lines');
    const reports = inGroups(onProgress);
    const failures = await findInAll(input, reports.add);
    reports.end();
    return failures;
  },
  /** Lines that match, or all others, in a new file. */
  filterLines: async (_: unknown, input: FilterInput, { onProgress }: Context<FilterProgress>) => {
    const { filterLines } = await import('./lines');
    return filterLines(input, onProgress);
  },
  unpack: async (_: unknown, input: UnpackInput, { onProgress }: Context<UnpackProgress>) => {
    const { unpack } = await import('./unpack');
    return unpack(input, onProgress);
  },
  /** The names of the files in an archive; undefined if it isn't one. */
  archiveFiles: async (_: unknown, { path }: { readonly path: string }) => {
    const { getArchiveFiles } = await import('../files/parts');
    return getArchiveFiles(path);
  },
} satisfies JobTable;

/** Joins reports about lines of one text that follow each other soon. */
function inGroups<P extends FindLinesProgress & { readonly source?: number }>(
  onProgress: (progress: P) => void,
): { readonly add: (progress: P) => void; readonly end: () => void } {
  let lines: FoundLine[] = [];
  let last: P | undefined;
  let sent = 0;
  const end = (): void => {
    if (last !== undefined) onProgress({ ...last, lines });
    last = undefined;
    lines = [];
    sent = performance.now();
  };
  const add = (progress: P): void => {
    if (last !== undefined && last.source !== progress.source) end();
    lines.push(...progress.lines);
    last = progress;
    if (performance.now() - sent >= progressMillis) end();
  };
  return { add, end };
}
