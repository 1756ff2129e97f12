import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaxiiClient, TaxiiPage } from '../../../../src/core/api/taxii';
import type { Outcome, RequestError } from '../../../../src/core/api/requestError';
import type { MirrorWriter, StorageUse } from '../../../../src/core/sync/ports';
import { syncCollection, type SyncOptions, type Synced } from '../../../../src/core/sync/sync';
import { openStore, type Store } from '../../../../src/core/store/store';
import { openDatabase } from '../../../../src/core/store/sqlite/database';

export interface PageRequest {
  readonly addedAfter?: string | undefined;
  readonly next?: string | undefined;
  readonly limit: number;
}

export interface Answer {
  readonly objects?: readonly unknown[];
  readonly more?: unknown;
  readonly next?: string;
  readonly first?: string;
  readonly last?: string;
  /** The server's clock, milliseconds since 1970. */
  readonly date?: number;
  /** In place of the envelope. */
  readonly text?: string;
}

export type Script = (requested: PageRequest, number: number) => Answer | RequestError;

/** A store that mirrors one collection whose pages a test writes, without sockets and waiting. */
export interface Scripted {
  readonly store: Store;
  script: Script;
  /** Whether the collection itself is there. */
  collection: Outcome<unknown>;
  now: number;
  /** Bytes that are free on the disk; the truth where undefined. */
  free: (() => number) | undefined;
  readonly requested: PageRequest[];
  sync(options?: SyncOptions): Promise<Synced>;
  /** Ids held, those that are stale in parentheses. */
  stored(): readonly string[];
  /** How an indicator is: its risk and whether it is retired. */
  isActive(name: string): boolean | undefined;
  rows(sql: string): readonly Readonly<Record<string, unknown>>[];
  setMirror(sql: string): void;
  close(): void;
}

export const notFound: RequestError = { kind: 'notFound', detail: 'HTTP 404' };
export const refused = (status: number): RequestError => ({ kind: 'badRequest', detail: `HTTP ${status}`, status });

/** An indicator of the fictitious name `<name>.com`; a higher `version` has a later `modified`. */
export function indicator(name: string, version = 0, more: Readonly<Record<string, unknown>> = {}): unknown {
  const number = Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffff_ffff, 7);
  return {
    type: 'indicator',
    spec_version: '2.1',
    pattern_type: 'stix',
    indicator_types: ['malicious-activity'],
    id: idOf(number),
    created: '2026-01-01T00:00:00.000Z',
    modified: `2026-01-0${version + 1}T00:00:00.000Z`,
    valid_from: '2026-01-01T00:00:00.000Z',
    pattern: `[domain-name:value = 'lookups-test-${name}.com']`,
    ...more,
  };
}

/** An object with the moment at which the server added it. */
export interface Item {
  readonly added: string;
  readonly object: unknown;
}

/** `count` indicators, `perStamp` of them added at the same second. */
export function items(count: number, perTimestamp = 1, from = 0): readonly Item[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const added = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / perTimestamp) * 1_000).toISOString();
    return { added, object: indicator(`n${String(n).padStart(4, '0')}`) };
  });
}

/** Removes the headers that date a page. */
export function undated(answer: Answer | RequestError): Answer | RequestError {
  return 'kind' in answer ? answer : { ...answer, first: '', last: '' };
}

/** The pages of a standard server, whose cursors contain the start of a page. */
export function pagesOf(list: () => readonly Item[], date: () => number | undefined = () => undefined): Script {
  return ({ addedAfter, next, limit }) => {
    const wanted = list().filter(({ added }) => addedAfter === undefined || added > addedAfter);
    const start = Number(next ?? '0');
    const page = wanted.slice(start, start + limit);
    const more = start + limit < wanted.length;
    const [first, last, at] = [page[0]?.added, page.at(-1)?.added, date()];
    return {
      more,
      objects: page.map(({ object }) => object),
      ...(more ? { next: String(start + limit) } : {}),
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      ...(at === undefined ? {} : { date: at }),
    };
  };
}

