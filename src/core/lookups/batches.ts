import type { BatchRequestOptions, RequestOptions, ServiceClient } from '../api/client';
import { pauseOf } from '../api/pause';
import type { Outcome, RequestError } from '../api/requestError';
import { createConcurrencyLimiter } from '../api/concurrencyLimiter';
import { delay } from '../api/waiting';
import { lookupKey } from '../indicators/lookupKey';
import type { Indicator } from '../indicators/types';
import type { IndicatorRecord } from '../records/record';
import type { AnswerSizes } from './answerSizes';
import { BatchLimit, type ExplorePlan } from './batchLimit';
import { BatchSize, fitsBatch } from './batchSize';
import type { BatchResult, BatchEstimate, BatchOptions, RequestLog } from './lookups';
import { logRequests } from './logRequests';

/** What to send for an indicator, and to which service. */
export interface PlannedRequest {
  readonly client: ServiceClient;
  readonly sent: Indicator;
}

/** Why many indicators are looked up. */
export type BatchReason = NonNullable<BatchOptions['reason']>;

export interface BatchPorts {
  /** What a batch would send now; undefined if not allowed, not needed, or already in flight. */
  readonly next: (indicator: Indicator, reason: BatchReason) => PlannedRequest | undefined;
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
interface Item {
  readonly requested: Indicator;
  readonly key: string;
  readonly wanted: Indicator[];
}

/** The caller's signal and callback. */
type SendOptions = Pick<BatchOptions, 'signal' | 'onSent'>;

interface Batch {
  readonly client: ServiceClient;
  readonly items: readonly Item[];
  readonly limit: number;
  readonly reason: BatchReason;
  /** These had no row in an answer of this size, which may have been truncated. */
  readonly missedAt?: number;
}

interface Settled {
  /** What has to be requested again. */
  readonly unanswered: readonly Item[];
  readonly known: number;
  readonly truncated: Pick<Batch, 'missedAt'>;
}

/** Requests of a day or month that are reserved for hovers and clicks. */
const reservedRequests = 5;
/** Indicators that are checked before yielding. */
const atOnce = 32;
/** How often a batch that was rejected for an unknown reason is halved. */
const halvings = 3;
const maxUnanswerable = 5_000;

/**
 * Looks up many indicators in one request: Explore with `ioc=a or ioc=b …`, one batch at a time. Values that Explore
 * can't express safely are left to hovers.
 */
export class Batches {
  private readonly turns = createConcurrencyLimiter(() => 1);
  private readonly limits = new BatchLimit();
  /** Requested without a clear answer: not requested again automatically. */
  private readonly unanswerable = new Set<string>();
  private current: (Batch & { readonly controller: AbortController; readonly done: Promise<unknown> }) | undefined;
  private requests = 0;
  /** The largest answer with missing rows, by address: if others stop at the same number, it was truncated. */
  private readonly largest = new Map<string, { readonly rows: number; readonly missing: readonly Item[] }>();
  /** Requests that were answered. */
  private answers = 0;
  /** The last rejection that was about the requested values. */
  private refusal: RequestError | undefined;

  constructor(private readonly ports: BatchPorts) {}

  /** Looks up those of the indicators that may and need to be requested; never rejects. */
  async requestRows(indicators: readonly Indicator[], options: BatchOptions = {}): Promise<BatchResult> {
    const giveBack = await this.turns.take(options.signal);
    if (giveBack === undefined) return { requests: 0 };
    const before = this.requests;
    try {
      const error = await this.sendAll([...indicators], options.reason ?? 'visible', options);
      return { requests: this.requests - before, ...(error === undefined ? {} : { error }) };
    } finally {
      giveBack();
    }
  }

  /** The end of the request in flight for a key, if any. */
  inFlight(address: string, key: string): Promise<unknown> | undefined {
    const current = this.current;
    return current?.client.address === address && current.items.some((item) => item.key === key)
      ? current.done
      : undefined;
  }

  /** Cancels the request in flight if it is no longer allowed, and discards everything learned. */
  forget(): void {
    const current = this.current;
    this.unanswerable.clear();
    this.limits.forget();
    this.largest.clear();
    if (current === undefined) return;
    const { client, reason } = current;
    const forbidden = current.items.some(({ requested, wanted }) =>
      wanted.some((indicator) => !this.ports.canSend(indicator, { client, sent: requested }, reason)),
    );
    if (forbidden) current.controller.abort();
  }

