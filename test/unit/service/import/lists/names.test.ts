import assert from 'node:assert/strict';
import { isKnown } from '../../../../../src/core/records/knowledge';
import { StoreReader } from '../../../../../src/core/store/reader';
import { importInto } from '../../../../../src/service/import';
import { storeFolder } from '../../../core/store/builders';
import { readListText, valuesOf } from './reading';

describe('Rules of lists for names', () => {
  const folder = storeFolder();

  /** What is known about names after an import: the risk, and the names that a rule is for. */
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
