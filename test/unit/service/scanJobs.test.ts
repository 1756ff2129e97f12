import assert from 'node:assert/strict';
import type { ScanSettings } from '../../../src/core/store/protocol/protocol';
import { inThisThread } from '../../harness/inThisThread';
import { Jobs } from '../../../src/service/jobs';
import type { LoadEnricher } from '../../../src/service/scans/lazyEnricher';
import { storeFolder } from '../core/store/builders';
import { anEnrichment, enriching } from './scanning';
import { noon } from './servedRecords';

const day = 86_400_000;
const bad = { type: 'domain', value: 'bad.example' } as const;

describe('Scan jobs of the worker', () => {
  const all: Jobs[] = [];
  afterEach(async () => {
    for (const jobs of all.splice(0)) await jobs.close();
  });
  const folder = storeFolder();
  let at = noon;
  beforeEach(() => {
    at = noon;
  });

  function open(options: { scanSettings?: ScanSettings; loadEnricher?: LoadEnricher } = {}) {
    const jobs = new Jobs({ storeFile: folder.file(), onNotice: () => undefined, now: () => at, ...options });
    all.push(jobs);
    const worker = inThisThread(jobs);
    const ask = async (method: string, query: string) => {
      const { body } = await worker.fetch({ url: `http://localhost/api/analyze.php?${query}`, method, headers: [] });
      return JSON.parse(body) as { qid: number; status?: string; success?: string };
    };
    return {
      worker,
      /** Submits and polls until the scan has come to its end. */
      scan: async (value: string) => {
        const { qid } = await ask('POST', `value=${value}`);
        for (;;) {
          const polled = await ask('GET', `qid=${qid}`);
          if (polled.status !== 'processing') return polled;
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    };
  }

  it('scan through the embedded service, with external lookups as configured', async () => {
    const enricher = enriching(() => anEnrichment());
    const loaded: (string | undefined)[] = [];
    const loadEnricher: LoadEnricher = (resolver) => {
      loaded.push(resolver);
      return Promise.resolve(enricher);
    };
    const { worker, scan } = open({ loadEnricher });
    assert.match((await scan('lookups-test-1.com')).success ?? '', /turned off/, 'off until it is told');
    assert.deepEqual(loaded, []);
    assert.deepEqual(await worker.setEnrichment({ mode: 'passive' }), { mode: 'passive' });
    assert.equal((await scan('lookups-test-1.com')).status, 'done');
    await scan('lookups-test-2.com');
    assert.deepEqual(loaded, [undefined], 'loaded by the first scan that needs it, once');
    await worker.setEnrichment({ mode: 'passive', resolver: '192.0.2.53', ignore: ['lookups-test-4.com'] });
    await scan('lookups-test-3.com');
    await scan('lookups-test-4.com');
    assert.deepEqual(loaded, [undefined, '192.0.2.53']);
    assert.equal(enricher.requested.length, 3);
  });

  it('resume scans of an earlier run once the settings are known', async () => {
    const store = folder.open(() => at);
    const request = { indicator: bad, kind: 'passive', store: true, outside: false } as const;
    assert.equal(store.scans.add(request, 10), 1);
    const { worker } = open({ scanSettings: { mode: 'off' } });
    await worker.summary();
    while (store.scans.find(1)?.state !== 'done') await new Promise((resolve) => setImmediate(resolve));
    assert.equal(store.byKey('bad.example')?.submissions, 1);
  });

  it("set the user's own risk, retire manually, and prune", async () => {
    const { worker } = open();
    await worker.import({ input: { text: 'bad.example\n', name: 'list.txt' } });
    assert.deepEqual(await worker.setRisk({ indicator: bad, risk: 'high' }), { risk: 'high' });
    assert.deepEqual(await worker.setRisk({ indicator: bad, risk: null }), { risk: 'unknown' });
    assert.deepEqual(await worker.setRetired({ indicator: bad, retired: true }), { known: true });
    assert.deepEqual(await worker.setRetired({ indicator: bad, retired: false }), { known: true });
    const other = { type: 'domain', value: 'other.example' } as const;
    assert.deepEqual(await worker.setRetired({ indicator: other, retired: true }), { known: false });
    at += 100 * day;
    assert.deepEqual(await worker.tidyScans(), { retired: 1, dropped: 0 });
  });
});
