import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  findIndicators,
  incrementalFinder,
  type LineOccurrence,
  type LineSource,
} from '../../../../../src/core/indicators/index';
import { languages, line } from './textArbitraries';

/** A document that can be edited and counts how often its lines are read. */
class Lines implements LineSource {
  read = 0;

  constructor(public lines: readonly string[]) {}

  get lineCount(): number {
    return this.lines.length;
  }

  line(index: number): string {
    this.read++;
    return this.lines[index] ?? '';
  }

  replace(from: number, to: number, lines: readonly string[]): void {
    this.lines = [...this.lines.slice(0, from), ...lines, ...this.lines.slice(to + 1)];
  }
}

const optionsOf = (languageId: string | undefined) => (languageId === undefined ? {} : { languageId });

/** The result of `findIndicators` for the whole text, by line and column. */
function expected(lines: readonly string[], languageId: string | undefined): LineOccurrence[] {
  const starts = lines.reduce<number[]>((all, text, index) => [...all, (all[index] ?? 0) + text.length + 1], [0]);
  const position = (offset: number): { readonly line: number; readonly column: number } => {
    const at = starts.findLastIndex((start) => start <= offset);
    return { line: at, column: offset - (starts[at] ?? 0) };
  };
  return findIndicators(lines.join('\n'), optionsOf(languageId)).map(({ start, end, ...found }) => ({
    ...found,
    line: position(start).line,
    start: position(start).column,
    endLine: position(end).line,
    end: position(end).column,
  }));
}

const edits = fc.array(
  fc.record({ at: fc.nat(), length: fc.nat(3), lines: fc.array(line, { minLength: 1, maxLength: 4 }) }),
  {
    maxLength: 6,
  },
);

