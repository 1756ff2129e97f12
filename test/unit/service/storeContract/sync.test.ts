import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import type { MirrorTarget } from '../../../../src/core/sync/ports';
import { syncCollection, type SyncOptions, type Synced } from '../../../../src/core/sync/sync';
import { omit } from '../../../../src/core/store/statements/omit';
import {
  type Answer,
  indicator,
  items,
  notFound,
  pagesOf,
  refused,
  type Script,
  scriptedClient,
} from '../../core/sync/scripted';
import { withPostgres } from '../team/withPostgres';
import { BothStores, type Contracted } from './bothStores';

const day = 86_400_000;
const id = (type: string, number: number): string =>
  `${type}--00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const dated = (version = 1): object => ({
  spec_version: '2.1',
  created: '2026-01-01T00:00:00.000Z',
  modified: new Date(Date.UTC(2026, 0, version)).toISOString(),
});
const malware = (number: number, name: string, version = 1, more: object = {}): object => ({
  type: 'malware',
  id: id('malware', number),
  ...dated(version),
  name,
  is_family: true,
  ...more,
});
const relation = (number: number, from: string, to: string, more: object = {}): object => ({
  type: 'relationship',
  id: id('relationship', number),
  ...dated(),
  relationship_type: 'indicates',
  source_ref: from,
  target_ref: to,
  ...more,
});
const identity = (number: number, name: string, version = 1): object => ({
  type: 'identity',
  id: id('identity', number),
  ...dated(version),
  name,
  identity_class: 'organization',
});
const named = (number: number, value: string, version = 1, more: object = {}): object => ({
  type: 'indicator',
  id: id('indicator', number),
  ...dated(version),
  valid_from: '2026-01-01T00:00:00.000Z',
  pattern: `[domain-name:value = '${value}']`,
  pattern_type: 'stix',
  ...more,
});

const target: MirrorTarget = {
  server: 'https://taxii.test',
  root: 'https://taxii.test/api/',
  collection: 'c',
  title: 'Team feed',
};

withPostgres('Both stores, with synced collections', () => {
  const both = BothStores.use();

  async function syncOne(store: Contracted, script: Script, options: SyncOptions & { target?: MirrorTarget } = {}) {
    let number = 0;
    const client = scriptedClient((requested) => script(requested, ++number));
    const ports = { client, writer: store.writer(), now: () => both.now, delay: () => Promise.resolve(true) };
    const synced = await syncCollection(ports, options.target ?? target, { limit: 100, ...options });
    assert.ok(synced.busy === undefined);
    return synced;
  }

  /** Syncs both, and checks that all is the same afterwards. Resolves with the result. */
  async function sync(script: Script, options: SyncOptions & { target?: MirrorTarget } = {}): Promise<Synced> {
    const [embedded, team] = both.stores();
    const expected = await syncOne(embedded, script, options);
    const found = await syncOne(team, script, options);
    const plain = ({ state, ...more }: Synced) => ({ ...more, state: omit(state, 'id') });
    assert.deepEqual(plain(found), plain(expected));
    const states = async (store: Contracted) => (await store.mirrors()).map((state) => omit(state, 'id'));
    assert.deepEqual(await states(team), await states(embedded));
    await both.sayTheSame();
    both.now += day;
    return found;
  }

  /** All objects on one page. */
  const page =
    (...objects: readonly unknown[]): Script =>
    () => ({ objects });

  it('say the same about new, changed, repeated, and removed objects', async () => {
    let list = items(250, 3);
    const script = pagesOf(() => list);
    assert.deepEqual((await sync(script)).counts, { added: 250, changed: 0, unchanged: 0, stale: 0, skipped: 0 });
    list = [...list, { added: '2026-02-01T00:00:00.000Z', object: indicator('n0001', 3) }];
    assert.equal((await sync(script)).counts.changed, 1);
    list = [...list.slice(20), ...items(30, 3, 300)];
    const { counts } = await sync(script, { full: true });
    assert.deepEqual(counts, { added: 30, changed: 0, unchanged: 231, stale: 19, skipped: 0 });
    // The removed objects are back.
    list = [...items(10), ...list];
    await sync(script, { full: true });
    await sync(script);
  });

  it('say the same about relationships in any order, and what is revoked', async () => {
    const related = [
      relation(1, id('indicator', 1), id('malware', 1)),
      relation(2, id('indicator', 2), id('malware', 1)),
      malware(1, 'Kettle', 1, { aliases: ['Pot'] }),
      named(1, 'one.example'),
    ];
    await sync(page(...related));
    await sync(page(named(2, 'two.example', 1, { created_by_ref: id('identity', 1) }), malware(2, 'Pan')));
    await sync(page(identity(1, 'Maker'), named(3, 'three.example', 1, { created_by_ref: id('identity', 1) })));
    await sync(page(identity(1, 'Renamed maker', 2), malware(1, 'Renamed kettle', 2)));
    await sync(page(relation(1, id('indicator', 1), id('malware', 1), { revoked: true, ...dated(2) })));
    await sync(page(named(1, 'one.example', 2), relation(3, id('indicator', 1), id('malware', 2))));
    // A relationship and a threat are no longer returned.
    await sync(page(named(1, 'one.example', 2), named(2, 'two.example')), { full: true });
    await sync(page(named(1, 'one.example', 2, { revoked: true }), named(2, 'two.example')), { full: true });
  });

  it('say the same about objects that name other indicators than before', async () => {
    const pattern = (...values: readonly string[]): object => ({
      pattern: `[${values.map((value) => `domain-name:value = '${value}'`).join(' OR ')}]`,
    });
    await sync(
      page(named(1, '', 1, pattern('a.example', 'b.example')), named(2, '', 1, pattern('b.example', 'c.example'))),
    );
    await both.import('b.example\nd.example');
    await sync(page(named(1, '', 2, pattern('c.example', 'd.example'))));
    await sync(page(named(1, '', 3, pattern('a.example'))), { full: true });
    const client = await both.client();
    for (const table of ['object_indicator', 'indicator_object']) {
      const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${table}`);
      assert.deepEqual(rows, [{ count: 3 }], table);
    }
    await client.end();
    await sync(page(named(2, '', 1, pattern('b.example', 'c.example'))), { full: true });
  });

  it('say the same about earlier versions that a full run brings, and two versions on one page', async () => {
    await sync(page(indicator('one', 3), indicator('two', 3), indicator('two', 1), indicator('three', 0)));
    await sync(page(indicator('one', 1), indicator('two', 3)), { full: true });
    await sync(page(indicator('one', 0), indicator('one', 2), indicator('two', 4)), { full: true });
    // An incomplete run sets nothing back.
    const broken: Script = (_, number): Answer | RequestError =>
      number === 1 ? { objects: [indicator('one', 0)], more: true, next: '1' } : refused(403);
    assert.equal((await sync(broken, { full: true })).complete, false);
    await sync(page(indicator('one', 2)), { full: true });
  });

  it('say the same about what expires', async () => {
    const until = (days: number): string => new Date(both.now + days * day).toISOString();
    const objects = [
      indicator('soon', 0, { valid_until: until(1.5) }),
      indicator('later', 0, { valid_until: until(3) }),
    ];
    await sync(page(...objects));
    await sync(page());
    await sync(page());
    await sync(page(indicator('soon', 3, { valid_until: until(9) })));
    both.now += 20 * day;
    await sync(page(), { fullAfterMillis: 1_000 * day });
  });

  it('say the same about techniques, definitions that come late, and what is unusable', async () => {
    const technique = {
      type: 'attack-pattern',
      id: id('attack-pattern', 1),
      ...dated(),
      name: 'Phishing',
      external_references: [{ source_name: 'mitre-attack', external_id: 'T1566' }],
    };
    const uses = relation(9, id('malware', 1), id('attack-pattern', 1), { relationship_type: 'uses' });
    await sync(page(technique, uses));
    await sync(page(malware(1, 'Kettle'), named(1, 'one.example'), relation(1, id('indicator', 1), id('malware', 1))));
    const extension = id('extension-definition', 1);
    const extended = named(2, 'two.example', 1, {
      extensions: { [extension]: { extension_type: 'property-extension', x_risk: 'high' } },
    });
    await sync(page(extended, 5, { type: 'indicator' }, { id: 'x' }, named(3, 'not a name')));
    const definition = {
      type: 'extension-definition',
      id: extension,
      ...dated(),
      name: 'Ours',
      schema: 'https://x.example',
      version: '1.0',
      extension_types: ['property-extension'],
    };
    await sync(page(definition));
    await sync(page(extended, definition, indicator('other')), { full: true });
  });

  it('say the same after errors, and about several collections with one title', async () => {
    const failing: Script = (requested, number) =>
      number === 2 ? notFound : pagesOf(() => items(150))(requested, number);
    await sync(failing);
    await sync(pagesOf(() => items(150)));
    const other = { ...target, collection: 'd' };
    await sync(
      pagesOf(() => items(20, 1, 140)),
      { target: other },
    );
    await sync(
      pagesOf(() => items(20, 1, 140)),
      { target: { ...other, title: 'New title', root: 'https://taxii.test/new/' } },
    );
    await sync(
      pagesOf(() => items(150)),
      { sizeLimit: { maxBytes: 1_000 } },
    );
  });

  it('keep a collection to one sync at a time', async () => {
    const [, team] = both.stores();
    const other = await both.another();
    try {
      const first = team.writer();
      assert.equal((await first.begin(target)).busy, undefined);
      assert.deepEqual(await other.mirrors.writer().begin(target), { busy: true });
      await first.finish({ complete: false, error: { kind: 'canceled' } });
      const next = other.mirrors.writer();
      assert.equal((await next.begin(target)).busy, undefined);
      await next.finish({ complete: false, error: { kind: 'canceled' } });
    } finally {
      await other.close();
    }
  });
});
