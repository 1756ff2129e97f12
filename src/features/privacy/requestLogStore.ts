import type { RequestLogStore } from '../../core/lookups/options';
import { errorDetails } from '../shared/text/errorDetails';
import type { Output } from '../shared/ui';
import type { RunJob } from '../shared/commands/runJob';

/** The request log in the local store; without a store it lasts as long as the window. */
export function createRequestLogStore(run: RunJob, output: Output): RequestLogStore {
  return {
    load: () => run('requestLogList', {}),
    save: (entries) => {
      run('requestLogAppend', { entries }).catch((error: unknown) =>
        output.warn(`The request log was not saved: ${errorDetails(error)}`),
      );
    },
    clear: () => {
      run('clear', { kinds: ['sent'] }).catch((error: unknown) =>
        output.warn(`The request log was not cleared in the store: ${errorDetails(error)}`),
      );
    },
  };
}
