import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keyProblem } from '../../../src/features/connection/keyProblem';

describe('A key as typed', () => {
  it('may be empty, and may have blanks round it', () => {
    assert.equal(keyProblem(''), undefined);
    assert.equal(keyProblem('  abc-123_DEF.=/+  \n'), undefined);
  });

  it('holds no blanks, line breaks, foreign letters or addresses', () => {
    for (const text of ['ab cd', 'ab\r\ncd', 'schlüssel', 'k\u200bey', 'https://intel.example', 'x'.repeat(5000)]) {
      assert.match(keyProblem(text) ?? '', /\.$/, JSON.stringify(text.slice(0, 20)));
    }
  });

  it('that is accepted can stand in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (keyProblem(text) !== undefined) return true;
        return new Headers({ authorization: text.trim() }).get('authorization') === text.trim();
      }),
    );
  });
});
