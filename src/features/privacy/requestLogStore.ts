import type { RequestLogStore } from '../../core/lookups/lookups';
import { errorDetails } from '../common/errorDetails';
import type { Output } from '../common/ui';
import type { RunJob } from '../common/runJob';

/** “What Was Sent” kept in the local store; where that can't be used the list lasts as long as the window. */
export function createRequestLogStore(run: RunJob, output: Output): RequestLogStore {
  const quietly = (what: string, job: Promise<unknown>): void => {
    job.catch((error: unknown) => output.warn(`${what}: ${errorDetails(error)}`));
  };
  return {
    load: () => run('requestLogList', {}),
    save: (entries) => quietly('“What Was Sent” is not kept', run('requestLogAppend', { entries })),
    clear: () => quietly('“What Was Sent” is not cleared in the store', run('clear', { kinds: ['sent'] })),
  };
}
