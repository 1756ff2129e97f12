import assert from 'node:assert/strict';
import { parseIndicator } from '../../../../src/core/indicators';
import { itemsFor, queriesFor as queriesWith } from '../../../../src/features/largeLogs/promptForQuery';

describe('What is entered to be found in a log', () => {
  const queriesFor = (typed: string) => queriesWith(typed, parseIndicator);
  const first = (typed: string): unknown => queriesFor(typed)[0];

  it('have the most likely one first, although VS Code sorts them by what was typed', () => {
    /** As VS Code: labels with the text first, of these first those that end with it. */
    const rankOf = (label: string, typed: string): number =>
      !label.includes(typed) ? 2 : label.endsWith(typed) ? 0 : 1;
    for (const typed of [
      'a[.]example, 192.0.2.1 b.example',
      'a.example b.example',
      'a.example',
      'get 192.0.2.1',
      'x y',
    ]) {
      const items = itemsFor(typed, parseIndicator).map(({ label, query }) => ({ label: String(label), query }));
      const [shown] = items.toSorted((a, b) => rankOf(a.label, typed) - rankOf(b.label, typed));
      assert.deepEqual(shown?.query, first(typed), typed);
    }
  });

  it('is indicators if all of it are, separated in any way', () => {
    const values = ['lookups-test-1[.]com', '93.184.216.34', 'hxxp://lookups-test-2.com/a'];
    for (const by of [' ', ', ', '\n', ';'])
      assert.deepEqual(queriesFor(values.join(by)).slice(0, 2), [{ values }, { values, subdomains: true }]);
    assert.deepEqual(first('93.184.216.34'), { values: ['93.184.216.34'] });
    assert.equal(
      queriesFor('93.184.216.34').some(({ subdomains }) => subdomains === true),
      false,
    );
  });

  it('is text otherwise, or one text in each line', () => {
    assert.deepEqual(first('error code 7'), { values: ['error code 7'], isText: true });
    assert.deepEqual(first('error code\nlookups-test-1.com'), { values: ['error code', 'lookups-test-1.com'] });
    assert.deepEqual(queriesFor('  '), []);
  });

  it('can be text, any of several words, or a regular expression in any case', () => {
    const queries = queriesFor('10.0.0.1 GET');
    assert.ok(queries.some(({ values }) => values.length === 2));
    assert.equal(queries.filter(({ isRegex }) => isRegex === true).length, 2);
    assert.ok(queriesFor('lookups-test-1.com').some(({ isText }) => isText === true));
  });
});