  private async sendAll(
    waiting: Indicator[],
    reason: BatchReason,
    sendOptions: SendOptions,
  ): Promise<RequestError | undefined> {
    while (waiting.length > 0 && sendOptions.signal?.aborted !== true) {
      const batch = await this.fill(waiting, reason, waiting.length, sendOptions.signal);
      if (batch === undefined) return undefined;
      const paused = pauseReason(batch.client, this.ports.now());
      if (paused !== undefined) return paused;
      const answers = this.begin();
      const error = await this.sendBatch(batch, sendOptions, halvings);
      if (error !== undefined) return error;
      // No part was answered, however small: the service rejects more than a value.
      if (this.refusal !== undefined && this.answers === answers && batch.items.length > 1) return this.refusal;
    }
    return undefined;
  }

  /** Clears the last rejection; returns the number of answered requests so far. */
  private begin(): number {
    this.refusal = undefined;
    return this.answers;
  }

  /** How many requests a lookup would take if the service accepts the plan's limit. Sends nothing. */
  async estimate(indicators: readonly Indicator[], options: BatchOptions = {}): Promise<BatchEstimate> {
    const waiting = [...indicators];
    let [requests, about] = [0, 0];
    for (;;) {
      // Estimates with the known limit, not with a larger one that would be tried.
      const batch = await this.fill(waiting, options.reason ?? 'visible', 0, options.signal);
      if (batch === undefined) return { requests, about };
      requests++;
      about += batch.items.reduce((sum, { wanted }) => sum + wanted.length, 0);
    }
  }

  /** Takes the next indicators, as many as the plan and the URL length allow; `rows` would be useful. */
  private async fill(
    waiting: Indicator[],
    reason: BatchReason,
    rows: number,
    signal: AbortSignal | undefined,
  ): Promise<Batch | undefined> {
    const items = new Map<string, Item>();
    let client: ServiceClient | undefined;
    let limit = 0;
    let size: BatchSize | undefined;
    for (let looked = 1; waiting.length > 0; looked++) {
      if (looked % atOnce === 0 && !(await delay(0, signal))) return undefined;
      const indicator = waiting[0];
      const planned = indicator && this.ports.next(indicator, reason);
      if (indicator === undefined || planned === undefined || this.isUnanswerable(planned)) {
        waiting.shift();
        continue;
      }
      if (client === undefined || size === undefined) {
        client = planned.client;
        size = new BatchSize(client.address);
        limit = this.limits.limit(client.address, await this.ports.plan(client.address), rows, client.budget());
      }
      if (planned.client !== client) break;
      const key = lookupKey(planned.sent);
      const item = items.get(key);
      if (item !== undefined) item.wanted.push(indicator);
      else {
        if (items.size >= this.limits.maxValues(client.address, limit) || size.add(planned.sent.value) !== 'added')
          break;
        items.set(key, { requested: planned.sent, key, wanted: [indicator] });
      }
      waiting.shift();
    }
    if (client === undefined || items.size === 0) return undefined;
    return { client, items: [...items.values()], limit, reason };
  }

  private isUnanswerable({ client, sent }: PlannedRequest): boolean {
    return this.unanswerable.has(`${client.address} ${lookupKey(sent)}`) || !fitsBatch(client.address, sent.value);
  }

  private async sendBatch(
    batch: Batch,
    sendOptions: SendOptions,
    halvingsLeft: number,
  ): Promise<RequestError | undefined> {
    const { client, limit, reason } = batch;
    const items = batch.items.filter(({ requested, wanted }) =>
      wanted.every((indicator) => this.ports.canSend(indicator, { client, sent: requested }, reason)),
    );
    if (items.length === 0 || sendOptions.signal?.aborted === true) return undefined;
    const max = this.limits.maxValues(client.address, limit);
    if (items.length > max) return this.sendInParts({ ...batch, items }, max, sendOptions, halvingsLeft);
    const sent: Batch = { ...batch, items };
    const { options, end, endWithError } = logRequests(this.ports.requestLog, {
      to: client.address,
      what: items.map(({ requested }) => requested.value),
      why: reason,
    });
    const onRequest = (): void => {
      options.onRequest?.();
      sendOptions.onSent?.(items.flatMap(({ wanted }) => wanted));
    };
    const settled = await this.request(sent, { onRequest }, sendOptions.signal, (outcome) => {
      if (!outcome.ok) return outcome;
      const refusal = items.length > 1 ? refusalOf(outcome) : undefined;
      if (refusal !== undefined) {
        this.limits.answered(client.address, limit);
        return { ok: false as const, error: refusal };
      }
      this.answers++;
      return { ok: true as const, value: this.settle(sent, outcome.value, outcome.serviceMessage) };
    });
    if (!settled.ok) {
      endWithError(settled.error);
      return this.refused(sent, settled.error, sendOptions, halvingsLeft);
    }
    const { unanswered, known, truncated } = settled.value;
    end('answered', { known });
    if (unanswered.length === 0) return undefined;
    if (items.length > 1)
      return this.sendHalves({ ...sent, items: unanswered, ...truncated }, sendOptions, halvingsLeft);
    this.giveUp(client, unanswered);
    return undefined;
  }

