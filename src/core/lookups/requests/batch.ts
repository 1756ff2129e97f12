import type { ServiceClient } from '../../api/client';
import type { RequestError } from '../../api/requestError';
import type { Indicator } from '../../indicators/identity/types';
import type { IndicatorRecord } from '../../records/record';
import type { AnswerSizes } from '../answerSizes';
import type { ExplorePlan } from '../batchLimit';
import type { BatchOptions, RequestLog } from '../options';

/** What to send for an indicator, and to which service. */
export interface PlannedRequest {
  readonly client: ServiceClient;
  readonly sent: Indicator;
  /** The host of a URL, requested with the URL. */
  readonly isHost?: true;
}

/** Why many indicators are looked up. */
export type BatchReason = NonNullable<BatchOptions['reason']>;

export interface BatchPorts {
  /** What a batch would send now, for a URL also its host; nothing if not allowed, not needed, or already in flight. */
  readonly next: (indicator: Indicator, reason: BatchReason) => readonly PlannedRequest[];
  /** Checks mode, service, reserved names, and ignore list once more, right before sending. */
  readonly canSend: (indicator: Indicator, planned: PlannedRequest, reason: BatchReason) => boolean;
  readonly plan: (address: string) => Promise<ExplorePlan>;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** An answer: a summary, or undefined if the service doesn't know the indicator; it applies to all `keys`. */
  readonly learn: (
    client: ServiceClient,
    requested: Indicator,
    record: IndicatorRecord | undefined,
    keys: readonly string[],
    serviceMessage?: string,
  ) => void;
  readonly error: (client: ServiceClient, requested: Indicator, error: RequestError) => void;
  readonly sizes: AnswerSizes;
  readonly now: () => number;
}

/** One value of a batch, and the indicators that it represents. */
export interface BatchItem {
  readonly requested: Indicator;
  readonly key: string;
  readonly wanted: Indicator[];
  /** URLs whose host it is. */
  readonly urls: Indicator[];
}

/** The values of one request. */
export interface Batch {
  readonly client: ServiceClient;
  readonly items: readonly BatchItem[];
  readonly limit: number;
  readonly reason: BatchReason;
  /** These had no row in an answer of this size, which may have been truncated. */
  readonly missedAt?: number;
}
