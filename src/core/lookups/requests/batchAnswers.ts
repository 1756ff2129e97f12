import type { ServiceClient } from '../../api/client';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { IndicatorRecord } from '../../records/record';
import type { Batch, BatchItem, BatchPorts } from './batch';
import type { BatchFiller } from './batchFiller';
import type { BatchLimit } from '../batchLimit';

/** What the answer to a batch leaves open. */
export interface Settled {
  /** What has to be requested again. */
  readonly unanswered: readonly BatchItem[];
  readonly known: number;
  readonly truncated: Pick<Batch, 'missedAt'>;
}

/** Interprets the rows of an answer, which the service may have truncated. */
export class BatchAnswers {
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
    const known = items.length - missing.length;
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
    const keys = [...new Set([key, ...[...wanted, ...urls].map((indicator) => lookupKey(indicator))])];
    this.ports.learn(client, requested, record, keys, serviceMessage);
  }
}
