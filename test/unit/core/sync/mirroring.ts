import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gateway, type GatewayLimits, type SignIn } from '../../../../src/core/api';
import { createTaxiiClient, type TaxiiClient } from '../../../../src/core/api/taxii';
import { syncCollection, type SyncOptions, type Synced } from '../../../../src/core/sync/sync';
import { openStore, type Store } from '../../../../src/core/store/store';
import { openDatabase } from '../../../../src/core/store/sqlite/database';
import { collection, type FakeTaxii } from './fakeTaxii';

export interface Mirroring {
  readonly file: string;
  readonly store: Store;
  sync(options?: SyncOptions): Promise<Synced>;
  ids(): readonly string[];
  rows(sql: string): readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

export function clientOf(
  url: string,
  signIn: SignIn = { kind: 'basic', user: 'taxii2' },
  limits: Partial<GatewayLimits> = {},
): TaxiiClient {
  const gateway = new Gateway({
    fetch: (address, init) => fetch(address, init),
    baseUrl: new URL(url).origin,
    key: () => Promise.resolve('the-key'),
    now: Date.now,
    userAgent: 'tests',
    signIn,
    limits: { initialPauseMillis: 50, ...limits },
  });
  return createTaxiiClient(gateway, signIn);
}

/** A store that mirrors the one collection of a server. */
export async function mirroring(server: FakeTaxii, now: () => number = Date.now): Promise<Mirroring> {
  const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-mirror-'));
  const file = join(folder, 'store.db');
  const store = openStore(file, { now });
  const client = clientOf(server.url);
  const rows = (sql: string): readonly Readonly<Record<string, unknown>>[] => {
    const { connection } = openDatabase(file, Date.now);
    try {
      return connection.all(sql);
    } finally {
      connection.close();
    }
  };
  return {
    file,
    store,
    rows,
    async sync(options = {}) {
      const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
      const synced = await syncCollection({ client, writer: store.mirrors.writer(), now }, target, {
        limit: 100,
        ...options,
      });
      if (synced.busy === true) throw new Error('busy');
      return synced;
    },
    ids: () => rows('SELECT id FROM stix_object ORDER BY id').map(({ id }) => String(id)),
    async close() {
      store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
