import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatFile, type FormatOptions, parseQueryFile, withEdits } from '../../../../src/core/explore';
import { fileText } from './fileTexts';
import { bareTree } from './trees';

const formatted = (text: string, options?: Partial<FormatOptions>): string =>
  withEdits(text, formatFile(parseQueryFile(text), options));

describe('formatFile', () => {
  const layouts: readonly (readonly [written: string, formatted: string])[] = [
    ['', ''],
    ['  \n\n', ''],
    ['risk=high', 'risk=high\n'],
    ['  RISK = high   AND Type!= ip', 'risk=high and type!=ip\n'],
    ['( a=1 or b=2 )and(c=3)', '(a=1 or b=2) and (c=3)\n'],
    ['not(a="x  y")', 'not (a="x  y")\n'],
    ['a! =b', 'a! =b\n'],
    ['threat= "Kit"# why  ', 'threat="Kit" # why\n'],
    ['a=1\nor (\nb=2\n# why\nand c=3\n)', 'a=1\n  or (\n    b=2\n    # why\n    and c=3\n  )\n'],
    ['###   Title  \n#@LIMIT   5\n\n\n\na=1\n\n\n###\nb=2', '### Title\n# @limit 5\n\na=1\n\n###\nb=2\n'],
    ['# a file\n  ### no divider\na=1', '# a file\n# ### no divider\na=1\n'],
    ['a=1 and (  b=2  \n   ###x\n c=2', 'a=1 and (  b=2\n   ###x\n c=2\n'],
  ];
  for (const [written, expected] of layouts) {
    it(`formats ${JSON.stringify(written)}`, () => assert.equal(formatted(written), expected));
  }

  it('breaks long lines before the outermost “and” or “or”', () => {
    assert.equal(
      formatted('a=11111111 and (b=22222222 or c=33333333) and d=4', { width: 30 }),
      'a=11111111\n  and (b=22222222\n    or c=33333333)\n  and d=4\n',
    );
  });

  it('keeps line endings and other sections', () => {
    assert.equal(formatted('a = 1\r\n###\r\nb=2', { eol: '\r\n' }), 'a=1\r\n\r\n###\r\nb=2\r\n');
    const text = 'a = 1\n\n###\nb = 2\n';
    const within = { start: text.indexOf('b'), end: text.indexOf('b') + 1 };
    assert.equal(withEdits(text, formatFile(parseQueryFile(text), {}, within)), 'a = 1\n\n###\nb=2\n');
  });

  it('is idempotent and keeps the meaning of queries', () => {
    fc.assert(
      fc.property(fileText, fc.constantFrom(20, 100), (text, width) => {
        const once = formatted(text, { width });
        assert.equal(formatted(once, { width }), once);
        const meaning = (of: string): unknown =>
          parseQueryFile(of)
            .queries.filter((query) => query.range !== undefined || query.separator !== undefined)
            .map(({ title, settings, parsed }) => [
              title,
              settings,
              bareTree(parsed.node)?.toString().toLowerCase(),
              parsed.errors.length,
            ]);
        assert.deepEqual(meaning(once), meaning(text));
      }),
      { numRuns: 3000 },
    );
  });
});
