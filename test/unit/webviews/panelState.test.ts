import assert from 'node:assert/strict';
import { emptyRecord } from '../../../src/core/records/record';
import type { LinkRow, LinksLoaded, PanelView, RecordView, TableRow } from '../../../src/webviews/messages/record';
import {
  applyRequest,
  emptyState,
  partKey,
  type PanelState,
  applyHostMessage,
} from '../../../src/webviews/record/panelState';

function row(key: string): TableRow {
  return { group: 'meta', key, values: [[key]] };
}

function record(id: string, rows: readonly TableRow[], total: number): RecordView {
  return {
    kind: 'indicator',
    id,
    sourceKey: 'service https://intel.example',
    sources: [{ kind: 'service', name: 'intel.example' }],
    asOf: 0,
    from: 'https://intel.example',
    detail: 'full',
    record: emptyRecord('login-update.example', 'domain'),
    tables: [{ id: 'properties meta', kind: 'properties', group: 'meta', rows, total }],
    shortened: [],
    isTextCut: false,
  };
}

function panel(...records: readonly RecordView[]): PanelView {
  return {
    state: { subject: { kind: 'indicator', type: 'domain', value: 'login-update.example' }, back: [], forward: [] },
    visit: 0,
    value: 'login-update[.]example',
    type: 'Domain',
    buttons: [],
    notices: [],
    records: [...records],
    marked: [],
  };
}

function showing(...records: readonly RecordView[]): PanelState {
  return applyHostMessage(emptyState, { kind: 'show', panel: panel(...records) });
}

const other = { kind: 'indicator' as const, type: 'domain' as const, value: 'other.example' };

const link: LinkRow = { type: 'domain', value: 'a.example', risk: 'high', retired: false, details: [] };
const loaded: LinksLoaded = { count: 1, total: 2, unreadable: 0, more: 'yes', isWhole: false };

