// A process that scans as a window does: store, client and engine are the product's. Arguments: store file, base URL, and
// the values to ask for; without them it goes on with what is kept. Ends when no scan is open.
import { Gateway, createServiceClient } from '../../../../src/core/api';
import { delay } from '../../../../src/core/api/http/waiting';
import { ScanEngine } from '../../../../src/core/scans';
import { isOpen } from '../../../../src/core/scans/types';
import { openStore } from '../../../../src/core/store/store';
import { readScans, writeScans, removeScans } from '../../../../src/core/store/activity/clientScans';
import { takeLease, releaseLease } from '../../../../src/core/store/sqlite/leases';

const [file = '', baseUrl = '', ...values] = process.argv.slice(2);
const store = openStore(file);
const gateway = new Gateway({
  fetch: (url, init) => fetch(url, init),
  baseUrl,
  key: () => Promise.resolve(undefined),
  now: Date.now,
  userAgent: 'threat-lookups/test',
});
const client = createServiceClient({ gateway });
const scans = new ScanEngine({
  store: {
    list: () => Promise.resolve(store.use(readScans)),
    save: (kept) => {
      store.use((c) => writeScans(c, kept));
      return Promise.resolve();
    },
    remove: (ids) => Promise.resolve(store.use((c) => removeScans(c, ids))),
    lease: (forMillis) => {
      if (forMillis > 0) return Promise.resolve(store.use((c) => takeLease(c, 'scans', forMillis)));
      store.use((c) => releaseLease(c, 'scans'));
      return Promise.resolve(false);
    },
  },
  service: () => client,
  isOffline: () => false,
  blocked: () => undefined,
  requestLog: { begin: () => () => undefined },
  saveResult: () => Promise.resolve(),
  now: Date.now,
  wait: delay,
});

async function main(): Promise<void> {
  await scans.load();
  await scans.add(
    values.map((value) => {
      const indicator = { type: 'domain', value } as const;
      return { indicator, sent: indicator, kind: 'passive', store: false };
    }),
  );
  while (scans.list().some(isOpen)) await delay(50);
  scans.dispose();
  store.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
