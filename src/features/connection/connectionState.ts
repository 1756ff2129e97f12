import type { Budget } from '../../core/api/client';
import type { RequestError } from '../../core/api/requestError';
import type { LookupMode, UrlDetail } from '../../core/lookups/types';

/** The current service, the lookup mode, and the state of the connection. */
export interface ConnectionState {
  /** Absent if only the local service is used. */
  readonly remote?: { readonly address: string; readonly host: string };
  readonly mode: LookupMode;
  readonly urls: UrlDetail;
  readonly budget: Budget;
  /** The error of the last request; absent once the service answers again. */
  readonly error?: RequestError;
}

/** A base URL as a name: host, port, and path prefix, with the scheme only if it isn't https. */
export function serviceName(address: string): string {
  return address.replace(/^https:\/\//, '');
}
