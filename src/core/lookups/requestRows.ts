import type { RequestOptions } from '../api/client';
import type { SentLog } from './lookups';
import type { SentEntry } from './types';

/** Outcomes that a pause has, too: then nothing left. */
const pauses: ReadonlySet<SentEntry['outcome']> = new Set(['rate limit', 'error of the service']);

/**
 * Rows of “What Was Sent” for one wish: the first before anything leaves, and one more for every further request that it
 * takes (a second try, a redirect, another way to ask). `options` go to the client, `end` writes what came of it.
 */
export function listRequests(begin: SentLog['begin'], row: Pick<SentEntry, 'to' | 'what' | 'why'>) {
  let requests = 0;
  let end = begin(row);
  const options: Pick<RequestOptions, 'onRequest'> = {
    onRequest: () => {
      requests++;
      if (requests === 1) return;
      end('asked again');
      end = begin(row);
    },
  };
  return {
    options,
    end: (outcome: SentEntry['outcome']): void =>
      end(requests === 0 && pauses.has(outcome) ? `not sent: ${outcome}` : outcome),
  };
}
