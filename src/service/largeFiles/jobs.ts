import { indexFile, type IndexInput, type IndexProgress } from '../../core/largeFiles/indexFile';
import type { JobContext, JobTable } from '../../core/remoteJobs';
import type { FilterInput, FilterProgress } from './filterLines';
import type { FindLinesInput, FindLinesProgress, FoundLine } from './findLines';
import type { UnpackInput, UnpackProgress } from './unpack';

/** Progress is sent this often at most. */
const progressMillis = 100;

/** Without a signal: canceling a job ends its thread. */
type Context<P> = Pick<JobContext<P>, 'onProgress'>;

/** What a thread for a large file can do, by name. Other threads call it as `RemoteJobs`. */
export const jobs = {
  index: (_: unknown, input: IndexInput, { onProgress }: Context<IndexProgress>) => indexFile(input, onProgress),
  /** Lines that match, as far as they are wanted, and their number. */
  findLines: async (_: unknown, input: FindLinesInput, { onProgress }: Context<FindLinesProgress>) => {
    const { findLines } = await import('./findLines');
    let lines: FoundLine[] = [];
    let sent = 0;
    let last: FindLinesProgress | undefined;
    const result = await findLines(input, (progress) => {
      lines.push(...progress.lines);
      last = progress;
      if (performance.now() - sent < progressMillis) return;
      onProgress({ ...progress, lines });
      lines = [];
      sent = performance.now();
    });
    if (last !== undefined) onProgress({ ...last, lines });
    return result;
  },
  /** Lines that match, or all others, in a new file. */
  filterLines: async (_: unknown, input: FilterInput, { onProgress }: Context<FilterProgress>) => {
    const { filterLines } = await import('./filterLines');
    return filterLines(input, onProgress);
  },
  unpack: async (_: unknown, input: UnpackInput, { onProgress }: Context<UnpackProgress>) => {
    const { unpack } = await import('./unpack');
    return unpack(input, onProgress);
  },
  /** The names of the files in an archive; undefined if it isn't one. */
  members: async (_: unknown, { path }: { readonly path: string }) => {
    const { membersOf } = await import('./unpack');
    return membersOf(path);
  },
} satisfies JobTable;
