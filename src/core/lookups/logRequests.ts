import type { RequestOptions } from '../api/client';
import type { RequestError } from '../api/requestError';
import type { RequestLog } from './lookups';
import { requestErrorLabel } from './requestErrorLabel';
import type { RequestLogEntry } from './types';

/**
 * Rows of “What Was Sent” for one wish: the first before anything leaves, and one more for every further request that it
 * takes (a second try, a redirect, another way to ask). `options` go to the client, `end` writes what came of it.
 */
export function logRequests(begin: RequestLog['begin'], row: Pick<RequestLogEntry, 'to' | 'what' | 'why'>) {
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
    end: (outcome: RequestLogEntry['outcome']): void => end(outcome),
    /** The same for a trouble; during a pause of the service nothing left. */
    endWithError: (error: RequestError): void => {
      const isPaused = requests === 0 && (error.kind === 'rateLimited' || error.kind === 'serverError');
      end(isPaused ? `not sent: ${requestErrorLabel(error)}` : requestErrorLabel(error));
    },
  };
}
