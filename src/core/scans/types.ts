import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/identity/types';
import type { UtcMillis } from '../records/record';
import type { RiskLevel } from '../records/risk';
import type { ScanKind } from '../records/scan';

/** The verdict before or after a scan. */
export interface RiskSnapshot {
  readonly risk: RiskLevel;
  readonly retired: boolean;
}

/** The state of a scan. The first four are open, the others are final. */
export type ScanProgress =
  /** Not sent yet; `retryAt` is when the service accepts the next one, `serviceMessage` its explanation. */
  | { readonly kind: 'waiting'; readonly retryAt?: UtcMillis; readonly serviceMessage?: string }
  /**
   * Saved before the request is sent. A scan found in this state later may have been sent, and isn't sent again
   * automatically.
   */
  | { readonly kind: 'submitting' }
  | { readonly kind: 'queued'; readonly message?: string; readonly error?: RequestError }
  | { readonly kind: 'processing'; readonly stage?: string; readonly message?: string; readonly error?: RequestError }
  | ({ readonly kind: 'done' } & RiskSnapshot)
  /** `scanUnknown`: the service doesn't know the scan; without it, it has found nothing. */
  | { readonly kind: 'notFound'; readonly message?: string; readonly scanUnknown?: true }
  /** `noRecord`: done, but without a record. With an error, the submission was rejected. */
  | { readonly kind: 'failed'; readonly message?: string; readonly noRecord?: true; readonly error?: RequestError }
  /** Sent, but not confirmed. Only the user may repeat it. */
  | { readonly kind: 'unclear'; readonly error?: RequestError }
  /** Never sent, because the user's rules block it. */
  | { readonly kind: 'blocked'; readonly why: 'offline' | 'reserved' | 'ignored' }
  /** No longer tracked; the service continues it if it was `sent`. */
  | { readonly kind: 'canceled'; readonly sent: boolean }
  /** Not done within the maximum tracking time. */
  | { readonly kind: 'expired' };

/** A scan with its state. */
export interface Scan {
  /** Unique across all windows. */
  readonly id: string;
  /** When the user requested it. */
  readonly at: UtcMillis;
  /** When its state last changed. */
  readonly changed: UtcMillis;
  /** The service: its base URL (`local:` for the embedded one), and the name that users see. */
  readonly address: string;
  readonly host: string;
  readonly remote: boolean;
  /** As in the text. */
  readonly indicator: Indicator;
  /** The indicator that is submitted. */
  readonly sent: Indicator;
  readonly kind: ScanKind;
  /** Whether others can find it. */
  readonly store: boolean;
  readonly qid?: number;
  readonly submitted?: UtcMillis;
  /** The verdict when it was requested, if any. */
  readonly before?: RiskSnapshot;
  readonly progress: ScanProgress;
}

/** A scan as requested; the engine adds service, time, and id. */
export interface NewScan {
  readonly indicator: Indicator;
  readonly sent: Indicator;
  readonly kind: ScanKind;
  readonly store: boolean;
  readonly before?: RiskSnapshot;
}

/** Whether a scan continues on its own. */
export function isOpen({ progress }: Pick<Scan, 'progress'>): boolean {
  return ['waiting', 'submitting', 'queued', 'processing'].includes(progress.kind);
}

/** Whether it makes sense to repeat a scan. */
export function isRepeatable({ progress }: Pick<Scan, 'progress'>): boolean {
  return !isOpen({ progress }) && progress.kind !== 'done';
}

/** Whether a state is final; an `unclear` scan may still be confirmed in the window that sent it. */
export function isFinal(scan: Pick<Scan, 'progress'>): boolean {
  return !isOpen(scan) && scan.progress.kind !== 'unclear';
}

/** Whether an untracked scan can be tracked again by its queue id. */
export function isResumable({ progress, qid }: Pick<Scan, 'progress' | 'qid'>): boolean {
  return progress.kind === 'canceled' && progress.sent && qid !== undefined;
}
