import type { RequestOptions } from '../../api/client';
import type { RequestError } from '../../api/requestError';
import type { RequestLog } from '../options';
import { type OutcomeDetails, requestErrorCode, type RequestOutcome } from '../requestOutcome';
import type { LoggedRequest } from '../types';

/**
 * Entries of the request log for one lookup: the first before anything is sent, and another for each further request
 * (a retry, a redirect, another method). `options` are passed to the client, `end` logs the result.
 */
export function logRequests(requestLog: Pick<RequestLog, 'begin'>, row: LoggedRequest) {
  let requests = 0;
  let end = requestLog.begin(row);
  const options: Pick<RequestOptions, 'onRequest'> = {
    onRequest: () => {
      requests++;
      if (requests === 1) return;
      end('retried');
      end = requestLog.begin(row);
    },
  };
  return {
    options,
    end: (outcome: RequestOutcome, details?: OutcomeDetails): void => end(outcome, details),
    /** Like `end`, but for an error; during a pause of the service nothing was sent. */
    endWithError: (error: RequestError): void => {
      const isPaused = requests === 0 && (error.kind === 'rateLimited' || error.kind === 'serverError');
      end(requestErrorCode(error), isPaused ? { notSent: true } : undefined);
    },
  };
}
