import type { ServiceClient } from '../../api/client';
import { delay } from '../../api/http/waiting';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { Batch, BatchItem, BatchPorts, BatchReason, PlannedRequest } from './batch';
import type { BatchLimit } from '../batchLimit';
import { percentEncode } from '../../text/redact';
import { addressReserve, maxAddressLength } from '../../explore/queries/address';
import { iocTerm } from '../../explore/queries/exactTerms';

const separatorLength = percentEncode(' or ').length;

/** Tracks how much of a request's URL the terms of a batch take up. */
class BatchSize {
  #length: number;

  constructor(baseUrl: string) {
    this.#length = baseUrl.length + addressReserve;
  }

  /** Adds the value if there is room; `inexpressible` if it can't be written safely in Explore. */
  add(value: string): 'added' | 'full' | 'inexpressible' {
    const term = iocTerm(value);
    if (term === undefined) return 'inexpressible';
    const length = percentEncode(term).length + separatorLength;
    if (this.#length + length > maxAddressLength) return 'full';
    this.#length += length;
    return 'added';
  }
}

/** Whether a value fits into any batch at all. */
function fitsBatch(baseUrl: string, value: string): boolean {
  return new BatchSize(baseUrl).add(value) === 'added';
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
    const items = new Map<string, BatchItem>();
    let client: ServiceClient | undefined;
    let limit = 0;
    let size: BatchSize | undefined;
    for (let looked = 1; waiting.length > 0; looked++) {
      if (looked % atOnce === 0 && !(await delay(0, signal))) return undefined;
      const indicator = waiting[0];
      const all = indicator === undefined ? [] : this.ports.next(indicator, reason);
      const planned = all.filter((each) => !this.isUnanswerable(each));
      const first = planned[0];
      if (indicator === undefined || first === undefined) {
        waiting.shift();
        continue;
      }
      if (client === undefined || size === undefined) {
        client = first.client;
        size = new BatchSize(client.address);
        limit = this.limits.limit(client.address, await this.ports.plan(client.address), rows, client.budget());
      }
      if (first.client !== client) break;
      const max = this.limits.maxValues(client.address, limit);
      let left: Indicator | undefined;
      for (const { sent, isHost } of planned) {
        const key = lookupKey(sent);
        const item = items.get(key);
        if (item !== undefined) {
          item[isHost === true ? 'urls' : 'wanted'].push(indicator);
        } else if (items.size >= max || size.add(sent.value) !== 'added') {
          // A URL whose host doesn't fit is followed by its host alone.
          left = sent === first.sent ? indicator : sent;
          break;
        } else {
          const [wanted, urls] = isHost === true ? [[], [indicator]] : [[indicator], []];
          items.set(key, { requested: sent, key, wanted, urls });
        }
      }
      if (left !== undefined) {
        waiting[0] = left;
        break;
      }
      waiting.shift();
    }
    if (client === undefined || items.size === 0) return undefined;
    return { client, items: [...items.values()], limit, reason };
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
