import type { ServiceClient } from '../../api/client';
import { delay } from '../../api/http/waiting';
import type { RequestError } from '../../api/requestError';
import { addressReserve, maxAddressLength } from '../../explore/queries/address';
import { iocTerm } from '../../explore/queries/exactTerms';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { IndicatorRecord } from '../../records/record';
import { percentEncode } from '../../text/redact';
import type { AnswerSizes } from '../answerSizes';
import type { BatchLimit, ExplorePlan } from '../batchLimit';
import type { BatchOptions, RequestLog } from '../options';

/** The request for an indicator, and its service. */
export interface PlannedRequest {
  readonly client: ServiceClient;
  readonly sent: Indicator;
  /** The host of a URL, requested with the URL. */
  readonly isHost?: true;
}

/** Why many indicators are looked up. */
export type BatchReason = NonNullable<BatchOptions['reason']>;

export interface BatchPorts {
  /** Requests for an indicator now, also for a URL's host; empty if not allowed, not needed, or already in flight. */
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

const separatorLength = percentEncode(' or ').length;

/** Tracks how much of a request's URL the terms of a batch take up. */
class BatchSize {
  private length: number;

  constructor(baseUrl: string) {
    this.length = baseUrl.length + addressReserve;
  }

  /** Adds the value; false if there is no room, or if it can't be written safely in Explore. */
  add(value: string): boolean {
    const term = iocTerm(value);
    if (term === undefined) return false;
    const length = this.length + percentEncode(term).length + separatorLength;
    if (length > maxAddressLength) return false;
    this.length = length;
    return true;
  }
}

/** Whether a value fits into any batch at all. */
function fitsBatch(baseUrl: string, value: string): boolean {
  return new BatchSize(baseUrl).add(value);
}

/** A batch while it is filled. */
class BatchDraft {
  private readonly items = new Map<string, BatchItem>();
  private readonly size: BatchSize;

  constructor(
    readonly client: ServiceClient,
    readonly limit: number,
  ) {
    this.size = new BatchSize(client.address);
  }

  /** Adds what would be sent for an indicator, up to `max` values in all; returns what is left for the next batch. */
  add(indicator: Indicator, planned: readonly PlannedRequest[], max: number): Indicator | undefined {
    for (const [index, { sent, isHost }] of planned.entries()) {
      const item = this.itemFor(sent, max);
      // A URL whose host doesn't fit is followed by its host alone.
      if (item === undefined) return index === 0 ? indicator : sent;
      item[isHost === true ? 'urls' : 'wanted'].push(indicator);
    }
    return undefined;
  }

  /** Undefined without any value. */
  batch(reason: BatchReason): Batch | undefined {
    if (this.items.size === 0) return undefined;
    return { client: this.client, items: [...this.items.values()], limit: this.limit, reason };
  }

  /** The item of a value, a new one if there is room. */
  private itemFor(requested: Indicator, max: number): BatchItem | undefined {
    const key = lookupKey(requested);
    const existing = this.items.get(key);
    if (existing !== undefined) return existing;
    if (this.items.size >= max || !this.size.add(requested.value)) return undefined;
    const item: BatchItem = { requested, key, wanted: [], urls: [] };
    this.items.set(key, item);
    return item;
  }
}

/** Indicators that are checked before yielding. */
const atOnce = 32;
const maxUnanswerable = 5_000;

/** Puts indicators that may and need to be requested into batches. */
export class BatchFiller {
  /** Requested without a clear answer: not requested again automatically. */
  private readonly unanswerable = new Set<string>();

  constructor(
    private readonly ports: Pick<BatchPorts, 'next' | 'plan'>,
    private readonly limits: BatchLimit,
  ) {}

  /** Takes the next indicators, as many as the plan and the URL length allow; `rows` would be useful. */
  async fill(
    waiting: Indicator[],
    reason: BatchReason,
    rows: number,
    signal: AbortSignal | undefined,
  ): Promise<Batch | undefined> {
    let draft: BatchDraft | undefined;
    let looked = 0;
    for (let indicator = waiting[0]; indicator !== undefined; indicator = waiting[0]) {
      if (++looked % atOnce === 0 && !(await delay(0, signal))) return undefined;
      const planned = this.ports.next(indicator, reason).filter((each) => !this.isUnanswerable(each));
      const client = planned[0]?.client;
      if (client !== undefined) {
        draft ??= await this.begin(client, rows);
        if (client !== draft.client) break;
        const left = draft.add(indicator, planned, this.limits.maxValues(client.address, draft.limit));
        if (left !== undefined) {
          waiting[0] = left;
          break;
        }
      }
      waiting.shift();
    }
    return draft?.batch(reason);
  }

  private async begin(client: ServiceClient, rows: number): Promise<BatchDraft> {
    const plan = await this.ports.plan(client.address);
    return new BatchDraft(client, this.limits.limit(client.address, plan, rows, client.budget()));
  }

  /** Doesn't request some values again automatically. */
  giveUp(client: ServiceClient, items: readonly BatchItem[]): void {
    if (this.unanswerable.size > maxUnanswerable) this.unanswerable.clear();
    for (const { key } of items) this.unanswerable.add(`${client.address} ${key}`);
  }

  forget(): void {
    this.unanswerable.clear();
  }

  private isUnanswerable({ client, sent }: PlannedRequest): boolean {
    return this.unanswerable.has(`${client.address} ${lookupKey(sent)}`) || !fitsBatch(client.address, sent.value);
  }
}
