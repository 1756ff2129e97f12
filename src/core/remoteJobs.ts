/** The context of a job, besides its input. */
export interface JobContext<P = never> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: P) => void;
}

/**
 * Functions of a thread by name (`service/jobs.ts`, `service/largeFiles/jobs.ts`). They get what they work with, the
 * input, and a {@link JobContext}.
 */
export type JobTable = Readonly<Record<string, (host: never, input: never, context: never) => unknown>>;

interface RunOptions<P = never> {
  /** Cancels the job. Imports and triage then resolve with what was done; other jobs reject. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: P) => void;
  /** Buffers of the input to transfer to the thread instead of copying; they are empty here afterwards. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Runs a job of another thread by its name. */
export type RunByName = (job: string, input: unknown, options?: RunOptions) => Promise<unknown>;

/** A job as other threads call it; the input is absent if the job has none. */
type RemoteJob<F> = F extends (host: never, input: infer I, context: JobContext<infer P>) => infer O
  ? unknown extends I
    ? (input?: undefined, options?: RunOptions<P>) => Promise<Awaited<O>>
    : (input: I, options?: RunOptions<P>) => Promise<Awaited<O>>
  : never;

/** The jobs of a table as other threads call them. In an editor, “Go to Definition” leads from a call to the job. */
export type RemoteJobs<T extends JobTable> = { readonly [N in keyof T]: RemoteJob<T[N]> };
