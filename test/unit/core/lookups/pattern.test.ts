import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { compileExpression, type SafeExpression } from '../../../../src/core/lookups/policy/expressionMatcher';
import { ExpressionError } from '../../../../src/core/lookups/policy/expressionParser';

/** The result of JavaScript's own engine; undefined if it backtracks for too long, as it may for nested repeats. */
function backtracked(source: string, flags: string, text: string): boolean | undefined {
  Object.assign(sandbox, { source, flags, text });
  try {
    return script.runInContext(sandbox, { timeout: 100 }) === true;
  } catch (error) {
    // An error of the other context is no instance of this one's Error.
    if (String(error).includes('timed out')) return undefined;
    throw error;
  }
}
const sandbox = createContext({});
const script = new Script('new RegExp(source, flags).test(text)');

describe('A pattern of the ignore list', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\.',
    '-',
    '[ab]',
    '[^a]',
    '[a-c-]',
    '\\d',
    '\\w',
    '\\W',
    '[\\d.]',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\x61',
  );
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '+?');
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.tuple(atom, quantifier).map(([one, times]) => (/^(?:\^|\$|\\b|\\B)$/i.test(one) ? one : one + times)),
      fc
        .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), quantifier)
        .map(([open, inner, times]) => `${open}${inner})${times}`),
    ),
    pattern: fc
      .array(
        fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((choices) => choices.join('|')),
  }));

  it('matches the same as JavaScript', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'c', '.', '-', '1', ' ', '_'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, fc.constantFrom('', 'i', 's'), (source, subject, flags) => {
        fc.pre(source !== '' && source.length < 200);
        const expected = backtracked(source, flags, subject);
        fc.pre(expected !== undefined);
        let pattern: SafeExpression | undefined;
        try {
          pattern = compileExpression(source, flags);
        } catch (error) {
          assert.ok(error instanceof ExpressionError && error.kind === 'tooManySteps');
        }
        fc.pre(pattern !== undefined);
        assert.equal(pattern.test(subject), expected, `/${source}/${flags} on ${subject}`);
      }),
      { numRuns: 3_000 },
    );
  }).timeout(20_000);

  it('returns where backtracking would not end', () => {
    const [source, subject] = ['(?:(?:a*)*)*b', 'a'.repeat(40)];
    assert.equal(backtracked(source, '', subject), undefined);
    assert.equal(compileExpression(source, '').test(subject), false);
  });

  for (const [source, flags, subject, expected] of [
    ['^proxy\\d{1,3}\\.', '', 'proxy12.lookups-test-2.com', true],
    ['\\.corp$', 'i', 'A.CORP', true],
    ['[^a]', 'i', 'A', false],
    ['^(?<name>a|bc)+$', '', 'abcbca', true],
    ['a{', '', 'a{', true],
    ['[\\]]', '', ']', true],
    ['\\u0061', '', 'a', true],
    ['[^]', '', 'x', true],
    ['[]', '', 'x', false],
  ] as const) {
    it(`/${source}/${flags} ${expected ? 'matches' : "doesn't match"} ${subject}`, () => {
      assert.equal(compileExpression(source, flags).test(subject), expected);
      assert.equal(new RegExp(source, flags).test(subject), expected);
    });
  }

  for (const source of ['(?=a)', '(?<!a)b', '(a)\\1', '\\p{L}', '(?i:a)']) {
    it(`is rejected if it can't be matched in linear time: ${source}`, () =>
      assert.throws(() => compileExpression(source, '')));
  }
});
