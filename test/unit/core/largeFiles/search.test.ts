import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { indexFile } from '../../../../src/core/largeFiles/indexFile';
import { LineIndex } from '../../../../src/core/largeFiles/lineIndex';
import type { SearchQuery } from '../../../../src/core/largeFiles/matcher';
import { searchFile, type SearchHit } from '../../../../src/core/largeFiles/searchFile';
import { temporaryFolder } from './temporaryFolder';

describe('A search in a large file', () => {
  const folder = temporaryFolder();
  let files = 0;

  const search = (
    content: string | Buffer,
    query: Partial<SearchQuery> & { readonly text: string },
    { maxHits = 1_000, indexed = false } = {},
  ): { readonly matches: number; readonly hits: readonly SearchHit[] } => {
    const path = join(folder(), `${++files}.log`);
    writeFileSync(path, content);
    const index = new LineIndex();
    if (indexed)
      indexFile({ path }, ({ first, counts, bytes, lineFeeds }) => index.add(first, counts, bytes, lineFeeds));
    const hits: SearchHit[] = [];
    const { matches } = searchFile(
      {
        path,
        query: { isRegex: false, matchCase: false, ...query },
        maxHits,
        counts: indexed ? index.list() : undefined,
      },
      (progress) => hits.push(...progress.hits),
    );
    return { matches, hits };
  };

  /** The same by splitting the text. */
  const expected = (text: string, expression: RegExp): readonly (readonly [number, number])[] =>
    text
      .split('\n')
      .flatMap((line, number) => [...line.matchAll(expression)].map(({ index }) => [number, index] as const));

  it('finds every match with its line and column, in each mode', () => {
    const words = fc.constantFrom('evil', 'EVIL', 'ev', 'il', ' ', 'ü', '😀', 'e.il', '\n', '\r\n');
    const modes = fc.constantFrom(
      [{ text: 'evil', matchCase: true }, /evil/g],
      [{ text: 'evil' }, /evil/gi],
      [{ text: 'e.il', matchCase: true }, /e\.il/g],
      [{ text: 'e.il', isRegex: true }, /e.il/gi],
      [{ text: '[^x]*il', isRegex: true, matchCase: true }, /[^x]*il/g],
    ) as fc.Arbitrary<[SearchQuery, RegExp]>;
    const encodings = fc.constantFrom('utf8', 'utf16le') as fc.Arbitrary<BufferEncoding>;
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 60 }),
        modes,
        encodings,
        fc.boolean(),
        (all, mode, encoding, indexed) => {
          const [query, expression] = mode;
          const text = all.join('');
          const mark = encoding === 'utf8' ? '' : '\ufeff';
          const { hits, matches } = search(Buffer.from(mark + text, encoding), query, { indexed });
          const wanted = expected(text, expression);
          assert.deepEqual(
            hits.map(({ line, column }) => [line, column]),
            wanted,
          );
          assert.equal(matches, wanted.length);
        },
      ),
    );
  });

  it('numbers lines in later chunks, with an index and without', () => {
    const lines = Array.from(
      { length: 200_000 },
      (_, n) => `${n} GET /${n % 50_000 === 49_999 ? 'needle' : 'other'} ${'x'.repeat(40)}`,
    );
    for (const indexed of [false, true]) {
      for (const query of [
        { text: 'needle', matchCase: true },
        { text: 'NEEDLE' },
        { text: 'n[e]+dle', isRegex: true },
      ]) {
        const { hits } = search(lines.join('\n'), query, { indexed });
        assert.deepEqual(
          hits.map(({ line }) => line),
          [49_999, 99_999, 149_999, 199_999],
        );
      }
    }
  });

  it('counts matches beyond those that it lists', () => {
    const { hits, matches } = search('a\n'.repeat(5_000), { text: 'a' }, { maxHits: 10 });
    assert.equal(hits.length, 10);
    assert.equal(matches, 5_000);
  });

  it('shows the text around a match in a long line', () => {
    const line = `${'a'.repeat(5_000)}needle${'b'.repeat(5_000)}`;
    for (const matchCase of [true, false]) {
      const [hit] = search(`first\n${line}\n`, { text: 'needle', matchCase }).hits;
      assert.ok(hit);
      assert.deepEqual([hit.line, hit.column, hit.length], [1, 5_000, 6]);
      assert.match(hit.text, /^…a{80}needleb+…$/);
      assert.ok(hit.text.length < 320);
    }
  });

  it('finds matches at the end of a line of many megabytes', () => {
    const { hits } = search(Buffer.concat([Buffer.alloc(40 * 2 ** 20, 'x'), Buffer.from('needle\nnext needle\n')]), {
      text: 'needle',
      matchCase: true,
    });
    assert.deepEqual(
      hits.map(({ line, column }) => [line, column]),
      [
        [0, 40 * 2 ** 20],
        [1, 5],
      ],
    );
  });

  it('throws for an invalid expression', () => {
    assert.throws(() => search('text', { text: '(', isRegex: true }), SyntaxError);
  });
});
