import type { RequestError } from '../api/requestError';
import type { RequestLogEntry } from './types';

/** The result in the request log. */
export function requestErrorLabel(error: RequestError): RequestLogEntry['outcome'] {
  const words: Readonly<Record<RequestError['kind'], string>> = {
    badBaseUrl: 'not sent: bad base URL',
    nameNotFound: 'host name not found',
    connectionRefused: 'connection refused',
    unreachable: 'not reached',
    certificate: 'certificate not trusted',
    timeout: 'no answer in time',
    canceled: 'canceled',
    tooLarge: 'answer too large',
    redirectRefused: 'redirect refused',
    notJson: 'no JSON answer',
    badShape: 'answer not understood',
    badRequest: 'refused as a bad request',
    keyRejected: 'key refused',
    notFound: 'address not found',
    rateLimited: 'rate limit',
    serverError: 'error of the service',
  };
  if (error.kind === 'keyRejected' && error.status === 403) return error.hadKey ? 'not allowed' : 'key needed';
  return words[error.kind];
}
