import assert from 'node:assert/strict';
import { incrementalFinder } from '../../../../src/core/indicators';
import { documentLines, hasCutLine, maxLineLength } from '../../../../src/features/highlights/documentLines';

/** A document with these lines. */
function documentOf(...lines: readonly string[]) {
  return { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? '' }) };
}

describe('Highlights in very long lines', () => {
  const gap = ' '.repeat(3_400);
  const line = Array.from({ length: 300 }, (_, at) => `lookups-test-${at}.com`).join(gap);

  it('are found as far as VS Code shows the line, and no indicator is split', () => {
    assert.ok(line.length > 1_000_000);
    const finder = incrementalFinder(documentLines(documentOf(line, 'x lookups-test-900.com')), { languageId: 'log' });
    assert.ok(finder.search(0, 2, () => false));
    assert.deepEqual(
      [...finder.occurrences(0, 2)].map(({ value }) => value),
      ['lookups-test-0.com', 'lookups-test-1.com', 'lookups-test-2.com', 'lookups-test-900.com'],
    );
  });

  it('are known to be incomplete where a line is longer', () => {
    const document = documentOf('short', 'x'.repeat(maxLineLength), line);
    assert.equal(hasCutLine(document), true);
    assert.equal(hasCutLine(document, [{ from: 0, to: 2 }]), false);
    assert.equal(hasCutLine(document, [{ from: 1, to: 9 }]), true);
  });
});
