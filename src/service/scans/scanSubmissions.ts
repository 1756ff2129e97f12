import type { ScanRow } from '../../core/store/scanQueue';
import type { ScanRequest } from '../../core/records/scan';

/** Where scans are submitted and asked after: what the endpoint needs of the queue. */
export interface ScanSubmissions {
  /** `outside` false: whoever asks may have the store's knowledge scored, but nobody is asked for him. */
  submit(request: ScanRequest, options: { readonly outside: boolean }): number | 'full';
  find(qid: number): ScanRow | undefined;
}
