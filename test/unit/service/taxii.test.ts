import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndicatorRecord } from '../../../src/core/records/record';
import { readBundle } from '../../../src/core/stix/objects';
import { openStore, type Store } from '../../../src/core/store/store';
import { createService, type Service } from '../../../src/service';
import { importInto } from '../../../src/service/import';
import { ask, type Asked } from './ask';
import { noon, someRecord } from './shelf';

const taxii = 'application/taxii+json;version=2.1';

interface StixObject {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly [key: string]: unknown;
}
interface Envelope {
  readonly more: boolean;
  readonly next?: string;
  readonly objects: readonly StixObject[];
}
interface Told {
  readonly id: string;
  readonly title: string;
  readonly alias?: string;
}

const indicator = (n: number, more: object = {}): object => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  created: new Date(noon + n * 1_000).toISOString(),
  modified: new Date(noon + n * 1_000).toISOString(),
  pattern: `[domain-name:value = 'host-${n}.example']`,
  pattern_type: 'stix',
  valid_from: '2024-01-01T00:00:00Z',
  ...more,
});
const malware = {
  type: 'malware',
  spec_version: '2.1',
  id: 'malware--00000000-0000-4000-8000-000000000001',
  created: '2024-03-01T12:00:00.000001Z',
  modified: '2024-03-02T12:00:00.123456Z',
  name: 'Example Kit',
  is_family: true,
  x_odd: { kept: ['as', 'it', 'came'] },
};
const note = { type: 'note', id: 'note--1', content: 'without created', x: 1 };

describe('the TAXII server', () => {
  let folder = '';
  let store: Store;
  let service: Service;

  const get = async (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    init: RequestInit = {},
  ): Promise<Asked> => ask(service, path, { ...init, headers: { Accept: taxii, ...headers } });
  const envelope = async (path: string): Promise<Envelope> => (await get(path)).body as Envelope;
  const collections = async (): Promise<readonly Told[]> =>
    ((await get('/taxii2/api/collections/')).body as { collections: readonly Told[] }).collections;
  const objectsOf = async (title: string): Promise<string> => {
    const found = (await collections()).find((each) => each.title === title);
    return `/taxii2/api/collections/${found?.id ?? ''}/objects/`;
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'taxii-'));
    store = openStore(join(folder, 'store.db'), { now: () => noon });
    const objects = [note, malware, indicator(1), indicator(2), { ...indicator(3), revoked: true }];
    await importInto(store, { name: 'bundle.json', bytes: Buffer.from(JSON.stringify({ type: 'bundle', objects })) });
    const records: readonly IndicatorRecord[] = [
      someRecord({
        iid: 1,
        value: 'made.example',
        risk: 'high',
        stamps: { added: noon - 86_400_000 },
        threats: [{ name: 'Example Kit', category: 'malware', risk: 'high' }],
        feeds: [{ name: 'Example Feed' }],
      }),
      someRecord({ iid: 2, value: '192.0.2.7', type: 'ip', risk: 'low' }),
      someRecord({ iid: 3, value: "http://made.example/o'k", type: 'url', risk: 'critical', retired: true }),
    ];
    const run = store.beginImport({ kind: 'import', name: 'list.csv' });
    run.take(records.map((record) => ({ kind: 'indicator', record })));
    run.finish();
    store.keepAnswer('remote.example', 'https://lookups-test-1.com', {
      kind: 'known',
      source: { kind: 'service', name: 'lookups-test-1.com' },
      asOf: noon,
      record: someRecord({ iid: 5, value: 'remote.example', risk: 'critical' }),
      detail: 'full',
    });
    service = createService({ store, tier: 'business', embedded: true });
  });
  after(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('tells its root and its collections', async () => {
    const discovery = await get('/taxii2/');
    assert.equal(discovery.status, 200);
    assert.equal(discovery.headers.get('content-type'), taxii);
    const { title, api_roots: roots } = discovery.body as { title: string; api_roots: readonly string[] };
    assert.equal(title, 'Threat Lookups');
    assert.deepEqual(roots, ['/taxii2/api/']);
    assert.deepEqual(((await get('/taxii2/api/')).body as { versions: unknown }).versions, [taxii]);
    const told = await collections();
    assert.deepEqual(
      told.map(({ title }) => title),
      ['All Sources', 'bundle.json', 'list.csv'],
    );
    assert.deepEqual((await get(`/taxii2/api/collections/${told[1]?.id ?? ''}/`)).body, told[1]);
  });

  it('serves objects of STIX sources as they came, and nothing beside them', async () => {
    const { objects, more } = await envelope(await objectsOf('bundle.json'));
    assert.equal(more, false);
    assert.deepEqual(
      objects.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [indicator(1), indicator(2), { ...indicator(3), revoked: true }, malware, note],
    );
  });

  it('makes objects of what came in another form, which say the same when they are read', async () => {
    const { objects } = await envelope(await objectsOf('list.csv'));
    const types = objects.map(({ type }) => type);
    assert.deepEqual(types.toSorted(), [
      'extension-definition',
      'identity',
      'identity',
      'indicator',
      'indicator',
      'indicator',
      'malware',
      'relationship',
    ]);
    assert.equal(types.indexOf('extension-definition') < types.indexOf('indicator'), true);
    const bundle = readBundle(noon);
    const said = objects.flatMap((object) => bundle.read(object).said);
    const read = said.filter((each) => each.kind === 'indicator').map(({ record }) => record);
    assert.deepEqual(read.map(({ value, risk, retired }) => [value, risk, retired]).toSorted(), [
      ['192.0.2.7', 'low', false],
      ["http://made.example/o'k", 'critical', true],
      ['made.example', 'high', false],
    ]);
    assert.equal(said.filter((each) => each.kind === 'relation').length >= 2, true);
    const made = objects.find(({ name }) => name === 'made.example');
    assert.equal(made?.created, new Date(noon - 86_400_000).toISOString());
  });

  it('serves all sources in one collection, and never what a remote service answered', async () => {
    const { objects } = await envelope('/taxii2/api/collections/all/objects/');
    assert.equal(objects.length, 5 + 8);
    assert.equal(JSON.stringify(objects).includes('remote.example'), false);
  });
});
