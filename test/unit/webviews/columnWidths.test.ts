import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as indicatorTools from '../../../src/core/indicators';
import { importReport } from '../../../src/features/sources/localData/importReport';
import { RequestLogReport } from '../../../src/features/privacy/requestLogReport';
import type { ResultColumn } from '../../../src/webviews/messages/results';
import { resultColumns } from '../../../src/features/shared/panels/resultRows';
import { triageColumns } from '../../../src/features/triage/panel/triageRows';
import { columnWidths, narrowPanel } from '../../../src/webviews/results/columnWidths';

const columns = resultColumns('indicators').filter(({ shown }) => shown);
const fitted = (
  room: number,
  names: number,
  given: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> => columnWidths(columns, room, { given, names });

describe('Column widths', () => {
  it('truncate no column at the right edge, whatever the available width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 3000 }), fc.integer({ min: 0, max: 900 }), (room, names) => {
        const widths = fitted(room, names);
        let edge = 0;
        const edges = columns.map(({ id }) => (edge += widths[id] ?? 0));
        assert.ok(edges.includes(room), `${edges.join()} in ${room}`);
        assert.ok(Object.values(widths).every((width) => Number.isInteger(width) && width > 0));
      }),
    );
  });

  it('leave room beside the names in a narrow panel, since these stay in view, and show risks as icons', () => {
    const { name = 0, risk = 0 } = fitted(330, 400);
    assert.ok(name > 150 && name + risk < 280, `${name} + ${risk}`);
    assert.ok((fitted(330, 400).risk ?? 0) < 70);
    assert.ok((fitted(narrowPanel, 400).risk ?? 0) > 150);
  });

  it('fit names before other columns grow', () => {
    assert.ok((fitted(1200, 420).name ?? 0) >= 420);
    assert.ok((fitted(1600, 180).name ?? 0) < 400);
  });

  it('leave room for the location of a row, and no extra space for a column before the name', () => {
    const filled = new Set(['threats', 'context', 'state', 'seen']);
    const files = triageColumns(false, undefined, filled).filter(({ shown }) => shown);
    const edgeOf = (id: string, of: typeof files, room: number): number => {
      const widths = columnWidths(of, room, { given: {}, names: 900 });
      const at = of.findIndex((column) => column.id === id);
      return of.slice(0, at + 1).reduce((sum, column) => sum + (widths[column.id] ?? 0), 0);
    };
    for (const room of [430, 520, 640, 900]) assert.ok(edgeOf('where', files, room) <= room, `${room}`);
    const list = triageColumns(true, undefined, filled).filter(({ shown }) => shown);
    for (const room of [330, 440, 640, 1200]) {
      const widths = columnWidths(list, room, { given: {}, names: 900 });
      assert.ok((widths['state'] ?? 0) < 130, `${room}: ${widths['state']}`);
      assert.ok(edgeOf('name', list, room) <= room, `${room}`);
    }
  });

  it('shrink to their minimum if more columns of a report fit so, and do not widen times', () => {
    const log = new RequestLogReport().of([], indicatorTools).columns;
    const minimums = { time: { title: 60, content: 180 } };
    const edgeOf = (of: readonly ResultColumn[], id: string, room: number): number => {
      const widths = columnWidths(of, room, { given: {}, names: 400, minimums });
      const at = of.findIndex((column) => column.id === id);
      return of.slice(0, at + 1).reduce((sum, column) => sum + (widths[column.id] ?? 0), 0);
    };
    for (const room of [450, 468]) {
      assert.ok(edgeOf(log, 'destination', room) <= room, `${room}`);
      assert.ok(edgeOf(importReport({ at: 1, results: [] }, indicatorTools).columns, 'reason', room) <= room);
    }
    for (const room of [468, 900, 1600]) assert.equal(edgeOf(log, 'time', room), 180);
    assert.equal(edgeOf(log, 'result', 1600), 1600);
  });

  it('are those that the user set', () => {
    assert.deepEqual([fitted(1600, 420, { name: 90, risk: 60 }).name, fitted(330, 420, { risk: 100 }).risk], [90, 100]);
  });
});
