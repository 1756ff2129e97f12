import type { Trouble } from '../api/trouble';
import type { SentEntry } from './types';

/** The outcome in “What Was Sent”. */
export function troubleWord(trouble: Trouble): SentEntry['outcome'] {
  const words: Readonly<Record<Trouble['kind'], string>> = {
    badBaseUrl: 'not sent: bad base URL',
    nameNotFound: 'host name not found',
    connectionRefused: 'connection refused',
    unreachable: 'not reached',
    certificate: 'certificate not trusted',
    timeout: 'no answer in time',
    cancelled: 'cancelled',
    tooLarge: 'answer too large',
    redirectRefused: 'redirect refused',
    notJson: 'no JSON answer',
    badShape: 'answer not understood',
    badRequest: 'refused as a bad request',
    keyRefused: 'key refused',
    notFound: 'address not found',
    rateLimited: 'rate limit',
    serverError: 'error of the service',
  };
  if (trouble.kind === 'keyRefused' && trouble.status === 403) return trouble.hadKey ? 'not allowed' : 'key needed';
  return words[trouble.kind];
}
