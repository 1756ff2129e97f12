import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maxHighlights } from '../../../../src/features/highlights/selectHighlights';
import type { Highlight } from '../../../../src/features/highlights/documentHighlights';
import {
  type Layers,
  maxOverlay,
  noLayers,
  arrangeLayers,
  addVisible,
} from '../../../../src/features/highlights/painter';

const highlight = (line: number, start = 0): Highlight => ({
  line,
  start,
  endLine: line,
  end: start + 5,
  value: 'a.lookups-test-1.com',
  risk: 'high',
  retired: false,
});
const marksIn = (from: number, to: number): readonly Highlight[] =>
  Array.from({ length: to - from }, (_, index) => highlight(from + index));
const linesOf = (highlights: readonly Highlight[]): readonly number[] => highlights.map(({ line }) => line);

/** Checks layers: each mark once, each line in one layer, not too many. */
function check({ base, overlay }: Layers): void {
  const all = [...base, ...overlay];
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.length <= maxHighlights, `${all.length} marks`);
  assert.ok(overlay.length <= maxOverlay, `${overlay.length} quick marks`);
  const lines = new Set(linesOf(base));
  assert.ok(overlay.every(({ line }) => !lines.has(line)));
}

describe('Highlight layers', () => {
  it('use only the base layer while there is room', () => {
    const highlights = marksIn(0, maxHighlights - maxOverlay);
    assert.deepEqual(arrangeLayers(highlights, [{ from: 0, to: 30 }]), { base: highlights, overlay: [] });
  });

  it('put the farthest highlights into the overlay if the limit is reached', () => {
    const { base, overlay } = arrangeLayers(marksIn(0, 3_000), [{ from: 0, to: 30 }]);
    assert.deepEqual([base.length, overlay.length], [maxHighlights - maxOverlay, maxOverlay]);
    assert.equal(base[0]?.line, 0);
    assert.equal(overlay[0]?.line, base.length);
  });

  it('send only the new highlights after scrolling', () => {
    const far = arrangeLayers(marksIn(0, 3_000), [{ from: 0, to: 30 }]);
    const inView = marksIn(2_500, 2_540);
    const now = addVisible(far, inView);
    assert.ok(now !== undefined);
    assert.equal(now.base, far.base);
    assert.deepEqual(now.overlay, inView);
  });

  it('keep highlights of earlier scrolling while there is room', () => {
    const first = addVisible(noLayers, marksIn(0, 50));
    const second = first && addVisible(first, marksIn(100, 150));
    assert.ok(second !== undefined);
    assert.equal(second.overlay.length, 100);
    assert.equal(addVisible(second, second.overlay.slice(60, 80)), second);
  });

  it('are rearranged if scrolling adds too many, or the rest of a line of the base layer', () => {
    assert.equal(addVisible(noLayers, marksIn(0, maxOverlay + 1)), undefined);
    assert.equal(addVisible({ base: [highlight(3)], overlay: [] }, [highlight(3, 10)]), undefined);
  });

  it('never remove highlights that stay in view', () => {
    const document = fc.array(fc.tuple(fc.nat(4_000), fc.nat(3)), { minLength: 1, maxLength: 1_800 }).map((places) => {
      const unique = new Map(places.map(([line, start]) => [`${line} ${start}`, highlight(line, start * 10)]));
      return [...unique.values()].sort((a, b) => a.line - b.line || a.start - b.start);
    });
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(4_000)), { maxLength: 12 });
    fc.assert(
      fc.property(document, steps, (highlights, all) => {
        let layers = noLayers;
        for (const [rests, from] of all) {
          const visible = [{ from, to: from + 40 }];
          const inView = highlights.filter(({ line }) => line >= from && line < from + 40);
          layers = (rests ? undefined : addVisible(layers, inView)) ?? arrangeLayers(highlights, visible);
          check(layers);
          const shown = new Set([...layers.base, ...layers.overlay]);
          assert.ok(inView.every((each) => shown.has(each)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