  /** Sends one request; callers continue after `settle` has processed the answer. */
  private async request<T>(
    batch: Batch,
    options: RequestOptions,
    signal: AbortSignal | undefined,
    settle: (outcome: Outcome<readonly IndicatorRecord[]>) => T,
  ): Promise<T> {
    const controller = new AbortController();
    // A triage lookup ends with its caller.
    const cancel = (): void => controller.abort(signal?.reason);
    if (batch.reason === 'triage') signal?.addEventListener('abort', cancel, { once: true });
    this.requests++;
    const values = batch.items.map(({ requested }) => requested.value);
    const untriedLimit = this.limits.untried(batch.client.address, batch.limit);
    const request = { ...options, signal: controller.signal, ...(untriedLimit && { untriedLimit }) };
    const done = rowsOf(batch.client, values, batch.limit, request).then(settle);
    this.current = { ...batch, controller, done };
    try {
      return await done;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.current = undefined;
    }
  }

  /** Passes on the rows; values without a row are unknown, unless the answer may be truncated. */
  private settle(batch: Batch, rows: readonly IndicatorRecord[], serviceMessage: string | undefined): Settled {
    const { client, items, limit } = batch;
    const byKey = new Map(rows.map((row) => [lookupKey(row.value), row]));
    const strays = new Set(rows);
    const missing: Item[] = [];
    for (const item of items) {
      const row = byKey.get(item.key);
      if (row === undefined) missing.push(item);
      else {
        strays.delete(row);
        this.learn(client, item, row);
      }
    }
    const known = items.length - missing.length;
    const earlier = this.learnBatchLimit(batch, rows.length, missing);
    const isTruncated = rows.length >= limit || earlier !== undefined;
    // A row in another spelling may be the answer for one of the URLs.
    const isOpen = (item: Item): boolean => isTruncated || (strays.size > 0 && item.requested.type === 'url');
    const unanswered = missing.filter(isOpen);
    for (const item of missing) if (!isOpen(item)) this.learn(client, item, undefined, serviceMessage);
    if (earlier !== undefined)
      return { unanswered: [...unanswered, ...earlier], known, truncated: { missedAt: rows.length } };
    if (isTruncated) return { unanswered, known, truncated: {} };
    this.giveUp(client, unanswered);
    return { unanswered: [], known, truncated: {} };
  }

  /**
   * Learns from the number of rows. If the service may have truncated the answer, returns what an earlier answer of
   * the same size left open; undefined if the answer is complete.
   */
  private learnBatchLimit(
    { client: { address }, items, limit, missedAt }: Batch,
    rows: number,
    missing: readonly Item[],
  ): readonly Item[] | undefined {
    this.limits.answered(address, limit);
    if (missedAt !== undefined && missing.length < items.length) {
      // A value that had no row before has one now: the earlier answer was truncated.
      this.limits.stopped(address, missedAt);
      this.ports.sizes.stopped(address, missedAt);
    }
    if (missing.length === 0 || rows >= limit) return undefined;
    const question = items.map(({ key }) => key).join(' ');
    const mayBeTruncated = this.ports.sizes.mayBeTruncated(address, 'batch', question, rows);
    this.ports.sizes.note(address, 'batch', question, rows);
    const largest = this.largest.get(address);
    if (!mayBeTruncated) {
      if (rows > (largest?.rows ?? 0)) this.largest.set(address, { rows, missing });
      return undefined;
    }
    if (largest?.rows !== rows) return [];
    this.largest.delete(address);
    return largest.missing;
  }

  private learn(
    client: ServiceClient,
    { requested, key, wanted }: Item,
    record: IndicatorRecord | undefined,
    serviceMessage?: string,
  ): void {
    const keys = [...new Set([key, ...wanted.map((indicator) => lookupKey(indicator))])];
    this.ports.learn(client, requested, record, keys, serviceMessage);
  }

