import assert from 'node:assert/strict';
import fc from 'fast-check';
import { selectHighlights } from '../../../../src/features/highlights/selectHighlights';
import type { Highlight } from '../../../../src/features/highlights/documentHighlights';
import { endOfLineLabel } from '../../../../src/features/highlights/highlightLabels';
import { lineChanges } from '../../../../src/features/highlights/editorHighlighter';

const highlight = (line: number, fields: Partial<Highlight> = {}): Highlight => ({
  line,
  start: 0,
  endLine: line,
  end: 5,
  value: 'a.lookups-test-1.com',
  risk: 'high',
  retired: false,
  ...fields,
});

describe('selectHighlights', () => {
  it('selects all highlights, or the visible and nearest ones if there are too many', () => {
    const all = Array.from({ length: 100 }, (_, line) => highlight(line));
    assert.equal(selectHighlights(all, [], 100), all);
    const chosen = selectHighlights(all, [{ from: 50, to: 60 }], 14).map(({ line }) => line);
    assert.deepEqual(chosen, [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61]);
  });

  it('selects the visible highlights of every part of a split editor, in order', () => {
    const lines = fc.uniqueArray(fc.nat(5_000), { maxLength: 200 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(lines, fc.nat(5_000), fc.nat(5_000), (all, one, other) => {
        const visible = [one, other].map((from) => ({ from, to: from + 20 }));
        const chosen = selectHighlights(
          all.map((line) => highlight(line)),
          visible,
          50,
        ).map(({ line }) => line);
        assert.equal(chosen.length, Math.min(50, all.length));
        assert.deepEqual(
          [...chosen].sort((a, b) => a - b),
          chosen,
        );
        const inView = all.filter((line) => visible.some(({ from, to }) => line >= from && line < to));
        if (inView.length <= 50) for (const line of inView) assert.ok(chosen.includes(line));
      }),
    );
  });
});

describe('The label at the end of a line', () => {
  it('names the most severe active indicator and the number of others', () => {
    const shown = (value: string): string => value.replace('.', '[.]');
    assert.equal(endOfLineLabel([highlight(1, { value: 'a.test' })], shown), 'a[.]test: High risk');
    const retired = highlight(1, { value: 'b.test', risk: 'critical', retired: true });
    assert.equal(endOfLineLabel([retired], shown), 'b[.]test: Critical risk · retired');
    const active = highlight(1, { value: 'c.test', risk: 'medium' });
    assert.equal(endOfLineLabel([retired, active], shown), 'c[.]test: Medium risk · and 1 more indicator');
    assert.equal(endOfLineLabel([], shown), '');
  });
});

describe('lineChanges', () => {
  it('returns replaced lines from the last to the first, for all line endings', () => {
    const change = (from: number, to: number, text: string) => ({
      range: { start: { line: from }, end: { line: to } },
      text,
    });
    assert.deepEqual(lineChanges([change(1, 1, 'x'), change(7, 9, ''), change(3, 3, 'a\r\nb\rc\nd')]), [
      { from: 7, to: 9, count: 1 },
      { from: 3, to: 3, count: 4 },
      { from: 1, to: 1, count: 1 },
    ]);
  });
});
