import assert from 'node:assert/strict';
import { runnableQueries, queriesInSelection, parseQueryFile } from '../../../../src/core/explore';

const text = '# @limit 5\nrisk=high\n  or risk=critical\n### Second\n# @type threats\nfeed=a*\n###\n# nothing\n';
const file = parseQueryFile(text);

function meant(selected: string): unknown {
  const start = text.indexOf(selected);
  return queriesInSelection(file, { start, end: start + selected.length }).map((query) => [query.text, query.settings]);
}

describe('queriesInSelection', () => {
  it('returns the query at the cursor without a selection', () => {
    const cursor = (at: string) => queriesInSelection(file, { start: text.indexOf(at), end: text.indexOf(at) });
    assert.deepEqual(cursor('or risk')[0]?.text, 'risk=high or risk=critical');
    assert.deepEqual(cursor('### Second')[0]?.title, 'Second');
    assert.deepEqual(cursor('# nothing'), []);
  });

  it('returns the selected part with the settings of its query', () => {
    assert.deepEqual(meant('risk=critical'), [['risk=critical', { limit: 5 }]]);
    const [query] = queriesInSelection(file, { start: text.indexOf('feed'), end: text.indexOf('a*') });
    assert.equal(query?.errors[0]?.range.start, text.indexOf('feed'));
  });

  it('returns every query that the selection touches', () => {
    assert.deepEqual(meant('risk=critical\n### Second\n# @type threats\nfeed=a*'), [
      ['risk=critical', {}],
      ['feed=a*', { type: 'threats' }],
    ]);
  });

  it('returns the whole query if only spaces or comments are selected', () => {
    assert.deepEqual(meant('# @limit 5\n'), [['risk=high or risk=critical', { limit: 5 }]]);
  });

  it('skips sections without a query when all are requested', () => {
    assert.deepEqual(
      runnableQueries(file).map((query) => query.title),
      [undefined, 'Second'],
    );
  });
});