describe('The state of a record panel', () => {
  it('appends rows, and ignores duplicate and late ones', () => {
    const first = showing(record('r', [row('a')], 3));
    const rows = (state: PanelState, from: number, ...labels: readonly string[]): PanelState =>
      applyHostMessage(state, {
        kind: 'rows',
        record: 'r',
        table: 'properties meta',
        from,
        rows: labels.map(row),
        marked: [],
      });
    const second = rows(rows(rows(first, 1, 'b'), 1, 'b'), 2, 'c');
    assert.deepEqual(
      second.rows.get(partKey('r', 'properties meta'))?.map(({ key }) => key),
      ['b', 'c'],
    );
    assert.equal(rows(first, 2, 'c').rows.size, 0);
  });

  it('keeps loaded rows while their record is shown, and then drops them', () => {
    const one = applyHostMessage(showing(record('old', [], 0)), {
      kind: 'links',
      record: 'old',
      page: 0,
      rows: [link],
      marked: [],
      loaded,
      next: 1,
    });
    const again = applyHostMessage(one, { kind: 'show', panel: panel(record('old', [], 0)) });
    assert.equal(again.links.get('old')?.rows.length, 1);
    const elsewhere = { ...panel(record('new', [], 0)), visit: 1, state: { ...panel().state, subject: other } };
    const away = applyHostMessage(one, { kind: 'show', panel: elsewhere });
    assert.equal(away.links.size, 0);
    const back = applyHostMessage(away, { kind: 'show', panel: panel(record('old', [], 0)) });
    assert.equal(back.links.get('old')?.rows.length, 1, 'it is there again on the way back');
  });

  it('keeps links that required requests when the record is updated, and replaces them when they are reloaded', () => {
    const list = (free: boolean): RecordView['links'] => ({
      host: free ? undefined : 'intel.example',
      held: 0,
      areEarlier: false,
    });
    const page = { kind: 'links' as const, page: 0, rows: [link], marked: [], loaded };
    const after = (free: boolean): PanelState =>
      applyHostMessage(
        applyHostMessage(showing({ ...record('old', [], 0), links: list(free) }), { ...page, record: 'old' }),
        {
          kind: 'show',
          panel: panel({ ...record('new', [], 0), links: list(free) }),
        },
      );
    const rows = (state: PanelState): number | undefined => state.links.get('new')?.rows.length;
    assert.equal(rows(after(false)), 1);
    assert.equal(rows(after(true)), undefined, 'what is free comes again by itself');
    const second = applyHostMessage(after(false), { ...page, record: 'old', page: 1 });
    assert.equal(rows(second), 2, 'a page that was on its way finds its list');
    assert.equal(rows(applyHostMessage(second, { ...page, record: 'new' })), 1);
  });

  it('keeps a pending comparison when the record is updated by its own request', () => {
    const comparison = { changes: [], total: 0, hasPreviousScans: true };
    const waiting = applyRequest(showing(record('first', [], 0)), { kind: 'compare', record: 'first' });
    const reload = applyHostMessage(waiting, { kind: 'show', panel: panel(record('second', [], 0)) });
    const late = applyHostMessage(reload, { kind: 'compared', record: 'first', comparison, marked: [] });
    const again = applyHostMessage(late, { kind: 'show', panel: panel(record('third', [], 0)) });
    assert.equal(reload.compared.get('second'), 'pending');
    assert.deepEqual(again.compared.get('third'), { kind: 'compared', record: 'first', comparison, marked: [] });
    const elsewhere = { ...panel(record('third', [], 0)), visit: 1, state: { ...panel().state, subject: other } };
    const away = applyHostMessage(reload, { kind: 'show', panel: elsewhere });
    assert.equal(away.compared.size, 0);
    const back = applyHostMessage(away, { kind: 'show', panel: panel(record('second', [], 0)) });
    assert.equal(back.compared.size, 0, 'what was on its way was called off');
  });

  it('follows records by their source, whatever its displayed name', () => {
    const named = (id: string, sourceKey: string, source: string): RecordView => ({
      ...record(id, [], 0),
      sourceKey,
      sources: [{ kind: 'mirror', name: source }],
    });
    const comparison = { changes: [], total: 0, hasPreviousScans: true };
    const one = applyHostMessage(showing(named('a1', 'a', 'Lists'), named('b1', 'b', 'Lists')), {
      kind: 'compared',
      record: 'b1',
      comparison,
      marked: [],
    });
    const next = panel(named('a2', 'a', 'Lists'), named('b2', 'b', 'Renamed'));
    const { compared } = applyHostMessage(one, { kind: 'show', panel: next });
    assert.deepEqual([...compared.keys()], ['b2']);
  });

  it('loads links again that were loading when the panel showed another page', () => {
    const request = { kind: 'links', record: 'r', page: 0 } as const;
    const waiting = applyRequest(showing(record('r', [], 0)), request);
    const elsewhere = { ...panel(record('other', [], 0)), visit: 1, state: { ...panel().state, subject: other } };
    const away = applyHostMessage(waiting, { kind: 'show', panel: elsewhere });
    const back = applyHostMessage(away, { kind: 'show', panel: panel(record('r', [], 0)) });
    assert.equal(back.links.get('r')?.isLoading, false);
  });

  it('keeps loaded pages when the next one fails, and offers to retry', () => {
    const request = { kind: 'links', record: 'r', page: 1 } as const;
    const one = applyHostMessage(showing(record('r', [], 0)), {
      ...request,
      page: 0,
      rows: [link],
      marked: [],
      loaded,
      next: 1,
    });
    const waiting = applyRequest(one, request);
    assert.equal(waiting.links.get('r')?.isLoading, true);
    const error = { tone: 'warning' as const, text: "It can't be reached.", actions: [] };
    const failed = applyHostMessage(waiting, { ...request, rows: [], marked: [], loaded, error });
    assert.deepEqual(failed.links.get('r'), {
      isLoading: false,
      rows: [link],
      loaded,
      next: 1,
      error,
    });
  });

  it('keeps the marks of texts of its page, which come with the record and with later rows', () => {
    const first = applyHostMessage(emptyState, {
      kind: 'show',
      panel: { ...panel(record('r', [row('a')], 2)), marked: [['see a.example', ['see ', 'a[.]example']]] },
    });
    const second = applyHostMessage(first, {
      kind: 'rows',
      record: 'r',
      table: 'properties meta',
      from: 1,
      rows: [row('b')],
      marked: [['b.example', ['b[.]example']]],
    });
    assert.deepEqual([...second.marked.keys()], ['see a.example', 'b.example']);
  });
});
