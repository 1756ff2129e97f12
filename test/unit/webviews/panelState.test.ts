import assert from 'node:assert/strict';
import type { PanelView } from '../../../src/webviews/messages/record';
import type { LinkRowView, RecordView, RowView } from '../../../src/webviews/messages/recordParts';
import {
  applyRequest,
  emptyState,
  partKey,
  type PanelState,
  applyHostMessage,
} from '../../../src/webviews/record/state/panelState';

function row(label: string): RowView {
  return { label, key: label, values: [label] };
}

function record(id: string, rows: readonly RowView[], total: number): RecordView {
  return {
    id,
    sourceKey: 'service https://intel.example',
    source: 'intel.example',
    asOf: 0,
    facts: [],
    summaryOnly: false,
    now: 0,
    reasons: [],
    timestamps: [],
    threats: [],
    feeds: [],
    breakdowns: [],
    links: [],
    news: [],
    comments: [],
    skipped: [],
    redirects: { from: [], to: [] },
    sections: [{ id: 'meta', title: 'Page', rows: [...rows], total }],
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
  };
}

function showing(...records: readonly RecordView[]): PanelState {
  return applyHostMessage(emptyState, { kind: 'show', panel: panel(...records) });
}

const other = { kind: 'indicator' as const, type: 'domain' as const, value: 'other.example' };

const link: LinkRowView = {
  indicator: { text: 'a[.]example', open: { kind: 'indicator', type: 'domain', value: 'a.example' } },
  type: 'Domain',
  risk: { label: 'High risk', icon: 'error', color: 'high', level: 5 },
};

describe('The state of a record panel', () => {
  it('appends rows, and ignores duplicate and late ones', () => {
    const first = showing(record('r', [row('a')], 3));
    const rows = (state: PanelState, from: number, ...labels: readonly string[]): PanelState =>
      applyHostMessage(state, { kind: 'rows', record: 'r', section: 'meta', from, rows: labels.map(row) });
    const second = rows(rows(rows(first, 1, 'b'), 1, 'b'), 2, 'c');
    assert.deepEqual(
      second.rows.get(partKey('r', 'meta'))?.map(({ label }) => label),
      ['b', 'c'],
    );
    assert.equal(rows(first, 2, 'c').rows.size, 0);
  });

  it('keeps loaded rows while their record is shown, and then drops them', () => {
    const loaded = applyHostMessage(showing(record('old', [], 0)), {
      kind: 'links',
      record: 'old',
      list: 'links',
      page: 0,
      rows: [link],
      status: '1 of 2',
      more: { page: 1, label: 'Load more' },
    });
    const again = applyHostMessage(loaded, { kind: 'show', panel: panel(record('old', [], 0)) });
    assert.equal(again.links.get(partKey('old', 'links'))?.rows.length, 1);
    const elsewhere = { ...panel(record('new', [], 0)), visit: 1, state: { ...panel().state, subject: other } };
    const away = applyHostMessage(loaded, { kind: 'show', panel: elsewhere });
    assert.equal(away.links.size, 0);
    const back = applyHostMessage(away, { kind: 'show', panel: panel(record('old', [], 0)) });
    assert.equal(back.links.get(partKey('old', 'links'))?.rows.length, 1, 'it is there again on the way back');
  });

  it('keeps links that required requests when the record is updated, and replaces them when they are reloaded', () => {
    const list = (free: boolean): RecordView['links'] => [
      { id: 'links', title: 'Indicators', load: 'Load', pendingLabel: 'Asking…', free, held: 0 },
    ];
    const page = { kind: 'links' as const, list: 'links', page: 0, rows: [link], status: '1 loaded' };
    const after = (free: boolean): PanelState =>
      applyHostMessage(
        applyHostMessage(showing({ ...record('old', [], 0), links: list(free) }), { ...page, record: 'old' }),
        {
          kind: 'show',
          panel: panel({ ...record('new', [], 0), links: list(free) }),
        },
      );
    const rows = (state: PanelState): number | undefined => state.links.get(partKey('new', 'links'))?.rows.length;
    assert.equal(rows(after(false)), 1);
    assert.equal(rows(after(true)), undefined, 'what is free comes again by itself');
    const second = applyHostMessage(after(false), { ...page, record: 'old', page: 1 });
    assert.equal(rows(second), 2, 'a page that was on its way finds its list');
    assert.equal(rows(applyHostMessage(second, { ...page, record: 'new' })), 1);
  });

  it('keeps a pending comparison when the record is updated by its own request', () => {
    const comparison = { status: 'Nothing changed.', groups: [] };
    const waiting = applyRequest(showing(record('first', [], 0)), { kind: 'compare', record: 'first' });
    const reload = applyHostMessage(waiting, { kind: 'show', panel: panel(record('second', [], 0)) });
    const late = applyHostMessage(reload, { kind: 'compared', record: 'first', comparison });
    const again = applyHostMessage(late, { kind: 'show', panel: panel(record('third', [], 0)) });
    assert.equal(reload.compared.get('second'), 'pending');
    assert.deepEqual(again.compared.get('third'), { kind: 'compared', record: 'first', comparison });
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
      source,
    });
    const comparison = { status: 'Nothing changed.', groups: [] };
    const one = applyHostMessage(showing(named('a1', 'a', 'Lists'), named('b1', 'b', 'Lists')), {
      kind: 'compared',
      record: 'b1',
      comparison,
    });
    const next = panel(named('a2', 'a', 'Lists'), named('b2', 'b', 'Renamed'));
    const { compared } = applyHostMessage(one, { kind: 'show', panel: next });
    assert.deepEqual([...compared.keys()], ['b2']);
  });

  it('loads links again that were loading when the panel showed another page', () => {
    const request = { kind: 'links', record: 'r', list: 'links', page: 0 } as const;
    const waiting = applyRequest(showing(record('r', [], 0)), request);
    const elsewhere = { ...panel(record('other', [], 0)), visit: 1, state: { ...panel().state, subject: other } };
    const away = applyHostMessage(waiting, { kind: 'show', panel: elsewhere });
    const back = applyHostMessage(away, { kind: 'show', panel: panel(record('r', [], 0)) });
    assert.equal(back.links.get(partKey('r', 'links'))?.isLoading, false);
  });

  it('keeps loaded pages when the next one fails, and offers to retry', () => {
    const request = { kind: 'links', record: 'r', list: 'links', page: 1 } as const;
    const more = { page: 1, label: 'Load more' };
    const one = applyHostMessage(showing(record('r', [], 0)), {
      ...request,
      page: 0,
      rows: [link],
      status: '1 of 2',
      more,
    });
    const waiting = applyRequest(one, request);
    assert.equal(waiting.links.get(partKey('r', 'links'))?.isLoading, true);
    const error = { tone: 'warning' as const, text: "It can't be reached.", actions: [] };
    const failed = applyHostMessage(waiting, { ...request, rows: [], status: '1 of 2', error });
    assert.deepEqual(failed.links.get(partKey('r', 'links')), {
      isLoading: false,
      rows: [link],
      status: '1 of 2',
      more,
      error,
    });
  });
});
