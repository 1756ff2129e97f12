import type { RequestLogStore } from '../../core/lookups/lookups';
import { errorDetails } from '../common/errorDetails';
import type { Output } from '../common/ui';
import type { RunJob } from '../common/runJob';

/** The request log in the local store; without a store it lasts as long as the window. */
export function createRequestLogStore(run: RunJob, output: Output): RequestLogStore {
  const runQuietly = (failure: string, job: Promise<unknown>): void => {
    job.catch((error: unknown) => output.warn(`${failure}: ${errorDetails(error)}`));
  };
  return {
    load: () => run('requestLogList', {}),
    save: (entries) => runQuietly('The request log was not saved', run('requestLogAppend', { entries })),
    clear: () => runQuietly('The request log was not cleared in the store', run('clear', { kinds: ['sent'] })),
  };
}
