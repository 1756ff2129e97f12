import type { ScanRequest } from '../../records/scan';
import type { Params } from '../http/gatewayTypes';
import type { RequestError } from '../requestError';

/** Characters that are the same in a query, a log and on screen; everything else is sent as Base64. */
const plainValue = /^[A-Za-z0-9._~:/-]+$/;

/**
 * The parameters of a submission (lookup API: “Submit an indicator”): `value` if it has no special characters,
 * otherwise `ioc`, the Base64 of its UTF-8.
 */
export function submissionParams({ indicator, kind, store }: ScanRequest): Params {
  const { value } = indicator;
  return [
    plainValue.test(value) ? ['value', value] : ['ioc', base64(value)],
    ['probe', kind === 'active' ? '1' : '0'],
    ['submit', store ? '1' : '0'],
  ];
}

/** True where a submission that failed this way was certainly not accepted, so that it may be sent again. */
export function isUnheard({ kind }: RequestError): boolean {
  switch (kind) {
    case 'badBaseUrl':
    case 'nameNotFound':
    case 'connectionRefused':
    case 'certificate':
    case 'noTls':
    case 'redirectRefused':
    case 'badRequest':
    case 'keyRejected':
    case 'notFound':
    case 'rateLimited':
      return true;
    case 'unreachable':
    case 'timeout':
    case 'canceled':
    case 'tooLarge':
    case 'partial':
    case 'notJson':
    case 'badShape':
    case 'serverError':
      return false;
  }
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
