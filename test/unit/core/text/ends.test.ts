import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { substringBefore, trimTrailing } from '../../../../src/core/text/trim';

/** Texts with removable parts at both ends and in the middle. */
const text = fc.string({ unit: fc.constantFrom('a', '.', '-', '_', ' ', '\n', '\u00a0', '”', '/', '?', '😀') });

describe('The ends of a text', () => {
  it('are trimmed like a regular expression with “+$” does', () => {
    fc.assert(
      fc.property(text, (each) => {
        assert.equal(trimTrailing(each, /[._-]/), each.replace(/[._-]+$/, ''));
        assert.equal(trimTrailing(each, /[\s”]/), each.replace(/[\s”]+$/, ''));
        assert.equal(trimTrailing(each, /\//), each.replace(/\/+$/, ''));
      }),
    );
  });

  it('are removed from the first separator like a regular expression with “.*$” does', () => {
    fc.assert(fc.property(text, (each) => assert.equal(substringBefore(each, '?'), each.replace(/\?.*$/s, ''))));
  });
});
