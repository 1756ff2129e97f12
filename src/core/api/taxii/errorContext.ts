import type { SignIn } from '../http/requestKeys';
import type { RequestError } from '../requestError';

/** The context of a request for its error message. */
export interface TaxiiErrorContext {
  /** The server is the connected lookup service, which requires certain plans for TAXII. */
  readonly isService?: boolean;
  /** How the request was authenticated; Basic by default. */
  readonly signIn?: SignIn['kind'];
  readonly part?: 'collection' | 'root' | 'list';
}

/** Whether the server denied access, so that other credentials may help. */
export function isAccessRefused(error: RequestError): boolean {
  return error.kind === 'keyRejected' || (error.kind === 'badRequest' && error.status === 403);
}
