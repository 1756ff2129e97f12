import type { RunIn } from '../../../core/store/protocol/protocol';
import type { jobs } from '../../../service/jobs';

/**
 * Runs a job of the worker thread (`service/jobs.ts`), which is started when it is first needed. Rejects with a `StoreError`.
 */
export type RunJob = RunIn<typeof jobs>;
