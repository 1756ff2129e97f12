import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookupKey } from '../../../src/core/indicators';
import { exportCsv, exportLinksCsv } from '../../../src/core/export/records';
import { readAnswer } from '../../../src/core/results';
import { openStore, type Store } from '../../../src/core/store/store';
import { createService } from '../../../src/service';
import { servedFrom } from '../../../src/service/servedRecords';
import { importInto } from '../../../src/service/import';

const now = Date.UTC(2026, 5, 1);
const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
const indicator = (n: number, fields: object): object => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--${uuid(n)}`,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  pattern: `[domain-name:value = 'site-${n}.lookups-test.com']`,
  pattern_type: 'stix',
  valid_from: '2026-01-01T00:00:00Z',
  ...fields,
});
const expected = [true, true, true, false, false];

describe('Exports of retired indicators', () => {
  let folder = '';
  const stores: Store[] = [];
  const open = (name: string): Store => {
    const store = openStore(join(folder, name), { now: () => now });
    stores.push(store);
    return store;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'exported-'));
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const retiredIn = (store: Store): readonly (boolean | undefined)[] =>
    expected.map((_, n) => store.byKey(lookupKey(`site-${n + 1}.lookups-test.com`))?.retired);
  const answer = async (store: Store, path: string, accept = 'application/json'): Promise<string> => {
    const service = createService({ store: servedFrom(store), tier: 'business', embedded: true, now: () => now });
    const response = await service(new Request(`http://localhost${path}`, { headers: { Accept: accept } }));
    assert.equal(response.status, 200);
    return response.text();
  };

  /** Revoked, expired, retired here, valid for a while yet, and without an end. */
  const filled = async (): Promise<Store> => {
    const store = open('first.db');
    const objects = [
      indicator(1, { revoked: true }),
      indicator(2, { valid_until: '2026-03-01T00:00:00Z' }),
      indicator(3, {}),
      indicator(4, { valid_until: '2027-01-01T00:00:00Z' }),
      indicator(5, {}),
    ];
    await importInto(store, { text: JSON.stringify({ type: 'bundle', objects }), name: 'a' }, { now: () => now });
    store.overrides.setRetired({ type: 'domain', value: 'site-3.lookups-test.com' }, true);
    assert.deepEqual(retiredIn(store), expected);
    return store;
  };

  it('stay retired through Explore in STIX and CSV, also for a reader of plain STIX', async () => {
    const store = await filled();
    for (const format of ['stix', 'csv'] as const) {
      const text = await answer(store, `/api/explore.php?q=ioc%3D*.lookups-test.com&format=${format}`);
      const again = open(`${format}.db`);
      await importInto(again, { text, name: format }, { now: () => now });
      assert.deepEqual(retiredIn(again), expected, format);
      const read = readAnswer({ format, text }, 'indicators', now);
      const third = open(`${format} rewritten.db`);
      await importInto(third, { text: read?.text ?? '', name: format }, { now: () => now });
      assert.deepEqual(retiredIn(third), expected, format);
      if (format === 'csv') continue;
      // As seen by another program that doesn't know the product's own properties.
      const plain = open('plain.db');
      const { objects } = JSON.parse(text) as { objects: readonly Readonly<Record<string, unknown>>[] };
      const stripped = objects.map((object) =>
        Object.fromEntries(Object.entries(object).filter(([name]) => !/^service_|^extensions$/.test(name))),
      );
      await importInto(plain, { text: JSON.stringify({ objects: stripped }), name: 'x' }, { now: () => now });
      assert.deepEqual(retiredIn(plain), expected);
      assert.equal(
        objects.find(({ name }) => name === 'site-4.lookups-test.com')?.['valid_until'],
        '2027-01-01T00:00:00.000Z',
      );
    }
  });

  it('keep the kinds of STIX threats through every CSV and back to STIX', async () => {
    const threats = {
      malware: 'Kit; "One", [a.lookups-test.com]',
      'threat-actor': '=Group\\Two;',
      'intrusion-set': 'Set \\; Three',
      campaign: 'camp.lookups-test.com',
      tool: 'Tool Five',
    };
    const types = Object.keys(threats);
    const at = { created: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z', spec_version: '2.1' };
    const objects = Object.entries(threats).flatMap(([type, name], n) => [
      { ...at, type, id: `${type}--${uuid(n)}`, name, ...(type === 'malware' ? { is_family: true } : {}) },
      // The first indicator is tied to all of them, and one of its own to each.
      ...[0, n + 10].map((to) => ({
        ...at,
        type: 'relationship',
        id: `relationship--${uuid(100 * n + to)}`,
        relationship_type: 'indicates',
        source_ref: `indicator--${uuid(to)}`,
        target_ref: `${type}--${uuid(n)}`,
      })),
      indicator(n + 10, {}),
    ]);
    const store = open('first.db');
    const text = JSON.stringify({ type: 'bundle', objects: [indicator(0, {}), ...objects] });
    await importInto(store, { text, name: 'a' }, { now: () => now });
    const rows = { indicators: 'ioc%3D*.lookups-test.com', threats: 'threat%3D*' };
    const served = async (type: 'indicators' | 'threats'): Promise<string> =>
      answer(store, `/api/explore.php?q=${rows[type]}&type=${type}&format=csv`);
    const all = [0, 10, 11, 12, 13, 14].map((n) => store.byKey(lookupKey(`site-${n}.lookups-test.com`)));
    const records = all.flatMap((record) => (record === undefined ? [] : [record]));
    const named = (type: string): string => Object.entries(threats).find(([each]) => each === type)?.[1] ?? '';
    const [first] = records;
    assert.ok(first !== undefined);
    const files: Readonly<Record<string, readonly string[]>> = {
      'served indicators': [await served('indicators')],
      'served threats': [await served('threats')],
      'rewritten indicators': [
        readAnswer({ format: 'csv', text: await served('indicators') }, 'indicators', now)?.text ?? '',
      ],
      'rewritten threats': [readAnswer({ format: 'csv', text: await served('threats') }, 'threats', now)?.text ?? ''],
      'a record': [exportCsv(first, () => undefined)],
      'links of threats': first.threats.map((threat) =>
        exportLinksCsv(
          [
            {
              value: 'site-1.lookups-test.com',
              type: 'domain',
              risk: 'high',
              retired: false,
              properties: {},
              attributes: {},
              other: {},
            },
          ],
          { threat },
        ),
      ),
    };
    for (const [file, texts] of Object.entries(files)) {
      const again = open(`${file}.db`);
      for (const [n, each] of texts.entries()) {
        const account = await importInto(again, { text: each, name: `${file} ${n}` }, { now: () => now });
        assert.deepEqual([account.complete, account.skipped], [true, []], file);
      }
      const taxii = await answer(again, '/taxii2/api/collections/all/objects/', 'application/taxii+json;version=2.1');
      const found = (JSON.parse(taxii) as { objects: readonly { type: string; name?: string }[] }).objects;
      const kinds = found.filter(({ type }) => types.includes(type) || type === 'infrastructure');
      assert.deepEqual(
        kinds.map(({ type, name }) => `${type} ${name ?? ''}`).toSorted(),
        types.map((type) => `${type} ${named(type)}`).toSorted(),
        file,
      );
      const relationships = found.filter(({ type }) => type === 'relationship').length;
      assert.equal(
        relationships,
        { 'served threats': 0, 'rewritten threats': 0, 'served indicators': 10, 'rewritten indicators': 10 }[file] ?? 5,
      );
    }
    const read = readAnswer({ format: 'csv', text: await served('indicators') }, 'indicators', now);
    assert.ok(read?.found.type === 'indicators');
    const row = read.found.rows.find(({ value }) => value === 'site-0.lookups-test.com');
    assert.deepEqual(row?.threats.map(({ name }) => name).toSorted(), Object.values(threats).toSorted());
    assert.deepEqual(Object.keys(row.other), ['reference']);
  });

  it('read a column of threats even without the column of their categories', async () => {
    const store = open('foreign.db');
    const text = 'indicator,risk,threats\na.lookups-test.com,high,3\n';
    await importInto(store, { text, name: 'a' }, { now: () => now });
    const record = store.byKey(lookupKey('a.lookups-test.com'));
    assert.deepEqual([record?.threats, record?.other], [[], { threats: '3' }]);
    assert.deepEqual(readAnswer({ format: 'csv', text }, 'indicators', now)?.found.rows[0]?.other, { threats: '3' });
  });

  it('name the kind of threat in a CSV column, in STIX, and in rows of threats', async () => {
    const store = open('kinds.db');
    const files = {
      'a.csv': 'ioc,malware_family\na.lookups-test.com,Kit One\n',
      'b.csv': 'ioc,actor\nb.lookups-test.com,Group Two\n',
      'c.csv': 'ioc,threat,category\nc.lookups-test.com,Camp Three,attack\n',
      'd.csv': 'ioc,threat,category\nd.lookups-test.com,Odd Four,constructor\n',
    };
    for (const [name, text] of Object.entries(files)) await importInto(store, { text, name }, { now: () => now });
    const csv = await answer(store, '/api/explore.php?q=threat%3D*&type=threats&format=csv');
    const rows = readAnswer({ format: 'csv', text: csv }, 'threats', now);
    assert.ok(rows?.found.type === 'threats');
    assert.deepEqual(rows.found.rows.map(({ name, category }) => [name, category]).toSorted(), [
      ['Camp Three', 'attack'],
      ['Group Two', 'group'],
      ['Kit One', 'malware'],
      ['Odd Four', 'constructor'],
    ]);
    const taxii = await answer(store, '/taxii2/api/collections/all/objects/', 'application/taxii+json;version=2.1');
    const { objects } = JSON.parse(taxii) as { objects: readonly { type?: string; name?: string }[] };
    const typeOf = (name: string): string | undefined => objects.find((each) => each.name === name)?.type;
    assert.deepEqual(['Kit One', 'Group Two', 'Camp Three', 'Odd Four'].map(typeOf), [
      'malware',
      'threat-actor',
      'campaign',
      'infrastructure',
    ]);
  });
});