  private giveUp(client: ServiceClient, items: readonly Item[]): void {
    if (this.unanswerable.size > maxUnanswerable) this.unanswerable.clear();
    for (const { key } of items) this.unanswerable.add(`${client.address} ${key}`);
  }

  /** Learns from a limit above the plan's; another rejection may be about one of the values. */
  private async refused(
    batch: Batch,
    error: RequestError,
    sendOptions: SendOptions,
    halvingsLeft: number,
  ): Promise<RequestError | undefined> {
    const { client, items } = batch;
    if (error.kind === 'canceled') return error;
    if (error.kind === 'rateLimited') this.limits.rateLimited(client.address);
    if (error.kind === 'badRequest') {
      if (isAboutLimit(error)) {
        const lower = await this.lowerLimit(batch, error);
        const length = lower === undefined ? 0 : this.limits.maxValues(client.address, lower);
        if (lower !== undefined) return this.sendInParts({ ...batch, limit: lower }, length, sendOptions, halvingsLeft);
      } else if (items.length > 1 && halvingsLeft > 0) {
        return this.sendHalves(batch, sendOptions, halvingsLeft - 1);
      }
      this.refusal = error;
    }
    for (const { requested } of items) this.ports.error(client, requested, error);
    // The request was at fault, not the service: the next batch may succeed.
    return error.kind === 'badRequest' && !isAboutLimit(error) ? undefined : error;
  }

  /** The limit to use instead of a rejected one; undefined if no smaller one is left. */
  private async lowerLimit({ client, items, limit }: Batch, { status }: Refusal): Promise<number | undefined> {
    const { address } = client;
    if (status === 429) return this.limits.lowerTry(address, limit);
    if (!this.limits.refused(address, limit)) return undefined;
    return this.limits.limit(address, await this.ports.plan(address), items.length, client.budget());
  }

  private sendHalves(batch: Batch, sendOptions: SendOptions, halvingsLeft: number): Promise<RequestError | undefined> {
    return this.sendInParts(batch, Math.ceil(batch.items.length / 2), sendOptions, halvingsLeft);
  }

  private async sendInParts(
    { items, ...batch }: Batch,
    length: number,
    sendOptions: SendOptions,
    halvingsLeft: number,
  ): Promise<RequestError | undefined> {
    for (let from = 0; from < items.length; from += length) {
      const part = { ...batch, items: items.slice(from, from + length) };
      const error =
        pauseReason(batch.client, this.ports.now()) ?? (await this.sendBatch(part, sendOptions, halvingsLeft));
      if (error !== undefined) return error;
    }
    return undefined;
  }
}

/** The client returns its errors; an exception nevertheless becomes one as well. */
async function rowsOf(
  client: ServiceClient,
  values: readonly string[],
  limit: number,
  options: BatchRequestOptions,
): Promise<Outcome<readonly IndicatorRecord[]>> {
  try {
    return await client.exploreIndicators(values, limit, options);
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown fault';
    return { ok: false, error: { kind: 'unreachable', detail } };
  }
}

type Refusal = Extract<RequestError, { kind: 'badRequest' }>;

/**
 * Whether a rejection is about the limit: a 429 only is if it may be (`BatchRequestOptions`), others by their
 * message.
 */
function isAboutLimit(error: Refusal): boolean {
  return error.status === 429 || /\blimit\b/i.test(error.detail);
}

/** An empty answer whose message may be about one of the values, and so says nothing about the others. */
function refusalOf({
  value,
  serviceMessage = '',
}: {
  readonly value: readonly unknown[];
  readonly serviceMessage?: string;
}) {
  const words = /\b(?:un)?support|\b(?:in)?valid\b|\btld\b|\bmalformed\b|\breserved\b|\bprivate\b|\billegal\b/i;
  if (value.length > 0 || !words.test(serviceMessage)) return undefined;
  return { kind: 'badRequest', detail: `HTTP 404: ${serviceMessage}`, status: 404, serviceMessage } satisfies Refusal;
}

/** Why nothing may be sent automatically now: a pause, or too few requests left. */
function pauseReason(client: ServiceClient, now: number): RequestError | undefined {
  const budget = client.budget();
  const pause = pauseOf(budget, now);
  if (pause !== undefined) return pause;
  const { day, month } = budget;
  const left = Math.min(day ?? Infinity, month ?? Infinity);
  if (left > reservedRequests) return undefined;
  return { kind: 'rateLimited', detail: `${left} requests left, kept for hovers`, retryAt: now + 3_600_000, left };
}
