import type { ScanRow } from '../../core/store/activity/scanQueue';
import type { ScanRequest } from '../../core/records/scan';

export interface ScanSubmission {
  readonly outside: boolean;
  /** Who submits it, in the service of a team. */
  readonly by: string | undefined;
}

/** Operations of the scan queue for the endpoint. */
export interface ScanSubmissions {
  /** `outside` false: the scan only scores stored data. */
  submit(request: ScanRequest, options: ScanSubmission): Promise<number | 'full'>;
  /** A scan that `by` may see: where a store belongs to one person, any. */
  find(qid: number, by: string | undefined): Promise<ScanRow | undefined>;
}
