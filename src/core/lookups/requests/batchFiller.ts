import type { ServiceClient } from '../../api/client';
import { delay } from '../../api/http/waiting';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { Batch, BatchItem, BatchPorts, BatchReason, PlannedRequest } from './batch';
import type { BatchLimit } from '../batchLimit';
import { BatchSize, fitsBatch } from './batchSize';

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
