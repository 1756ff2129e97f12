import type { KnowledgeStore } from '../../core/lookups/types';
import { errorDetails } from '../common/errorDetails';
import type { Output } from '../common/ui';
import type { RunJob } from '../common/runJob';
import type { SettingsFacade } from '../common/settings';

/** Limits are looked after at the first answer of a session, and then after this many. */
const answersBetweenPrunes = 500;

export interface AnswerCacheParts {
  readonly run: RunJob;
  readonly settings: Pick<SettingsFacade, 'current'>;
  readonly output: Pick<Output, 'warn'>;
}

/** Keeps answers of remote services in the store, within the limits of age and size that the user set; never rejects. */
export function createAnswerCache({ run, settings, output }: AnswerCacheParts): KnowledgeStore['keep'] {
  let writes = 0;
  return async (key, address, knowledge) => {
    try {
      await run('keep', { key, address, knowledge });
      if (writes++ % answersBetweenPrunes === 0) await run('prune', settings.current().storage);
    } catch (error) {
      // The answer is still in memory; the store's own notice tells the user.
      output.warn(`An answer is not kept: ${errorDetails(error)}`);
    }
  };
}
