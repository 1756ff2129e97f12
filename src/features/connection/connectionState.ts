import type { Budget } from '../../core/api/client';
import type { RequestError } from '../../core/api/requestError';
import type { LookupMode, UrlDetail } from '../../core/lookups/types';

/** Which service answers now, under which mode, and how it fares. */
export interface ConnectionState {
  /** Missing where only the local service is used. */
  readonly remote?: { readonly address: string; readonly host: string };
  readonly mode: LookupMode;
  readonly urls: UrlDetail;
  readonly budget: Budget;
  /** What the last request met; missing once the service answered again. */
  readonly error?: RequestError;
}
