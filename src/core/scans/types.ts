import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/types';
import type { UtcMillis } from '../records/record';
import type { RiskLevel } from '../records/risk';
import type { ScanKind } from '../records/scan';

/** What was known at a glance, before a scan and after it. */
export interface RiskSnapshot {
  readonly risk: RiskLevel;
  readonly retired: boolean;
}

/** How far a scan has come, as its user sees it. The first four go on by themselves; the others are ends. */
export type ScanProgress =
  /** Not sent yet; `retryAt` where the service said when it takes the next one, and `said` what it said of it. */
  | { readonly kind: 'waiting'; readonly retryAt?: UtcMillis; readonly serviceMessage?: string }
  /** Kept before the request leaves: what is found like this later was sent perhaps, and never goes out by itself. */
  | { readonly kind: 'submitting' }
  | { readonly kind: 'queued'; readonly message?: string; readonly error?: RequestError }
  | { readonly kind: 'processing'; readonly stage?: string; readonly message?: string; readonly error?: RequestError }
  | ({ readonly kind: 'done' } & RiskSnapshot)
  /** `scanUnknown`: the service does not know the scan (any more); else it may have found nothing under the name. */
  | { readonly kind: 'notFound'; readonly message?: string; readonly scanUnknown?: true }
  /** `noRecord`: it is done, the service says, but came without a record. With a trouble it was not taken. */
  | { readonly kind: 'failed'; readonly message?: string; readonly noRecord?: true; readonly error?: RequestError }
  /** Sent, and nobody knows whether it was taken: repeating it is the user's to say. */
  | { readonly kind: 'unclear'; readonly error?: RequestError }
  /** Never sent: the user's own rules were against it when its turn came. */
  | { readonly kind: 'blocked'; readonly why: 'offline' | 'reserved' | 'ignored' }
  /** The user stopped following it; the service goes on. `sent` false: it never left. */
  | { readonly kind: 'canceled'; readonly sent: boolean }
  /** Unfinished for longer than it is followed. */
  | { readonly kind: 'expired' };

/** A scan that the user asked for, from the wish to its end. */
export interface Scan {
  /** Unique over all windows. */
  readonly id: string;
  /** When the user asked for it. */
  readonly at: UtcMillis;
  /** When it was last heard of. */
  readonly changed: UtcMillis;
  /** Whom it goes to: base URL (`local:` for the embedded service) and what the user is shown. */
  readonly address: string;
  readonly host: string;
  readonly remote: boolean;
  /** As it stands in the text. */
  readonly indicator: Indicator;
  /** What is submitted of it. */
  readonly sent: Indicator;
  readonly kind: ScanKind;
  /** Submitted to be stored and found by others. */
  readonly store: boolean;
  readonly qid?: number;
  readonly submitted?: UtcMillis;
  /** What was known when it was asked for; missing where nothing was. */
  readonly before?: RiskSnapshot;
  readonly progress: ScanProgress;
}

/** A scan as the user wishes it; service, time and id are the engine's to add. */
export interface NewScan {
  readonly indicator: Indicator;
  readonly sent: Indicator;
  readonly kind: ScanKind;
  readonly store: boolean;
  readonly before?: RiskSnapshot;
}

/** True while a scan goes on by itself. */
export function isOpen({ progress }: Pick<Scan, 'progress'>): boolean {
  return ['waiting', 'submitting', 'queued', 'processing'].includes(progress.kind);
}

/** True where the user may want to ask for the same again. */
export function isRepeatable({ progress }: Pick<Scan, 'progress'>): boolean {
  return !isOpen({ progress }) && progress.kind !== 'done';
}

/** True for an end that nothing changes any more; what is `unclear` may still be heard of by the window that sent it. */
export function isFinal(scan: Pick<Scan, 'progress'>): boolean {
  return !isOpen(scan) && scan.progress.kind !== 'unclear';
}

/** True where the service goes on with a scan that nobody follows: its queue id is known. */
export function isResumable({ progress, qid }: Pick<Scan, 'progress' | 'qid'>): boolean {
  return progress.kind === 'canceled' && progress.sent && qid !== undefined;
}
