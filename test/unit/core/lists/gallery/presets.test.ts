import assert from 'node:assert/strict';
import { galleryPresets } from '../../../../../src/core/lists/gallery';
import entries from '../../../../../src/core/lists/gallery/presets.json';
import { readPreset } from '../../../../../src/core/lists/gallery/preset';
import { listKinds } from '../../../../../src/core/records/context';

const own = { name: 'Team list', url: 'https://intel.example/list.txt' };
const problemOf = (value: unknown) => {
  const read = readPreset(value);
  assert.ok(read.problem, 'no problem');
  return [read.problem.property, read.problem.problem];
};

describe('The gallery of public lists', () => {
  it('contains all of its entries, each of them valid and with its own ID and addresses', () => {
    assert.deepEqual(
      entries.flatMap((entry) => readPreset(entry).problem ?? []),
      [],
    );
    assert.deepEqual(
      galleryPresets.map(({ id }) => id),
      entries.map(({ id }) => id),
    );
    const addresses = galleryPresets.flatMap((preset) => preset.addresses);
    assert.equal(new Set(addresses).size, addresses.length);
    assert.equal(new Set(galleryPresets.map(({ id }) => id)).size, 23);
  });

  it('states for each list what it is, its license, its terms, its size, its rhythm, and when that was checked', () => {
    for (const {
      name,
      description,
      license,
      terms,
      bytes,
      entries: count,
      intervalMinutes,
      checked,
    } of galleryPresets) {
      assert.ok(description['de'] !== undefined && license?.['de'] !== undefined, name);
      assert.match(terms ?? '', /^https:/, name);
      assert.ok(bytes > 0 && count > 0 && intervalMinutes >= 60, name);
      assert.match(checked ?? '', /^\d{4}-\d\d-\d\d$/, name);
    }
  });

  it('rates only lists of malicious indicators, and needs a key for none', () => {
    for (const { name, kind, risk, addresses, key } of galleryPresets) {
      assert.ok(risk === undefined || kind === 'threats', name);
      assert.ok(
        addresses.every((address) => address.startsWith('https://') && !address.includes('{key}')),
        name,
      );
      assert.notEqual(key?.isRequired, true, name);
    }
    assert.deepEqual(new Set(galleryPresets.map(({ kind }) => kind)).size, listKinds.length - 1);
  });

  it('names a credit wherever a license requires one', () => {
    for (const { name, credit, creditRequired } of galleryPresets)
      assert.ok(creditRequired !== true || credit !== undefined, name);
    assert.ok(galleryPresets.some(({ id, creditRequired }) => id === 'drop-v4' && creditRequired === true));
  });
});

describe('An entry of the settings', () => {
  it('needs a name and an address; the rest has defaults', () => {
    const { preset } = { preset: undefined, ...readPreset(own) };
    assert.deepEqual(preset, {
      id: own.url,
      name: own.name,
      description: { en: own.name },
      kind: 'threats',
      addresses: [own.url],
      bytes: 0,
      entries: 0,
      intervalMinutes: 1_440,
      isDefaultInterval: true,
    });
  });

  it('may have a placeholder for a key in its address', () => {
    const read = readPreset({ ...own, url: 'https://intel.example/{key}/list.txt?k={key}' });
    assert.ok(read.problem === undefined);
    assert.deepEqual(read.preset.addresses, ['https://intel.example/{key}/list.txt?k={key}']);
  });

  it('is rejected with the property that is wrong', () => {
    assert.deepEqual(problemOf('list'), ['', 'object']);
    assert.deepEqual(problemOf({ url: own.url }), ['name', 'missing']);
    assert.deepEqual(problemOf({ name: 'x' }), ['url', 'missing']);
    for (const address of ['list.txt', 'file:///etc/hosts', 'http://intel.example/', 7])
      assert.deepEqual(problemOf({ ...own, url: address }), ['url', 'url']);
    for (const user of ['a:b', 'token', ':b'])
      assert.deepEqual(problemOf({ ...own, url: `https://${user}@intel.example/` }), ['url', 'credentials']);
    assert.deepEqual(problemOf({ ...own, urls: [] }), ['urls', 'url']);
    assert.deepEqual(problemOf({ ...own, type: 'evil' }), ['type', 'choice']);
    assert.deepEqual(problemOf({ ...own, risk: 9 }), ['risk', 'choice']);
    for (const intervalMinutes of [0, 1.5, '60', Infinity])
      assert.deepEqual(problemOf({ ...own, intervalMinutes }), ['intervalMinutes', 'number']);
    assert.deepEqual(problemOf({ ...own, credit: 'x'.repeat(301) }), ['credit', 'text']);
    assert.deepEqual(problemOf({ ...own, adress: 'x' }), ['adress', 'unknown']);
    const key = { from: 'https://intel.example/', url: own.url, auth: 'header', header: 'Host' };
    assert.deepEqual(problemOf({ ...own, key }), ['header', 'header']);
    assert.deepEqual(problemOf(JSON.parse('{"name":"x","url":"https://a.example/","__proto__":1}')), [
      '__proto__',
      'unknown',
    ]);
  });
});
