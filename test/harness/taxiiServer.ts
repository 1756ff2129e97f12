import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../src/core/store/store';
import type { TierName } from '../../src/core/store/protocol/protocol';
import { createService } from '../../src/service';
import { servedFrom } from '../../src/service/servedRecords';
import { importInto } from '../../src/service/import';
import { listen } from '../../src/service/listen';

export interface TaxiiServerOptions {
  /** Number of indicators in the collection “feed.json”. */
  readonly count: number;
  readonly tier?: TierName;
}

export interface TaxiiServer {
  readonly url: string;
  readonly key: string;
  /** Path and query of every request so far. */
  readonly requests: readonly string[];
  /** `Authorization` of every request so far. */
  readonly authorizations: readonly (string | null)[];
  /** Called before every page of objects; the page waits for the promise. */
  beforePage: (signal: AbortSignal) => Promise<void>;
  /** Number of requests aborted by the client. */
  aborted(): number;
  /** Removes indicators from the collection until `count` are left. */
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

/**
 * The product's TAXII server on loopback with one collection in addition to the default one; it records all requests.
 */
export async function startTaxiiServer({ count, tier = 'pro' }: TaxiiServerOptions): Promise<TaxiiServer> {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-taxii-'));
  const store = openStore(join(folder, 'server.db'));
  await importInto(store, { name: feed, text: bundle(count) });
  const service = createService({ store: servedFrom(store), tier, key, embedded: false });
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

/** Delays pages until the gate is opened or the request is aborted. */
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

/** Delays all pages of the next sync but the first; {@link gate} releases them. */
export function holdLaterPages(server: TaxiiServer): ReturnType<typeof gate> {
  const pages = gate();
  let requested = 0;
  server.beforePage = async (signal) => {
    if (++requested > 1) await pages.wait(signal);
  };
  return pages;
}
