import assert from 'node:assert/strict';
import fc from 'fast-check';
import { iocQuery, iocTerm, parseQuery } from '../../../../src/core/explore';

describe('iocQuery', () => {
  it('joins indicators with “or”', () => {
    assert.equal(
      iocQuery(['a.example', '192.0.2.1', '2001:db8::1']),
      'ioc=a.example or ioc=192.0.2.1 or ioc=2001:db8::1',
    );
  });

  it('quotes ambiguous values', () => {
    assert.equal(iocTerm('http://a.example/?q=1&r=(2)#top'), 'ioc="http://a.example/?q=1&r=(2)#top"');
    assert.equal(iocTerm('https://a.example/path'), 'ioc=https://a.example/path');
  });

  it('rejects values that would be read differently', () => {
    for (const value of ['http://a.example/*', 'http://a.example/"', 'http://a.example/\\x', 'a\nb', ''])
      assert.equal(iocTerm(value), undefined);
    assert.equal(iocQuery(['a.example', 'http://b.example/*']), undefined);
    assert.equal(iocQuery([]), undefined);
  });

  it('queries exactly the given values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string())),
        (values) => {
          const expressible = values.filter((value) => iocTerm(value) !== undefined);
          const query = iocQuery(expressible);
          if (query === undefined) return;
          const { node, errors } = parseQuery(query);
          assert.deepEqual(errors, []);
          const terms = node?.kind === 'or' ? node.operands : [node];
          assert.deepEqual(
            terms.map((term) => (term?.kind === 'term' ? term.value : undefined)),
            expressible,
          );
        },
      ),
    );
  });
});
