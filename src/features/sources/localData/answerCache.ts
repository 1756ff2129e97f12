import type { KnowledgeStore } from '../../../core/lookups/types';
import { errorDetails } from '../../shared/text/errorDetails';
import type { Output } from '../../shared/ui';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import type { SettingsFacade } from '../../shared/settings/settings';

/** Limits are enforced at the first answer of a session, and then after this many. */
const answersBetweenPrunes = 500;

/** Caches the answers of remote services in the store, within the limits of age and size in the settings; never rejects. */
export function createAnswerCache(
  worker: WorkerJobs,
  settings: Pick<SettingsFacade, 'current'>,
  output: Pick<Output, 'warn'>,
): KnowledgeStore['keep'] {
  let writes = 0;
  return async (key, address, knowledge) => {
    try {
      await worker.cacheAnswer({ key, address, knowledge });
      if (writes++ % answersBetweenPrunes === 0) await worker.prune(settings.current().storage);
    } catch (error) {
      // The answer is still in memory, and the store reports its own problems.
      output.warn(`An answer was not cached: ${errorDetails(error)}`);
    }
  };
}
