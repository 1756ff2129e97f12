import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mostMarks } from '../../../src/features/marks/chooseMarks';
import type { Mark } from '../../../src/features/marks/documentMarks';
import { type Layers, mostQuick, noLayers, settled, withSight } from '../../../src/features/marks/layers';

const mark = (line: number, start = 0): Mark => ({
  ...{ line, start, endLine: line, end: start + 5, value: 'a.lookups-test-1.com', risk: 'high', retired: false },
});
const marksIn = (from: number, to: number): readonly Mark[] =>
  Array.from({ length: to - from }, (_, index) => mark(from + index));
const linesOf = (marks: readonly Mark[]): readonly number[] => marks.map(({ line }) => line);

/** What must hold of all layers: each mark once, each line in one layer, not too many. */
function check({ standing, quick }: Layers): void {
  const all = [...standing, ...quick];
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.length <= mostMarks, `${all.length} marks`);
  assert.ok(quick.length <= mostQuick, `${quick.length} quick marks`);
  const lines = new Set(linesOf(standing));
  assert.ok(quick.every(({ line }) => !lines.has(line)));
}

describe('the layers of marks', () => {
  it('are one while there is room for what a scroll brings', () => {
    const marks = marksIn(0, mostMarks - mostQuick);
    assert.deepEqual(settled(marks, [{ from: 0, to: 30 }]), { standing: marks, quick: [] });
  });

  it('leave the farthest marks to the quick layer where all room is taken', () => {
    const { standing, quick } = settled(marksIn(0, 3_000), [{ from: 0, to: 30 }]);
    assert.deepEqual([standing.length, quick.length], [mostMarks - mostQuick, mostQuick]);
    assert.equal(standing[0]?.line, 0);
    assert.equal(quick[0]?.line, standing.length);
  });

  it('send a scroll no more than what it brings', () => {
    const far = settled(marksIn(0, 3_000), [{ from: 0, to: 30 }]);
    const inSight = marksIn(2_500, 2_540);
    const now = withSight(far, inSight);
    assert.ok(now !== undefined);
    assert.equal(now.standing, far.standing);
    assert.deepEqual(now.quick, inSight);
  });

  it('keep what an earlier scroll brought while there is room', () => {
    const first = withSight(noLayers, marksIn(0, 50));
    const second = first && withSight(first, marksIn(100, 150));
    assert.ok(second !== undefined);
    assert.equal(second.quick.length, 100);
    assert.equal(withSight(second, second.quick.slice(60, 80)), second);
  });

  it('are shared out anew where a scroll brings too many, or the rest of a line that stands', () => {
    assert.equal(withSight(noLayers, marksIn(0, mostQuick + 1)), undefined);
    assert.equal(withSight({ standing: [mark(3)], quick: [] }, [mark(3, 10)]), undefined);
  });

  it('never take away what was in sight and is still, whatever happens', () => {
    const document = fc.array(fc.tuple(fc.nat(4_000), fc.nat(3)), { minLength: 1, maxLength: 1_800 }).map((places) => {
      const unique = new Map(places.map(([line, start]) => [`${line} ${start}`, mark(line, start * 10)]));
      return [...unique.values()].sort((a, b) => a.line - b.line || a.start - b.start);
    });
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(4_000)), { maxLength: 12 });
    fc.assert(
      fc.property(document, steps, (marks, all) => {
        let layers = noLayers;
        for (const [rests, from] of all) {
          const visible = [{ from, to: from + 40 }];
          const inSight = marks.filter(({ line }) => line >= from && line < from + 40);
          layers = (rests ? undefined : withSight(layers, inSight)) ?? settled(marks, visible);
          check(layers);
          const shown = new Set([...layers.standing, ...layers.quick]);
          assert.ok(inSight.every((each) => shown.has(each)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
