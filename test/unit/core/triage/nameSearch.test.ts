import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defang } from '../../../../src/core/indicators/identity/defang';
import { withoutDefanging } from '../../../../src/core/rows/rowText';
import { NameSearch } from '../../../../src/core/triage/nameSearch';

describe('A search of names', () => {
  it('finds the same names as looking into each', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.', '/'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), fc.nat(40), name, (names, first, typed) => {
        const wanted = typed.toLowerCase();
        const search = new NameSearch((row) => names[row] ?? '');
        // Rows are added while a triage reads.
        search.extend(Math.min(first, names.length));
        search.test(wanted);
        search.extend(names.length);
        const test = search.test(wanted);
        assert.deepEqual(
          names.map((_, row) => test(row)),
          names.map((each) => each.toLowerCase().includes(wanted)),
        );
      }),
    );
  });

  it('finds them in many blocks, and goes on where it stopped', () => {
    const count = 10_000;
    const search = new NameSearch((row) => `n${row}.lookups-test-1.com`);
    while (!search.extend(count, 0));
    const test = search.test('n9');
    const found = Array.from({ length: count }, (_, row) => row).filter((row) => test(row) === true);
    assert.deepEqual([found.length, found[0], found.at(-1)], [1_111, 9, 9_999]);
  });

  it('leaves names to others that are shown otherwise', () => {
    const names = ['bücher.example', 'https://a:b@lookups-test-1.com/', 'lookups-test-1.com'];
    const search = new NameSearch((row) => names[row] ?? '');
    search.extend(names.length);
    assert.deepEqual([0, 1, 2].map(search.test('shown')), [undefined, undefined, false]);
  });

  it('finds defanged names by each part of them, and leaves few to be looked at', () => {
    const names = [
      'http://site.example/a',
      'https://site.example/x?u=http://b.example',
      'ftp://site.example/ftp',
      'https://localhost/a.b',
      'https://localhost/[.]',
      'http://[2001:db8::1]:80/',
      'site.example',
      'box-xp.example',
      '2001:db8::1',
      '203.0.113.7',
    ];
    const search = new NameSearch((row) => names[row] ?? '');
    search.extend(names.length);
    for (const name of names)
      for (let from = 0; from < defang(name).length; from++)
        for (let to = from + 1; to <= defang(name).length; to++) {
          const typed = defang(name).slice(from, to);
          const test = search.test(typed);
          for (const [row, each] of names.entries()) {
            const isIn = [each, defang(each), withoutDefanging(defang(each))].some(
              (text) => text.includes(typed) || text.includes(withoutDefanging(typed)),
            );
            assert.ok((test(row) ?? isIn) === isIn, `“${typed}” in ${each}`);
          }
        }
    for (const typed of ['hxxp', 'hxxps:/', '[', '.]', 'site.example['])
      assert.ok(names.filter((_, row) => search.test(typed)(row) === undefined).length <= 4, typed);
  });
});
