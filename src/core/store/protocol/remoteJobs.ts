/** What a job receives besides its input. */
export interface JobContext<P = never> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: P) => void;
}

/** Functions of a thread by name (`service/jobs.ts`). They get what they work with, the input, and a {@link JobContext}. */
export type JobTable = Readonly<Record<string, (host: never, input: never, context: never) => unknown>>;

export interface RunOptions<P = never> {
  /** Cancels the job. Imports and triage then resolve with what was done; other jobs reject. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: P) => void;
  /** Buffers of the input to transfer to the thread instead of copying; they are empty here afterwards. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** A job as other threads call it; the input is absent if the job has none. */
type RemoteJob<F> = F extends (host: never, input: infer I, context: JobContext<infer P>) => infer O
  ? unknown extends I
    ? (input?: undefined, options?: RunOptions<P>) => Promise<Awaited<O>>
    : (input: I, options?: RunOptions<P>) => Promise<Awaited<O>>
  : never;

/** The jobs of a table as other threads call them. In an editor, “Go to Definition” leads from a call to the job. */
export type RemoteJobs<T extends JobTable> = { readonly [N in keyof T]: RemoteJob<T[N]> };

/** Jobs that are run by their names. */
export function remoteJobs<T extends JobTable>(
  run: (job: string, input: unknown, options?: RunOptions) => Promise<unknown>,
): RemoteJobs<T> {
  const call = (job: string) => (input: unknown, options?: RunOptions) => run(job, input, options);
  // What has a method `then` can't be the result of an async function.
  const get = (_: object, job: string | symbol) => (typeof job === 'string' && job !== 'then' ? call(job) : undefined);
  return new Proxy({}, { get }) as RemoteJobs<T>;
}
