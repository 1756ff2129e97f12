import type { RequestError } from '../../../core/api/requestError';
import { requestErrorCode } from '../../../core/lookups/requestOutcome';
import { strings } from './strings';

/** An error in two or three words. */
export function requestErrorLabel(error: RequestError): string {
  return strings.requestError(requestErrorCode(error));
}
