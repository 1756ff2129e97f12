import type { BatchRequestOptions, RequestOptions, ServiceClient } from '../../api/client';
import type { Outcome, RequestError } from '../../api/requestError';
import { createConcurrencyLimiter } from '../../api/http/concurrencyLimiter';
import type { Indicator } from '../../indicators/identity/types';
import type { IndicatorRecord } from '../../records/record';
import { BatchFiller, type Batch, type BatchPorts, type BatchReason, type BatchItem } from './batch';
import { BatchLimit, requestsLeft } from '../batchLimit';
import type { BatchResult, BatchEstimate, BatchOptions, PlannedLookup } from '../options';
import { logRequests } from './logRequests';
import { lookupKey } from '../../indicators/identity/lookupKey';
import { getPause } from '../../api/http/pause';

/** Requests of a day or month that are reserved for hovers and clicks. */
const reservedRequests = 5;

/** A rejection of the request, not a failure of the service. */
type Refusal = Extract<RequestError, { kind: 'badRequest' }>;

/**
 * Whether a rejection is about the limit: a 429 only is if it may be (`BatchRequestOptions`), others by their
 * message.
 */
function isAboutLimit(error: Refusal): boolean {
  return error.status === 429 || /\blimit\b/i.test(error.detail);
}

/** An empty answer whose message may be about one of the values, and so proves nothing about the others. */
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
  const pause = getPause(budget, now);
  if (pause !== undefined) return pause;
  const left = requestsLeft(budget);
  if (left > reservedRequests) return undefined;
  return { kind: 'rateLimited', detail: `${left} requests left, kept for hovers`, retryAt: now + 3_600_000, left };
}

/** The effect of an answer on its batch. */
interface Settled {
  /** Items to request again. */
  readonly unanswered: readonly BatchItem[];
  /** The indexes of the items that have a row. */
  readonly known: readonly number[];
  readonly truncated: Pick<Batch, 'missedAt'>;
}

/** Interprets the rows of an answer, which the service may have truncated. */
class BatchAnswers {
  /** The largest answer with missing rows, by address: if others stop at the same number, it was truncated. */
  private readonly largest = new Map<string, { readonly rows: number; readonly missing: readonly BatchItem[] }>();

  constructor(
    private readonly ports: Pick<BatchPorts, 'learn' | 'sizes'>,
    private readonly limits: BatchLimit,
    private readonly filler: BatchFiller,
  ) {}

  forget(): void {
    this.largest.clear();
  }

  /** Passes on the rows; values without a row are unknown, unless the answer may be truncated. */
  settle(batch: Batch, rows: readonly IndicatorRecord[], serviceMessage: string | undefined): Settled {
    const { client, items, limit } = batch;
    const byKey = new Map(rows.map((row) => [lookupKey(row.value), row]));
    const strays = new Set(rows);
    const missing: BatchItem[] = [];
    for (const item of items) {
      const row = byKey.get(item.key);
      if (row === undefined) missing.push(item);
      else {
        strays.delete(row);
        this.learn(client, item, row);
      }
    }
    const known = items.flatMap(({ key }, at) => (byKey.has(key) ? [at] : []));
    const earlier = this.learnBatchLimit(batch, rows.length, missing);
    const isTruncated = rows.length >= limit || earlier !== undefined;
    // A row in another spelling may be the answer for one of the URLs.
    const isOpen = (item: BatchItem): boolean => isTruncated || (strays.size > 0 && item.requested.type === 'url');
    const unanswered = missing.filter(isOpen);
    for (const item of missing) if (!isOpen(item)) this.learn(client, item, undefined, serviceMessage);
    if (earlier !== undefined)
      return { unanswered: [...unanswered, ...earlier], known, truncated: { missedAt: rows.length } };
    if (isTruncated) return { unanswered, known, truncated: {} };
    this.filler.giveUp(client, unanswered);
    return { unanswered: [], known, truncated: {} };
  }

  /**
   * Learns from the number of rows. If the service may have truncated the answer, returns what an earlier answer of
   * the same size left open; undefined if the answer is complete.
   */
  private learnBatchLimit(
    { client: { address }, items, limit, missedAt }: Batch,
    rows: number,
    missing: readonly BatchItem[],
  ): readonly BatchItem[] | undefined {
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
    { requested, key, wanted, urls }: BatchItem,
    record: IndicatorRecord | undefined,
    serviceMessage?: string,
  ): void {
    const keys = new Set([key, ...wanted.map(lookupKey), ...urls.map(lookupKey)]);
    this.ports.learn(client, requested, record, [...keys], serviceMessage);
  }
}

/** The caller's signal, callback, and check. */
type SendOptions = Pick<BatchOptions, 'signal' | 'onSent' | 'isConfirmed'>;

/** How often a batch that was rejected for an unknown reason is halved. */
const halvings = 3;

/**
 * Looks up many indicators in one request: Explore with `ioc=a or ioc=b …`, one batch at a time. Values that Explore
 * can't express safely are left to hovers.
 */
export class Batches {
  private readonly turns = createConcurrencyLimiter(() => 1);
  private readonly limits = new BatchLimit();
  private readonly filler: BatchFiller;
  private readonly batchAnswers: BatchAnswers;
  private current: (Batch & { readonly controller: AbortController; readonly done: Promise<unknown> }) | undefined;
  private requests = 0;
  /** Requests that were answered. */
  private answers = 0;
  /** The last rejection that was about the requested values. */
  private refusal: RequestError | undefined;

