import type { RequestLogStore } from '../../core/lookups/options';
import { errorDetails } from '../shared/text/errorDetails';
import type { Output } from '../shared/ui';
import type { WorkerJobs } from '../shared/commands/workerJobs';

/** The request log in the local store; without a store it lasts as long as the window. */
export function createRequestLogStore(worker: WorkerJobs, output: Output): RequestLogStore {
  return {
    load: () => worker.requestLogList(),
    save: (entries) => {
      worker
        .requestLogAppend({ entries })
        .catch((error: unknown) => output.warn(`The request log was not saved: ${errorDetails(error)}`));
    },
    clear: () => {
      worker
        .clear({ kinds: ['sent'] })
        .catch((error: unknown) => output.warn(`The request log was not cleared in the store: ${errorDetails(error)}`));
    },
  };
}
