import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { upTo, withoutTrailing } from '../../../src/core/text/ends';

/** Texts in which what is cut off stands at both ends and in the middle. */
const text = fc.string({ unit: fc.constantFrom('a', '.', '-', '_', ' ', '\n', '\u00a0', '”', '/', '?', '😀') });

describe('The ends of a text', () => {
  it('are cut as an expression with “+$” would cut them', () => {
    fc.assert(
      fc.property(text, (each) => {
        assert.equal(withoutTrailing(each, /[._-]/), each.replace(/[._-]+$/, ''));
        assert.equal(withoutTrailing(each, /[\s”]/), each.replace(/[\s”]+$/, ''));
        assert.equal(withoutTrailing(each, /\//), each.replace(/\/+$/, ''));
      }),
    );
  });

  it('are cut at the first mark as an expression with “.*$” would cut them', () => {
    fc.assert(fc.property(text, (each) => assert.equal(upTo(each, '?'), each.replace(/\?.*$/s, ''))));
  });
});
