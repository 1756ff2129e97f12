import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keyProblem } from '../../../../src/features/connection/connectFlow';

describe('An entered API key', () => {
  it('may be empty or surrounded by spaces', () => {
    assert.equal(keyProblem(''), undefined);
    assert.equal(keyProblem('  abc-123_DEF.=/+  \n'), undefined);
  });

  it('must not contain spaces, line breaks, non-ASCII characters, or URLs', () => {
    for (const text of ['ab cd', 'ab\r\ncd', 'schlüssel', 'k\u200bey', 'https://intel.example', 'x'.repeat(5000)]) {
      assert.match(keyProblem(text) ?? '', /\.$/, JSON.stringify(text.slice(0, 20)));
    }
  });

  it('fits in a header if it is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (keyProblem(text) !== undefined) return true;
        return new Headers({ authorization: text.trim() }).get('authorization') === text.trim();
      }),
    );
  });
});
