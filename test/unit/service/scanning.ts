import type { Enricher, EnrichOptions, Enrichment } from '../../../src/service/scans/enricher';
import { ScanQueue, type ScanQueueOptions } from '../../../src/service/scans/queue';
import type { Indicator } from '../../../src/core/indicators/identity/types';

/** An enrichment that found nothing, except `parts`. */
export function anEnrichment(parts: Partial<Enrichment> = {}): Enrichment {
  return { properties: {}, attributes: {}, redirects: [], facts: {}, errors: [], ...parts };
}

export interface Enriching extends Enricher {
  readonly requested: readonly { readonly value: string; readonly mode: string }[];
}

/** An enricher with the given answers that records its requests. */
export function enriching(
  answer: (indicator: Indicator, options: EnrichOptions) => Enrichment | Promise<Enrichment>,
): Enriching {
  const requested: { readonly value: string; readonly mode: string }[] = [];
  return {
    requested,
    enrich: async (indicator, options) => {
      requested.push({ value: indicator.value, mode: options.mode });
      return answer(indicator, options);
    },
  };
}

/** A promise that is resolved from outside. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Queues that are closed after each test; call it before `storeFolder`, so that their stores are still open then. */
export function scanQueues(): (options: ScanQueueOptions) => ScanQueue {
  const queues: ScanQueue[] = [];
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
  });
  return (options) => {
    const queue = new ScanQueue(options);
    queues.push(queue);
    return queue;
  };
}
