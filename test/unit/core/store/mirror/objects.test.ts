import assert from 'node:assert/strict';
import { StoreReader } from '../../../../../src/core/store/reader';
import { isKnown } from '../../../../../src/core/records/knowledge';
import { type FakeTaxii, fakeTaxii, indicators, timestampOf } from '../../sync/fakeTaxii';
import { type Mirroring, mirroring } from '../../sync/mirroring';

const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const day = 24 * 3_600_000;

describe('Mirrored objects', () => {
  let server: FakeTaxii;
  let mirror: Mirroring;
  let now = Date.UTC(2026, 0, 2);
  let count = 0;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 2);
    count = 0;
    server = await fakeTaxii();
    mirror = await mirroring(server, () => now);
  });
  afterEach(async () => {
    await mirror.close();
    await server.close();
  });

  function add(...objects: readonly object[]): void {
    for (const object of objects) {
      const added = timestampOf(count++);
      server.objects.push({ added, object: { spec_version: '2.1', created: added, modified: added, ...object } });
    }
  }

  function indicator(n: number, pattern: string, more: object = {}): object {
    return {
      type: 'indicator',
      id: `indicator--${uuid(n)}`,
      pattern,
      pattern_type: 'stix',
      valid_from: timestampOf(0),
      ...more,
    };
  }

  const record = (key: string) => mirror.store.byKey(key);

  it('make the mirror a source of a threat, as of its last sync', async () => {
    add({ type: 'malware', id: `malware--${uuid(1)}`, name: 'Maple Stealer', is_family: true });
    await mirror.sync();
    now += day;
    await mirror.sync();
    const tid = mirror.store.groups.threat({ name: 'maple stealer' })?.tid ?? 0;
    assert.deepEqual(mirror.store.groups.sources('threat', tid), [
      { source: { kind: 'mirror', name: 'Team feed' }, asOf: now },
    ]);
    assert.deepEqual(mirror.store.groups.sources('feed', tid), []);
    const reader = new StoreReader(mirror.file);
    assert.equal(reader.hasLocalData(), true);
    reader.close();
  });

  it('are linked across syncs, in either order', async () => {
    add(
      {
        type: 'relationship',
        id: `relationship--${uuid(1)}`,
        relationship_type: 'indicates',
        source_ref: `indicator--${uuid(1)}`,
        target_ref: `malware--${uuid(1)}`,
      },
      indicator(1, "[domain-name:value='evil.example']", { created_by_ref: `identity--${uuid(1)}` }),
    );
    await mirror.sync();
    assert.deepEqual(record('evil.example')?.threats, []);
    add(
      { type: 'malware', id: `malware--${uuid(1)}`, name: 'Example Kit', is_family: true },
      { type: 'identity', id: `identity--${uuid(1)}`, name: 'Example Team' },
    );
    await mirror.sync();
    const found = record('evil.example');
    assert.deepEqual(
      found?.threats.map(({ name }) => name),
      ['Example Kit'],
    );
    assert.deepEqual(
      found.feeds.map(({ name }) => name),
      ['Example Team'],
    );
    assert.equal(found.risk, 'high');
  });

  it('lose a revoked relationship', async () => {
    const tie = {
      type: 'relationship',
      id: `relationship--${uuid(1)}`,
      relationship_type: 'indicates',
      source_ref: `indicator--${uuid(1)}`,
      target_ref: `malware--${uuid(1)}`,
    };
    add(
      indicator(1, "[domain-name:value='evil.example']"),
      { type: 'malware', id: `malware--${uuid(1)}`, name: 'Example Kit' },
      tie,
    );
    await mirror.sync();
    assert.equal(record('evil.example')?.threats.length, 1);
    add({ ...tie, revoked: true });
    await mirror.sync();
    assert.equal(record('evil.example')?.threats.length, 0);
    assert.equal(record('evil.example')?.risk, 'unknown');
  });

  it('keep the newer version in either order, and drop a changed pattern', async () => {
    add(indicator(1, "[domain-name:value='new.example']", { modified: '2026-01-01T00:00:00.000002Z' }));
    add(indicator(1, "[domain-name:value='old.example']", { modified: '2026-01-01T00:00:00.000001Z' }));
    await mirror.sync();
    assert.equal(record('old.example'), undefined);
    assert.equal(record('new.example')?.value, 'new.example');
    add(indicator(1, "[domain-name:value='newest.example']", { modified: '2026-01-01T00:00:00.000003Z' }));
    const { counts } = await mirror.sync();
    assert.equal(counts.changed, 1);
    assert.equal(record('new.example'), undefined);
    assert.equal(record('newest.example')?.value, 'newest.example');
  });

  it('merge objects of one indicator, and remove one of them', async () => {
    add(indicator(1, "[ipv4-addr:value='192.0.2.7']", { indicator_types: ['malicious-activity'] }));
    add(
      indicator(2, "[ipv4-addr:value='192.0.2.7' OR domain-name:value='b.example']", {
        indicator_types: ['anomalous-activity'],
      }),
    );
    await mirror.sync();
    assert.equal(record('192.0.2.7')?.risk, 'high');
    add(
      indicator(1, "[ipv4-addr:value='192.0.2.7']", {
        indicator_types: ['malicious-activity'],
        revoked: true,
        modified: timestampOf(50),
      }),
    );
    await mirror.sync();
    assert.equal(record('192.0.2.7')?.risk, 'medium');
    assert.equal(record('192.0.2.7')?.retired, false);
    assert.equal(record('b.example')?.risk, 'medium');
  });

  it('retire what is revoked, and what has expired by the next sync', async () => {
    add(indicator(1, "[domain-name:value='until.example']", { valid_until: new Date(now + day).toISOString() }));
    add(indicator(2, "[domain-name:value='gone.example']"));
    await mirror.sync();
    assert.equal(record('until.example')?.retired, false);
    add(indicator(2, "[domain-name:value='gone.example']", { revoked: true, modified: timestampOf(9) }));
    now += 2 * day;
    await mirror.sync();
    assert.equal(record('until.example')?.retiredReason, 'No longer valid');
    assert.equal(record('gone.example')?.retiredReason, 'Revoked');
  });

  it('are active again if they had expired only by a wrong clock', async () => {
    add(
      indicator(1, "[domain-name:value='until.example']", { valid_until: new Date(now + 9 * day).toISOString() }),
      indicator(2, "[domain-name:value='short.example']", { valid_until: new Date(now + day).toISOString() }),
    );
    await mirror.sync();
    now += 365 * day;
    add(indicator(3, "[domain-name:value='late.example']", { valid_until: new Date(now - 360 * day).toISOString() }));
    await mirror.sync();
    const retired = () => ['until', 'short', 'late'].map((name) => record(`${name}.example`)?.retired);
    assert.deepEqual(retired(), [true, true, true]);
    now -= 363 * day;
    assert.deepEqual(retired(), [false, true, false], 'at once, where records are read');
    await mirror.sync();
    assert.deepEqual(retired(), [false, true, false]);
    now += 7 * day + 1;
    await mirror.sync();
    assert.deepEqual(retired(), [true, true, true]);
  });

  it("are marked stale if a full sync doesn't return them, but kept, and restored later", async () => {
    server.objects = indicators(130);
    await mirror.sync();
    const left = server.objects;
    server.objects = left.slice(10);
    assert.equal((await mirror.sync()).counts.stale, 0);
    const full = await mirror.sync({ full: true });
    assert.equal(full.counts.stale, 10);
    assert.deepEqual([full.state.objects, full.state.stale], [130, 10]);
    assert.equal(record('n3.example')?.retiredReason, 'No longer in the collection');
    assert.equal(record('n10.example')?.retired, false);
    server.objects = left;
    const again = await mirror.sync({ full: true });
    assert.equal(again.state.stale, 0);
    assert.equal(record('n3.example')?.retired, false);
  });

  it('are read in full once a week automatically', async () => {
    server.objects = indicators(30);
    await mirror.sync();
    now += 8 * day;
    assert.equal((await mirror.sync()).full, true);
    assert.equal((await mirror.sync()).full, false);
  });

  it("are skipped and counted if they aren't objects, without losing the page", async () => {
    add(indicator(1, "[domain-name:value='good.example']"));
    for (const object of [7, null, 'x', {}, { type: 'indicator' }, { id: `indicator--${uuid(9)}` }])
      server.objects.push({ added: timestampOf(count++), object });
    add(
      indicator(2, "[app:id = 'x']"),
      indicator(3, "[domain-name:value='bracket.example'"),
      indicator(4, "[domain-name:value != 'not.example']"),
    );
    const { counts, skipped, state, complete } = await mirror.sync();
    assert.equal(complete, true);
    assert.deepEqual([counts.added, counts.skipped, state.objects, state.indicators], [4, 6, 4, 2]);
    assert.ok(skipped.some(({ reason }) => reason.kind === 'noId'));
    assert.equal(record('not.example'), undefined);
  });

  it('wait for the definition of an extension, even across several syncs', async () => {
    const definition = `extension-definition--${uuid(1)}`;
    const own = {
      extensions: { [definition]: { extension_type: 'toplevel-property-extension' } },
      acme_risk: 'critical',
    };
    add(indicator(1, "[domain-name:value='one.example']", own));
    await mirror.sync();
    assert.equal(record('one.example')?.risk, 'unknown');
    add({ type: 'extension-definition', id: definition, name: 'x', extension_properties: ['acme_risk'] });
    await mirror.sync();
    assert.equal(record('one.example')?.risk, 'critical');
    add(indicator(2, "[domain-name:value='two.example']", own));
    await mirror.sync();
    assert.equal(record('two.example')?.risk, 'critical');
  });

  it('have the date of the end of the last sync', async () => {
    add(indicator(1, "[domain-name:value='one.example']"));
    await mirror.sync();
    const reader = new StoreReader(mirror.file);
    try {
      now += 3_600_000;
      await mirror.sync();
      const [word] = reader.find('one.example').filter(isKnown);
      assert.deepEqual(word?.source, { kind: 'mirror', name: 'Team feed' });
      assert.equal(word.asOf, now);
    } finally {
      reader.close();
    }
  });

  it('continue after a crash in the middle with nothing lost', async () => {
    server.objects = indicators(400);
    const cancel = new AbortController();
    server.onPage = (page) => {
      if (page === 3) cancel.abort();
    };
    const broken = await mirror.sync({ signal: cancel.signal });
    assert.equal(broken.complete, false);
    assert.equal(broken.state.watermark, undefined);
    server.onPage = () => undefined;
    const { complete, state } = await mirror.sync();
    assert.equal(complete, true);
    assert.deepEqual([state.objects, state.indicators], [400, 400]);
  });

  it('are synced by one window at a time', async () => {
    server.objects = indicators(10);
    const target = {
      server: server.url,
      root: `${server.url}/taxii2/api/`,
      collection: '91a7b528-80eb-42ed-a74d-c6fbd5a26116',
      title: 'Team feed',
    };
    const first = mirror.store.mirrors.writer();
    assert.equal((await first.begin(target)).busy, undefined);
    const { openStore } = await import('../../../../../src/core/store/store');
    const other = openStore(mirror.file, { now: () => now });
    try {
      assert.equal((await other.mirrors.writer().begin(target)).busy, true);
      await first.finish({ complete: false, error: { kind: 'canceled' } });
      assert.equal((await other.mirrors.writer().begin(target)).busy, undefined);
    } finally {
      other.close();
    }
  });

  it('are removed with the mirror', async () => {
    server.objects = indicators(10);
    const { state } = await mirror.sync();
    assert.equal(mirror.store.mirrors.remove(state.id), 10);
    assert.equal(record('n3.example'), undefined);
    assert.deepEqual(mirror.store.mirrors.list(), []);
    assert.deepEqual(mirror.ids(), []);
  });
});
