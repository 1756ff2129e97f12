import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../src/core/store/store';
import { type TierName } from '../../src/core/store/protocol';
import { createService } from '../../src/service';
import { importInto } from '../../src/service/import';
import { listen } from '../../src/service/listen';

export interface TaxiiServerOptions {
  /** Indicators in the collection “feed.json”. */
  readonly count: number;
  readonly tier?: TierName;
}

export interface TaxiiServer {
  readonly url: string;
  readonly key: string;
  /** Path with query of every request so far. */
  readonly requests: readonly string[];
  /** `Authorization` of every request so far. */
  readonly authorizations: readonly (string | null)[];
  /** Before every page of objects; what it waits for holds the page up. */
  beforePage: (signal: AbortSignal) => Promise<void>;
  /** Requests that nobody waited for any more. */
  aborted(): number;
  /** Keeps the collection, without some of what it held. */
  keepOnly(count: number): Promise<void>;
  stop(): Promise<void>;
}

const key = 'taxii-test-key';
const feed = 'feed.json';

function bundle(count: number): string {
  const objects = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
    return {
      type: 'indicator',
      spec_version: '2.1',
      id: `indicator--00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
      created: at,
      modified: at,
      name: `Lookups test ${n}`,
      pattern: `[domain-name:value = 'lookups-test-${n}.com']`,
      pattern_type: 'stix',
      valid_from: at,
      indicator_types: ['malicious-activity'],
      labels: ['phishing'],
    };
  });
  return JSON.stringify({ type: 'bundle', id: 'bundle--1', objects });
}

/** The product's own TAXII server on loopback, with one collection besides that of all; it remembers what it was asked. */
export async function startTaxiiServer({ count, tier = 'pro' }: TaxiiServerOptions): Promise<TaxiiServer> {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-taxii-'));
  const store = openStore(join(folder, 'server.db'));
  await importInto(store, { name: feed, text: bundle(count) });
  const service = createService({ store, tier, key, embedded: false });
  const requests: string[] = [];
  const authorizations: (string | null)[] = [];
  let aborted = 0;
  const server: { beforePage: TaxiiServer['beforePage'] } = { beforePage: () => Promise.resolve() };
  const started = await listen(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(pathname + search);
      authorizations.push(request.headers.get('authorization'));
      request.signal.addEventListener('abort', () => aborted++);
      if (pathname.endsWith('/objects/')) await server.beforePage(request.signal);
      return service(request);
    },
    { port: 0 },
  );
  if ('portTaken' in started) throw new Error('The TAXII server has no port.');
  return Object.assign(server, {
    url: started.url,
    key,
    requests,
    authorizations,
    aborted: () => aborted,
    keepOnly: async (rest: number) => {
      store.removeSources('import');
      await importInto(store, { name: feed, text: bundle(rest) });
    },
    stop: async () => {
      await started.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

/** Holds pages up until they are let go, or nobody waits for them. */
export function gate(): {
  readonly wait: (signal: AbortSignal) => Promise<void>;
  readonly waiting: () => number;
  open(): void;
} {
  let isOpen = false;
  let waiting = 0;
  return {
    wait: async (signal) => {
      waiting++;
      while (!isOpen && !signal.aborted) await pause(20);
      waiting--;
    },
    waiting: () => waiting,
    open: () => {
      isOpen = true;
    },
  };
}
