import type { RemoteJobs } from '../../../core/store/protocol/remoteJobs';
import type { jobs } from '../../../service/jobs';

/**
 * The jobs of the worker thread (`service/jobs.ts`), which is started when it is first needed. They reject with a
 * `StoreError`.
 */
export type WorkerJobs = RemoteJobs<typeof jobs>;