function idOf(number: number): string {
  return `indicator--00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** The client of a server whose pages a test writes. */
export function scriptedClient(
  answerTo: (requested: PageRequest) => Answer | RequestError,
  collection: () => Outcome<unknown> = () => ({ ok: true, value: {} }),
): TaxiiClient {
  const page = (query: PageRequest): Promise<Outcome<TaxiiPage>> => {
    const answer = answerTo(query);
    if ('kind' in answer) return Promise.resolve({ ok: false, error: answer });
    const { text, objects = [], more, next, first, last, date } = answer;
    const bytes = new TextEncoder().encode(text ?? JSON.stringify({ more, next, objects }));
    return Promise.resolve({
      ok: true,
      value: {
        bytes,
        ...(first === undefined ? {} : { first }),
        ...(last === undefined ? {} : { last }),
        ...(date === undefined ? {} : { date }),
      },
    });
  };
  return {
    origin: 'https://taxii.test',
    errorContext: {},
    host: 'taxii.test',
    page: (_root, _collection, query, options) => {
      options?.onRequest?.();
      return page(query);
    },
    resource: () => Promise.resolve(collection()),
    redact: (text) => text,
    pausedUntil: () => undefined,
  };
}

export function scripted(): Scripted {
  const folder = mkdtempSync(join(tmpdir(), 'threat-lookups-scripted-'));
  const file = join(folder, 'store.db');
  const requested: PageRequest[] = [];
  const client = scriptedClient(
    (query) => {
      requested.push(query);
      return mirror.script(query, requested.length);
    },
    () => mirror.collection,
  );
  const now = (): number => mirror.now;
  const store = openStore(file, { now });
  const target = { server: 'https://taxii.test', root: 'https://taxii.test/api/', collection: 'c', title: 'Team feed' };
  const rows = (sql: string, write = false): readonly Readonly<Record<string, unknown>>[] => {
    const { connection } = openDatabase(file, now);
    try {
      if (!write) return connection.all(sql);
      connection.exec(sql);
      return [];
    } finally {
      connection.close();
    }
  };
  const mirror: Scripted = {
    store,
    requested,
    script: () => notFound,
    collection: { ok: true, value: {} },
    now: Date.UTC(2026, 5, 1),
    free: undefined,
    async sync(options = {}) {
      requested.length = 0;
      const own = store.mirrors.writer();
      const spaced = (space: StorageUse): StorageUse =>
        mirror.free === undefined ? space : { ...space, freeBytes: mirror.free() };
      const writer: MirrorWriter = {
        chain: (kind) => own.chain(kind),
        read: (bytes) => own.read(bytes),
        finish: (end) => own.finish(end),
        keep: () => own.keep(),
        begin: async (requested) => {
          const begun = await own.begin(requested);
          return begun.busy === true ? begun : { ...begun, space: spaced(begun.space) };
        },
        write: async () => {
          const written = await own.write();
          return { ...written, space: spaced(written.space) };
        },
      };
      const ports = { client, writer, now, delay: () => Promise.resolve(true) };
      const synced = await syncCollection(ports, target, { limit: 100, ...options });
      if (synced.busy === true) throw new Error('busy');
      return synced;
    },
    stored: () =>
      rows('SELECT body, state FROM stix_object')
        .map(({ body, state }) => {
          const [, name = ''] = /lookups-test-([^.]*)\.com/.exec(String(body)) ?? [];
          return state === 1 ? `(${name})` : name;
        })
        .toSorted(),
    isActive(name) {
      const found = store.byKey(`lookups-test-${name}.com`);
      return found === undefined ? undefined : !found.retired;
    },
    rows: (sql) => rows(sql),
    setMirror: (sql) => void rows(`UPDATE mirror SET ${sql}`, true),
    close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return mirror;
}
