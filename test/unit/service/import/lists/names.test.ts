import assert from 'node:assert/strict';
import { isKnown } from '../../../../../src/core/records/knowledge';
import { StoreReader } from '../../../../../src/core/store/reader';
import { namesAbove } from '../../../../../src/core/indicators/registry/namesAbove';
import { importInto } from '../../../../../src/service/import';
import { refreshList } from '../../../../../src/service/import/refreshList';
import { storeFolder } from '../../../core/store/builders';
import { readListText, valuesOf } from './reading';

describe('Rules of lists for names', () => {
  const folder = storeFolder();

  /** Returns what is found for names after an import: the risk, and the names that a rule is for. */
  async function findAfter(text: string, names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const store = folder.open();
    const bytes = new TextEncoder().encode(text);
    await importInto(store, { name: 'list', bytes }, { source: { kind: 'import', name: 'list', risk: 'high' } });
    store.close();
    const reader = new StoreReader(folder.file());
    const found = names.map((name) => {
      const known = reader.find(name).filter(isKnown);
      return [name, known.map(({ source, record }) => `${record.risk} ${source.range ?? 'itself'}`).join()];
    });
    reader.close();
    return Object.fromEntries(found) as Readonly<Record<string, string>>;
  }

  it('are only for names below one where a zone has a wildcard, and for both where it has both (RPZ)', async () => {
    const zone = '$TTL 60\n*.wild.com CNAME .\n*.both.com CNAME .\nboth.com CNAME .\nexact.com CNAME .\n';
    const names = ['wild.com', 'a.wild.com', 'b.a.wild.com', 'both.com', 'a.both.com', 'exact.com', 'a.exact.com'];
    assert.deepEqual(await findAfter(zone, names), {
      'wild.com': '',
      'a.wild.com': 'high *.wild.com',
      'b.a.wild.com': 'high *.wild.com',
      'both.com': 'high itself',
      'a.both.com': 'high *.both.com',
      'exact.com': 'high itself',
      'a.exact.com': '',
    });
  });

  it('are for a name and all below it (Adblock, dnsmasq, Unbound, text)', async () => {
    for (const text of [
      '[Adblock]\n||evil.com^\n',
      'address=/evil.com/0.0.0.0\n',
      'local-zone: "evil.com." always_nxdomain\n',
      '*.evil.com\nother.com\n',
    ]) {
      const expected = { 'evil.com': 'high itself', 'deep.evil.com': 'high *.evil.com', 'notevil.com': '' };
      assert.deepEqual(await findAfter(text, Object.keys(expected)), expected, text);
      const store = folder.open();
      for (const { id } of store.sources.list()) store.sources.remove(id);
      store.close();
    }
  });

  it('say nothing about the names of customers of a suffix', async () => {
    const found = await findAfter('[Adblock]\n||github.io^\n', ['someone.github.io']);
    assert.deepEqual(found, { 'someone.github.io': '' });
  });

  it('are lifted by exceptions of the same list, wherever those are', async () => {
    const text = '[Adblock]\n@@||early.com^\n||early.com^\n||late.com^\n@@||late.com^\n||big.com^\n@@||good.big.com^\n';
    const names = ['early.com', 'late.com', 'big.com', 'bad.big.com', 'good.big.com'];
    assert.deepEqual(await findAfter(text, names), {
      'early.com': '',
      'late.com': '',
      'big.com': 'high itself',
      'bad.big.com': 'high *.big.com',
      'good.big.com': '',
    });
    const zone = '$TTL 60\ngood.com CNAME .\n*.good.com CNAME .\ngood.com CNAME rpz-passthru.\n';
    const expected = { 'good.com': '', 'a.good.com': 'high *.good.com' };
    assert.deepEqual(await findAfter(zone, Object.keys(expected)), expected);
  });

  it('are decided by exceptions for names below them in either direction (RPZ)', async () => {
    const zone =
      '$TTL 60\n*.big.com CNAME .\n*.good.big.com CNAME rpz-passthru.\nbad.com CNAME .\n*.bad.com CNAME .\n*.bad.com CNAME rpz-passthru.\n';
    const expected = {
      'a.big.com': 'high *.big.com',
      'a.good.big.com': '',
      'bad.com': 'high itself',
      'a.bad.com': '',
    };
    assert.deepEqual(await findAfter(zone, Object.keys(expected)), expected);
  });

  it('and exceptions are those of the last version of a list', async () => {
    const names = ['a.big.com', 'good.big.com', 'fine.big.com', 'x.sub.old.com', 'late.com'];
    const before = '[Adblock]\n||big.com^\n@@||good.big.com^\n||old.com^\n||sub.old.com^\n||late.com^\n';
    assert.deepEqual(await findAfter(before, names), {
      'a.big.com': 'high *.big.com',
      'good.big.com': '',
      'fine.big.com': 'high *.big.com',
      'x.sub.old.com': 'high *.sub.old.com',
      'late.com': 'high itself',
    });
    const after = '[Adblock]\n||big.com^\n@@||fine.big.com^\n||old.com^\n||late.com^\n@@||late.com^\n';
    assert.deepEqual(await findAfter(after, ['a.big.com', 'good.big.com', 'fine.big.com', 'late.com']), {
      'a.big.com': 'high *.big.com',
      'good.big.com': 'high *.big.com',
      'fine.big.com': '',
      'late.com': '',
    });
    assert.deepEqual(await findAfter('[Adblock]\n||big.com^\n', ['fine.big.com']), {
      'fine.big.com': 'high *.big.com',
    });
  });

  it('of a synced list retire, and its exceptions go', async () => {
    const list = { address: 'https://lists.example/rules.txt', title: 'Rules', risk: 'high' } as const;
    const names = ['good.big.com', 'x.sub.old.com', 'a.gone.com'];
    const sync = async (text: string, at: number): Promise<readonly string[]> => {
      const store = folder.open(() => at);
      const files = [new TextEncoder().encode(`[Adblock]\n${text}`)];
      const done = await refreshList(store, { ...list, files, state: { addresses: {} } }, () => at);
      store.close();
      assert.equal(done.busy, undefined);
      const reader = new StoreReader(folder.file());
      const found = names.map((name) =>
        reader
          .find(name)
          .filter(isKnown)
          .map(({ source, record }) => `${record.retired ? 'retired ' : ''}${source.range ?? 'itself'}`)
          .join(),
      );
      reader.close();
      return found;
    };
    const day = 86_400_000;
    const start = Date.UTC(2026, 5, 1);
    const rules = '||big.com^\n||old.com^\n';
    assert.deepEqual(await sync(`${rules}||sub.old.com^\n||gone.com^\n@@||good.big.com^\n`, start), [
      '',
      '*.sub.old.com',
      '*.gone.com',
    ]);
    // After the next sync, exceptions stay.
    assert.deepEqual((await sync(`${rules}||sub.old.com^\n||gone.com^\n@@||good.big.com^\n`, start + day))[0], '');
    assert.deepEqual(await sync(rules, start + 2 * day), ['*.big.com', '*.old.com', 'retired *.gone.com']);
  });

  it('go with their list, and those of others stay', async () => {
    const first = '[Adblock]\n||big.com^\n@@||good.big.com^\n';
    await findAfter(first, []);
    const store = folder.open();
    const bytes = new TextEncoder().encode('address=/big.com/0.0.0.0\n');
    await importInto(store, { name: 'other', bytes }, { source: { kind: 'import', name: 'other', risk: 'low' } });
    store.close();
    const sourcesOf = (name: string): string => {
      const reader = new StoreReader(folder.file());
      const names = reader.find(name).flatMap(({ source }) => source.name);
      reader.close();
      return names.toSorted().join();
    };
    assert.deepEqual(['good.big.com', 'bad.big.com'].map(sourcesOf), ['other', 'list,other']);
    const again = folder.open();
    const { id } = again.sources.list().find(({ name }) => name === 'list') ?? {};
    assert.ok(id);
    again.sources.remove(id);
    assert.deepEqual(
      again.sources.list().map(({ name, indicators }) => [name, indicators]),
      [['other', 1]],
    );
    again.close();
    assert.deepEqual(['good.big.com', 'bad.big.com', 'big.com'].map(sourcesOf), ['other', 'other', 'other']);
  });

  it('are found by walking up a name, at most eight labels', () => {
    const deep = `${'a.'.repeat(60)}evil.com`;
    assert.deepEqual(namesAbove('x.y.evil.com'), ['y.evil.com', 'evil.com']);
    assert.equal(namesAbove(deep).length, 8);
    assert.equal(namesAbove(deep).at(-1), 'evil.com');
    for (const other of ['203.0.113.9', '2001:db8::1', 'evil.com/path', 'com']) assert.deepEqual(namesAbove(other), []);
  });

  it('do not make a list one of that form, if most lines are plain', async () => {
    const list = await readListText(
      '198.51.100.0/24\nhttps://bad.com/kit\n203.0.113.9\n||com^\n||worse.com^\n',
      'mixed.txt',
    );
    assert.deepEqual(valuesOf(list), ['198.51.100.0/24', 'https://bad.com/kit', '203.0.113.9', 'worse.com']);
    const rules = await readListText('||one.com^\n||two.com^\n198.51.100.0/24\nhttps://bad.com/kit\n', 'rules.txt');
    assert.deepEqual(valuesOf(rules), ['one.com', 'two.com', '198.51.100.0/24', 'https://bad.com/kit']);
  });
});
