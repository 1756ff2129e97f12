import assert from 'node:assert/strict';
import fc from 'fast-check';
import { iocQuery, iocTerm, parseQuery } from '../../../src/core/explore';

describe('asking Explore for indicators by value', () => {
  it('joins them with or', () => {
    assert.equal(
      iocQuery(['a.example', '192.0.2.1', '2001:db8::1']),
      'ioc=a.example or ioc=192.0.2.1 or ioc=2001:db8::1',
    );
  });

  it('quotes what could be taken for something else', () => {
    assert.equal(iocTerm('http://a.example/?q=1&r=(2)#top'), 'ioc="http://a.example/?q=1&r=(2)#top"');
    assert.equal(iocTerm('https://a.example/path'), 'ioc=https://a.example/path');
  });

  it('has no words for a value that would be read as something else', () => {
    for (const value of ['http://a.example/*', 'http://a.example/"', 'http://a.example/\\x', 'a\nb', ''])
      assert.equal(iocTerm(value), undefined);
    assert.equal(iocQuery(['a.example', 'http://b.example/*']), undefined);
    assert.equal(iocQuery([]), undefined);
  });

  it('asks for exactly the values given, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string())),
        (values) => {
          const sayable = values.filter((value) => iocTerm(value) !== undefined);
          const query = iocQuery(sayable);
          if (query === undefined) return;
          const { node, errors } = parseQuery(query);
          assert.deepEqual(errors, []);
          const terms = node?.kind === 'or' ? node.operands : [node];
          assert.deepEqual(
            terms.map((term) => (term?.kind === 'term' ? term.value : undefined)),
            sayable,
          );
        },
      ),
    );
  });
});