describe('incrementalFinder', () => {
  it('tracks the end of a here document that loses its end and then its start', () => {
    const source = new Lines(['<<~END', 'a-site.com', 'END', 'b-site.com']);
    const finder = incrementalFinder(source, optionsOf('ruby'));
    const edit = (line: number, text: string): void => {
      source.replace(line, line, [text]);
      finder.applyEdit({ from: line, to: line, count: 1 });
      finder.search(0, source.lineCount);
      assert.deepEqual(finder.occurrences(0, source.lineCount), expected(source.lines, 'ruby'));
    };
    finder.search(0, source.lineCount);
    // Far enough below that it isn't searched again as context.
    source.replace(3, 3, [...Array.from({ length: 12 }, () => 'long '.repeat(30)), 'b-site.com']);
    finder.applyEdit({ from: 3, to: 3, count: 13 });
    edit(2, 'c-site.com');
    edit(0, '');
    edit(0, '<<~END');
    edit(2, '  END');
  });

  it('finds the same as a search of the whole text after any edits', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), edits, languages, (lines, changes, languageId) => {
        const source = new Lines(lines);
        const finder = incrementalFinder(source, optionsOf(languageId));
        const check = (): void => {
          assert.equal(finder.search(0, source.lineCount), true);
          assert.deepEqual(finder.occurrences(0, source.lineCount), expected(source.lines, languageId));
        };
        check();
        for (const { at, length, lines: put } of changes) {
          const from = at % source.lineCount;
          const to = Math.min(source.lineCount - 1, from + length);
          source.replace(from, to, put);
          finder.applyEdit({ from, to, count: put.length });
          check();
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('finds the same as a search of the whole text after Markdown fences are added and removed', () => {
    const fence = fc.constantFrom('```', '```ts', '~~~', '    ```', '> ```js', '``` a-site.com');
    const code = fc.constantFrom(
      'const a = user.name;',
      "fetch('cdn.a-site.io')",
      'x.open(y.zip)',
      'setup.py reads b-site.com',
      '',
      '`c-site.net` and `obj.call()`',
      '- hxxp://d-site[.]org/x',
      '// e-site.com',
      '"f-site.app"',
      'prose g-site.com.',
    );
    const text = fc.array(fc.oneof({ weight: 1, arbitrary: fence }, { weight: 12, arbitrary: code }), {
      minLength: 80,
      maxLength: 200,
    });
    const turns = fc.array(fc.tuple(fc.nat(), fc.boolean(), fence), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, turns, fc.constantFrom('markdown', 'mdx'), (lines, changes, languageId) => {
        const source = new Lines(lines);
        const finder = incrementalFinder(source, { languageId });
        finder.search(0, source.lineCount);
        for (const [at, comes, put] of changes) {
          const from = at % source.lineCount;
          const lines = comes ? [put, source.line(from)] : [put];
          source.replace(from, from, lines);
          finder.applyEdit({ from, to: from, count: lines.length });
          finder.search(0, source.lineCount);
          assert.deepEqual(finder.occurrences(0, source.lineCount), expected(source.lines, languageId));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('finds the same inside and outside a Markdown fence, where reports put indicators', () => {
    const within = ['```', ...Array.from({ length: 60 }, () => 'hxxp://d-site[.]org/x'), 'a-site.com user.name', '```'];
    const found = (lines: readonly string[]): readonly string[] =>
      expected(lines, 'markdown').map(({ value }) => value);
    assert.deepEqual(found(within), found(within.slice(1, -1)));
    assert.equal(found(within).includes('a-site.com'), true);
  });

  it('finds the same in parts, in any order', () => {
    const ranges = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), ranges, languages, (lines, parts, languageId) => {
        const finder = incrementalFinder(new Lines(lines), optionsOf(languageId));
        for (const [from, to] of parts) {
          finder.search(from, to);
          const all = expected(lines, languageId);
          assert.deepEqual(
            finder.occurrences(from, to),
            all.filter((found) => found.line >= from && found.line < to),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('searches only the requested lines, and a few lines after an edit', () => {
    const source = new Lines(
      Array.from({ length: 20_000 }, (_, i) => `${i} GET http://h${i}.lookups-test-1.com/a 200`),
    );
    const finder = incrementalFinder(source, { languageId: 'log' });
    finder.search(10_000, 10_060);
    assert.ok(source.read < 1_000, `${source.read} lines were read`);
    assert.equal(finder.occurrences(0, 20_000).length, 60);
    source.read = 0;
    source.replace(10_030, 10_030, ['two.lookups-test-1.com', 'three.lookups-test-1.com']);
    finder.applyEdit({ from: 10_030, to: 10_030, count: 2 });
    finder.search(10_000, 10_061);
    assert.ok(source.read < 200, `${source.read} lines were read`);
    assert.equal(finder.occurrences(10_000, 10_061).length, 61);
    assert.equal(finder.occurrences(10_031, 10_032)[0]?.value, 'three.lookups-test-1.com');
  });

  it('stops when requested, and continues from there', () => {
    const source = new Lines(Array.from({ length: 9_000 }, (_, i) => `${i} GET http://h${i}.lookups-test-1.com/a 200`));
    const finder = incrementalFinder(source, { languageId: 'log' });
    let rounds = 1;
    while (!finder.search(0, 9_000, () => true)) rounds++;
    assert.ok(rounds > 3, `${rounds} rounds`);
    assert.equal(finder.occurrences(0, 9_000).length, 9_000);
  });

  it('tracks strings from the top of the code, and notices when an edit above changes them', () => {
    const body = Array.from({ length: 300 }, (_, i) => `call(${i}, n.lookups-test-1.com)`);
    const source = new Lines(['start()', ...body]);
    const finder = incrementalFinder(source, { languageId: 'typescript' });
    finder.search(290, 301);
    assert.equal(finder.occurrences(0, 301).length, 0);
    source.replace(0, 0, ['/* start()']);
    finder.applyEdit({ from: 0, to: 0, count: 1 });
    finder.search(290, 301);
    assert.equal(finder.occurrences(290, 301).length, 11);
  });
});
