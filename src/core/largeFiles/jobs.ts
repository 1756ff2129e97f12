import type { IndexInput, IndexProgress, IndexResult } from './indexFile';
import type { SearchInput, SearchProgress, SearchResult } from './searchFile';
import type { InputFailure } from '../records/problems/inputFailure';

/** Writes the text of a compressed file, or of a file in an archive, to another file. */
export interface UnpackInput {
  readonly path: string;
  /** The file in the archive; without it, all files one after the other, as triage reads them. */
  readonly member?: string | undefined;
  readonly target: string;
  readonly maxBytes: number;
}

/** How much was read of the compressed file, if that is known, and written. */
export interface UnpackProgress {
  readonly written: number;
}

/** What was written, and why it isn't all of it. */
export interface UnpackResult {
  readonly written: number;
  readonly failure?: InputFailure;
  /** Whether the text is longer than `maxBytes`. */
  readonly isCapped: boolean;
}

/** The jobs of the worker thread for large files, each in a thread of its own, so that ending the thread cancels it. */
export interface LargeFileJobs {
  readonly index: { readonly in: IndexInput; readonly progress: IndexProgress; readonly out: IndexResult };
  readonly search: { readonly in: SearchInput; readonly progress: SearchProgress; readonly out: SearchResult };
  readonly unpack: { readonly in: UnpackInput; readonly progress: UnpackProgress; readonly out: UnpackResult };
  /** The names of the files in an archive; undefined if it isn't one. */
  readonly members: {
    readonly in: { readonly path: string };
    readonly progress: never;
    readonly out: readonly string[] | undefined;
  };
}

/** The name of a job. */
export type LargeFileJob = keyof LargeFileJobs;

/** What the thread is started with. */
export type JobRequest = {
  readonly [N in LargeFileJob]: { readonly job: N; readonly input: LargeFileJobs[N]['in'] };
}[LargeFileJob];

/** What the thread sends. */
export type FromJob =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly failure?: InputFailure };
