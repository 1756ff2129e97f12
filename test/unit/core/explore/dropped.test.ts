import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQueryFile } from '../../../../src/core/explore';
import { conditionAt } from '../../../../src/core/explore/editor/dropped';

/** The file after values were dropped at the mark `|`. */
function drop(marked: string, ...values: readonly string[]): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const condition = conditionAt(parseQueryFile(text), offset, values);
  return condition === undefined ? undefined : text.slice(0, offset) + condition + text.slice(offset);
}

describe('Indicators dropped into a query file', () => {
  it('become a query where there is none', () => {
    assert.equal(drop('|', 'a.com'), 'ioc=a.com');
    assert.equal(
      drop('### One\n|\n### Two\n', 'a.com', '5.6.7.8', 'a.com'),
      '### One\nioc=a.com or ioc=5.6.7.8\n### Two\n',
    );
    assert.equal(drop('# @limit 5\n|', 'http://a.com/x?y=(z)'), '# @limit 5\nioc="http://a.com/x?y=(z)"');
  });

  it('are connected with the terms around them', () => {
    assert.equal(drop('risk=high|', 'a.com'), 'risk=high and ioc=a.com');
    assert.equal(drop('risk=high |', 'a.com', 'b.com'), 'risk=high and (ioc=a.com or ioc=b.com)');
    assert.equal(drop('risk=high and |', 'a.com', 'b.com'), 'risk=high and (ioc=a.com or ioc=b.com)');
    assert.equal(drop('|risk=high', 'a.com'), 'ioc=a.com and risk=high');
    assert.equal(drop('not |', 'a.com', 'b.com'), 'not (ioc=a.com or ioc=b.com)');
    assert.equal(drop('(|) and risk=high', 'a.com'), '(ioc=a.com) and risk=high');
    assert.equal(drop('type=ip | risk=high', 'a.com'), 'type=ip and ioc=a.com and risk=high');
  });

  it('join other indicators with “or”, unless that would change what the others mean', () => {
    assert.equal(drop('ioc=x.com|', 'a.com', 'b.com'), 'ioc=x.com or ioc=a.com or ioc=b.com');
    assert.equal(drop('|\nioc=x.com', 'a.com'), 'ioc=a.com or\nioc=x.com');
    assert.equal(drop('risk=high and ioc=x.com |', 'a.com'), 'risk=high and ioc=x.com and ioc=a.com');
    assert.equal(drop('ioc=x.com | and risk=high', 'a.com'), 'ioc=x.com and ioc=a.com and risk=high');
  });

  it('are plain text in comments, titles, words, quotes, and values', () => {
    for (const text of ['# see |', '### Ti|tle', 'ri|sk=high', 'threat="a |b"', 'ioc=|', 'risk|=high'])
      assert.equal(drop(text, 'a.com'), undefined, text);
    assert.equal(drop('|', 'http://a.com/"*'), undefined);
    assert.equal(drop('|'), undefined);
  });

  it('have a line each if there are many', () => {
    const values = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.com`);
    assert.equal(drop('|', ...values), 'ioc=a.com\n  or ioc=b.com\n  or ioc=c.com\n  or ioc=d.com\n  or ioc=e.com');
  });

  it('never break a valid query', () => {
    const part = fc.constantFrom('risk=high', 'ioc=x.com', 'not type=ip', '(ioc=x.com or ioc=y.com)', 'threat="a (b"');
    const query = fc
      .tuple(part, fc.array(fc.tuple(fc.constantFrom(' and ', ' or ', '\nor\n', ' and not '), part), { maxLength: 4 }))
      .map(([first, more]) => first + more.map((each) => each.join('')).join(''))
      .filter((text) => parseQueryFile(text).queries[0]?.parsed.errors.length === 0);
    fc.assert(
      fc.property(query, fc.nat(), fc.array(fc.webUrl(), { minLength: 1, maxLength: 6 }), (text, at, values) => {
        const offset = at % (text.length + 1);
        const condition = conditionAt(parseQueryFile(text), offset, values);
        if (condition === undefined) return;
        const dropped = parseQueryFile(text.slice(0, offset) + condition + text.slice(offset)).queries[0];
        assert.deepEqual(dropped?.parsed.errors, [], dropped?.text);
      }),
      { numRuns: 500 },
    );
  });
});
