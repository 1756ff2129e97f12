import type { ScanRow } from '../../core/store/activity/scanQueue';
import type { ScanRequest } from '../../core/records/scan';

/** What the endpoint needs of the scan queue. */
export interface ScanSubmissions {
  /** `outside` false: the scan only scores stored data. */
  submit(request: ScanRequest, options: { readonly outside: boolean }): Promise<number | 'full'>;
  find(qid: number): Promise<ScanRow | undefined>;
}