  constructor(private readonly ports: BatchPorts) {
    this.filler = new BatchFiller(ports, this.limits);
    this.batchAnswers = new BatchAnswers(ports, this.limits, this.filler);
  }

  /** Looks up those of the indicators that may and need to be requested; never rejects. */
  async requestRows(indicators: readonly Indicator[], options: BatchOptions = {}): Promise<BatchResult> {
    const giveBack = await this.turns.take(options.signal);
    if (giveBack === undefined) return { requests: 0 };
    const before = this.requests;
    try {
      const error = await this.sendAll([...indicators], options.reason ?? 'visible', options);
      return { requests: this.requests - before, error };
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
    this.filler.forget();
    this.limits.forget();
    this.batchAnswers.forget();
    if (current === undefined) return;
    const { client, reason } = current;
    const forbidden = current.items.some(({ requested, wanted, urls }) =>
      [...wanted, ...urls].some((indicator) => !this.ports.canSend(indicator, { client, sent: requested }, reason)),
    );
    if (forbidden) current.controller.abort();
  }

  private async sendAll(
    waiting: Indicator[],
    reason: BatchReason,
    sendOptions: SendOptions,
  ): Promise<RequestError | undefined> {
    while (waiting.length > 0 && sendOptions.signal?.aborted !== true) {
      const batch = await this.filler.fill(waiting, reason, rowsFor(waiting), sendOptions.signal);
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
    const given = new Set(indicators);
    let [requests, about] = [0, 0];
    for (;;) {
      // Estimates with the known limit, not with a larger one that would be tried.
      const batch = await this.filler.fill(waiting, options.reason ?? 'visible', 0, options.signal);
      if (batch === undefined) return { requests, about };
      requests++;
      about += batch.items.reduce((sum, { wanted }) => sum + wanted.filter((each) => given.has(each)).length, 0);
    }
  }

  /** The values that a lookup would send now. Sends nothing. */
  async planned(
    indicators: readonly Indicator[],
    { reason = 'visible', signal }: BatchOptions = {},
  ): Promise<PlannedLookup | undefined> {
    const waiting = [...indicators];
    const values = new Set<string>();
    let client: ServiceClient | undefined;
    for (;;) {
      const batch = await this.filler.fill(waiting, reason, 0, signal);
      if (batch === undefined || (client !== undefined && batch.client !== client)) break;
      client = batch.client;
      if (pauseReason(client, this.ports.now()) !== undefined) return undefined;
      for (const { requested } of batch.items) values.add(requested.value);
    }
    return client && { address: client.address, host: client.host, values: [...values] };
  }

  private async sendBatch(
    batch: Batch,
    sendOptions: SendOptions,
    halvingsLeft: number,
  ): Promise<RequestError | undefined> {
    const { client, limit, reason } = batch;
    const { isConfirmed = () => true } = sendOptions;
    const items = batch.items.filter(
      ({ requested, wanted, urls }) =>
        isConfirmed(client.address, requested.value) &&
        [...wanted, ...urls].every((indicator) => this.ports.canSend(indicator, { client, sent: requested }, reason)),
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
      sendOptions.onSent?.(
        [...new Set(items.flatMap(({ wanted, urls }) => [...wanted, ...urls]))],
        items.map(({ requested }) => requested.value),
      );
    };
    const settled = await this.request(sent, { onRequest }, sendOptions.signal, (outcome) => {
      if (!outcome.ok) return outcome;
      const refusal = items.length > 1 ? refusalOf(outcome) : undefined;
      if (refusal !== undefined) {
        this.limits.answered(client.address, limit);
        return { ok: false as const, error: refusal };
      }
      this.answers++;
      return { ok: true as const, value: this.batchAnswers.settle(sent, outcome.value, outcome.serviceMessage) };
    });
    if (!settled.ok) {
      endWithError(settled.error);
      return this.refused(sent, settled.error, sendOptions, halvingsLeft);
    }
    const { unanswered, known, truncated } = settled.value;
    end('answered', { known: known.length, knownAt: known });
    if (unanswered.length === 0) return undefined;
    if (items.length > 1)
      return this.sendHalves({ ...sent, items: unanswered, ...truncated }, sendOptions, halvingsLeft);
    this.filler.giveUp(client, unanswered);
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
    // An explicit request ends with its caller.
    const cancel = (): void => controller.abort(signal?.reason);
    if (batch.reason !== 'visible') signal?.addEventListener('abort', cancel, { once: true });
    this.requests++;
    const values = batch.items.map(({ requested }) => requested.value);
    const untriedLimit = this.limits.untried(batch.client.address, batch.limit);
    const request = { ...options, signal: controller.signal, untriedLimit: untriedLimit || undefined };
    const done = rowsOf(batch.client, values, batch.limit, request).then(settle);
    this.current = { ...batch, controller, done };
    try {
      return await done;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.current = undefined;
    }
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

/** How many rows would be useful: URLs are looked up with their hosts. */
function rowsFor(indicators: readonly Indicator[]): number {
  return indicators.reduce((sum, { type }) => sum + (type === 'url' ? 2 : 1), 0);
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
