import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as indicatorTools from '../../../src/core/indicators';
import { importReport } from '../../../src/features/sources/localData/importReport';
import { RequestLogReport } from '../../../src/features/privacy/requestLogReport';
import type { ResultColumn } from '../../../src/webviews/messages/results';
import { resultColumns } from '../../../src/features/shared/panels/resultRows';
import { triageColumns } from '../../../src/features/triage/panel/triageRows';
import {
  type ColumnNeeds,
  columnWidths,
  largerNeeds,
  narrowPanel,
  withInView,
} from '../../../src/webviews/results/columnWidths';

const columns = resultColumns('indicators').filter(({ shown }) => shown);
const need = (most: number, all = most, title = 40) => ({ title, most, all });
const fitted = (
  room: number,
  names: number,
  given: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> => columnWidths(columns, room, { given, needs: { name: need(names) } });

const filled = new Set(['threats', 'clients']);
/** A triage of a log, with what its texts need. */
const triage = triageColumns(false, 'seconds', filled).filter(({ shown }) => shown);
const triageNeeds: ColumnNeeds = {
  risk: need(124),
  name: need(260, 420),
  lines: need(70),
  clients: need(120, 180),
  where: need(110, 140),
  from: need(165),
  to: need(165),
  threats: need(90, 150),
  sources: need(160, 400),
  why: need(140, 900),
  type: need(80),
};

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

  it('keep the column in view that rows are sorted by', () => {
    const idsAt = (room: number): readonly string[] =>
      withInView(columns, 'seen', room, { given: {}, needs: { name: need(300) } }).map(({ id }) => id);
    const all = columns.map(({ id }) => id);
    assert.deepEqual(idsAt(1_200), all);
    assert.deepEqual(idsAt(500).slice(0, 4), ['risk', 'name', 'seen', 'type']);
    assert.deepEqual(new Set(idsAt(500)), new Set(all));
    const widths = columnWidths(withInView(columns, 'seen', 500, { given: {} }), 500, { given: {} });
    assert.ok((widths['risk'] ?? 0) + (widths['name'] ?? 0) + (widths['seen'] ?? 0) <= 500);
  });

  it('show times without year and zone in a narrow panel, so that names are whole', () => {
    const columnsOfLog = new RequestLogReport().of([], indicatorTools).columns;
    const options = { given: {}, needs: { name: need(270), time: need(165) } };
    const { name = 0, time = 0 } = columnWidths(columnsOfLog, 400, options);
    assert.ok(time < 130 && name >= 270, `${time} ${name}`);
  });

  it('leave room beside the names in a narrow panel, since these stay in view, and show risks as icons', () => {
    const { name = 0, risk = 0 } = fitted(330, 400);
    assert.ok(name > 150 && name + risk < 280, `${name} + ${risk}`);
    assert.ok((fitted(330, 400).risk ?? 0) < 70);
    assert.ok((fitted(narrowPanel, 400).risk ?? 0) > 150);
  });

  it('have room for the clients of a log beside whole names at 500 pixels', () => {
    const room = 468;
    const needs = { ...triageNeeds, name: need(220, 420), lines: need(52), clients: need(118) };
    const widths = columnWidths(triage, room, { given: {}, needs });
    const { risk = 0, name = 0, lines = 0, clients = 0 } = widths;
    assert.ok(name >= 220 && clients >= 118 && risk + name + lines + clients <= room, JSON.stringify(widths));
  });

  it('fit names before other columns grow', () => {
    assert.ok((fitted(1600, 420).name ?? 0) >= 420);
    assert.ok((fitted(1600, 180).name ?? 0) < 400);
  });

  it('leave room for the location of a row, and no extra space for a column before the name', () => {
    const some = new Set(['threats', 'context', 'state', 'seen']);
    const files = triageColumns(false, undefined, some).filter(({ shown }) => shown);
    const edgeOf = (id: string, of: typeof files, room: number): number => {
      const widths = columnWidths(of, room, { given: {}, needs: { name: need(900) } });
      const at = of.findIndex((column) => column.id === id);
      return of.slice(0, at + 1).reduce((sum, column) => sum + (widths[column.id] ?? 0), 0);
    };
    for (const room of [430, 520, 640, 900]) assert.ok(edgeOf('where', files, room) <= room, `${room}`);
    const list = triageColumns(true, undefined, some).filter(({ shown }) => shown);
    for (const room of [330, 440, 640, 1200]) {
      const widths = columnWidths(list, room, { given: {}, needs: { name: need(900) } });
      assert.ok((widths['state'] ?? 0) < 130, `${room}: ${widths['state']}`);
      assert.ok(edgeOf('name', list, room) <= room, `${room}`);
    }
  });

  it('shrink to their minimum if more columns of a report fit so, and do not widen times', () => {
    const log = new RequestLogReport().of([], indicatorTools).columns;
    const needs = { name: need(400), time: need(180) };
    const edgeOf = (of: readonly ResultColumn[], id: string, room: number): number => {
      const widths = columnWidths(of, room, { given: {}, needs });
      const at = of.findIndex((column) => column.id === id);
      return of.slice(0, at + 1).reduce((sum, column) => sum + (widths[column.id] ?? 0), 0);
    };
    for (const room of [450, 468]) {
      assert.ok(edgeOf(log, 'result', room) <= room, `${room}`);
      assert.ok(edgeOf(importReport({ at: 1, results: [] }, indicatorTools).columns, 'reason', room) <= room);
    }
    for (const room of [468, 900, 1600]) assert.equal(edgeOf(log, 'time', room), 180);
    assert.equal(edgeOf(log, 'reason', 1600), 1600);
  });

  it('never cut numbers, times, and locations of columns in view, and give what is left to texts that are cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 520, max: 3000 }), (room) => {
        const widths = columnWidths(triage, room, { given: {}, needs: triageNeeds });
        for (const id of ['risk', 'lines', 'where', 'from', 'to'])
          assert.ok((widths[id] ?? 0) >= (triageNeeds[id]?.all ?? 0), `${id}: ${widths[id]} in ${room}`);
      }),
    );
    const wide = columnWidths(triage, 2400, { given: {}, needs: triageNeeds });
    assert.ok((wide['why'] ?? 0) > 500 && wide['sources'] === 400, JSON.stringify(wide));
    assert.deepEqual([wide['lines'], wide['from'], wide['threats']], [70, 165, 150]);
  });

  it('of content never need less than before, so that nothing jumps back', () => {
    const before = { name: need(200, 300), lines: need(70) };
    assert.deepEqual(largerNeeds(before, { name: need(180, 400, 60) }), { ...before, name: need(200, 400, 60) });
  });

  it('are those that the user set', () => {
    assert.deepEqual([fitted(1600, 420, { name: 90, risk: 60 }).name, fitted(330, 420, { risk: 100 }).risk], [90, 100]);
  });
});
