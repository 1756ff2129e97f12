import assert from 'node:assert/strict';
import type { MirrorState } from '../../../../src/core/sync/ports';
import type { SyncEnd, SyncStatus } from '../../../../src/core/sync/syncQueue';
import * as indicators from '../../../../src/core/indicators';
import { syncReport } from '../../../../src/features/sources/view/syncReport';
import { type CollectionNode, collectionsBelow, mirrorTree } from '../../../../src/features/sources/sourcesTree';
import {
  collectionTreeItem,
  endMessages,
  syncTitle,
  serverTreeItem,
  errorMessages,
} from '../../../../src/features/sources/mirrorLabels';
import { formatProgress, getTotal } from '../../../../src/features/sources/syncLabels';
import { strings } from '../../../../src/features/sources/strings';
import type { SyncError } from '../../../../src/core/sync/syncError';
import { t } from '../../../../src/l10n';
import { getDue, idleCollections, jittered } from '../../../../src/features/sources/sync/regularSyncs';
import { plain } from '../../../harness/plain';

const now = Date.UTC(2026, 5, 1, 12);
const hour = 3_600_000;
const root = 'https://intel.example/taxii2/api/';
const server = {
  address: 'https://intel.example',
  signIn: { kind: 'basic', user: 'taxii2' },
  collections: [{ id: 'c-1', root, title: 'Team feed' }],
} as const;
const state: MirrorState = {
  id: 1,
  server: server.address,
  root,
  collection: 'c-1',
  title: 'Team feed',
  name: 'Team feed',
  objects: 1_500,
  indicators: 1_204,
  stale: 20,
  lastSync: now - 2 * hour,
  lastFull: now - 48 * hour,
};

function only(states: readonly MirrorState[]): CollectionNode {
  const [node] = mirrorTree({ servers: [server], lists: [] }, states).flatMap(collectionsBelow);
  assert.ok(node);
  return node;
}

const idle: SyncStatus = { kind: 'idle' };

describe('View “Local Mirrors”', () => {
  it('shows how much is stored and how old it is', () => {
    const item = collectionTreeItem(only([state]), idle, undefined, now);
    assert.equal(item.description, '2 hours ago · 1,204');
    assert.equal(item.spoken, 'Team feed, 1,204 indicators, synced 2 hours ago');
    assert.equal(item.context, 'collection chosen idle');
    assert.match(item.tooltip.join('\n'), /1,500 objects\.\n20 objects are no longer in the collection/);
    assert.equal(collectionTreeItem(only([]), idle, undefined, now).description, 'not synced yet');
    const long = collectionTreeItem(
      only([{ ...state, title: 'Feed of the national team: domains' }]),
      idle,
      undefined,
      now,
    );
    assert.equal(long.label, 'Feed of the… domains');
    assert.equal(long.tooltip[0], 'Feed of the national team: domains');
  });

  it('shows the running sync', () => {
    const description = (status: SyncStatus): string =>
      collectionTreeItem(only([state]), status, undefined, now).description;
    const running = { kind: 'running', full: false, objects: 12_000, requests: 12 } as const;
    assert.equal(description(running), 'syncing · 12,000');
    const limited = { ...running, objects: 0, waitingUntil: now + 40_000 };
    assert.equal(description(limited), 'rate limit · 40 seconds');
    assert.equal(description({ kind: 'paused', objects: 3_000 }), 'paused · 3,000');
    assert.equal(description({ kind: 'paused' }), 'paused · 1,204');
    assert.equal(collectionTreeItem(only([]), { kind: 'paused' }, undefined, now).description, 'paused');
    assert.equal(
      description({ ...running, objects: 0, retryError: { kind: 'serverError', detail: '', status: 500 } }),
      'retrying: HTTP 500',
    );
    const down = { ...limited, retryError: { kind: 'connectionRefused', detail: '' } } as const;
    assert.equal(description(down), 'retrying in 40 seconds');
    assert.equal(
      collectionTreeItem(only([state]), down, undefined, now).spoken,
      'Team feed, Retrying in 40 seconds: connection refused.',
    );
    const asks = { ...running, isWaitingForAnswer: true } as const;
    assert.equal(description(asks), 'needs your response');
    assert.match(collectionTreeItem(only([state]), asks, undefined, now).spoken ?? '', /Respond to the notification/);
    assert.equal(description({ kind: 'waiting' }), 'waiting');
    const behind = collectionTreeItem(only([state]), { kind: 'waiting', forOther: true }, undefined, now);
    assert.equal(behind.spoken, 'Team feed, Waiting for another window to finish syncing');
    assert.equal(description({ kind: 'otherWindow' }), 'other window');
    const { spoken, tooltip } = collectionTreeItem(only([state]), limited, undefined, now);
    assert.equal(spoken, 'Team feed, Rate limit reached. Requests resume in 40 seconds.');
    assert.ok(tooltip.includes('Rate limit reached. Requests resume in 40 seconds.'));
    const daily = { ...limited, waitingUntil: now + 5 * 60_000, serviceMessage: 'Daily \u202elimit reached.' };
    const why = collectionTreeItem(only([state]), daily, undefined, now).tooltip.join('\n');
    assert.match(why, /Requests resume in 5 minutes \(.*\)\. Server message: “Daily \[U\+202E\]limit reached\.”/);
  });

  it('estimates the progress of a full sync by the last one, and makes no other estimate', () => {
    const at = (objects: number, full = true, stored = state): string =>
      collectionTreeItem(only([stored]), { kind: 'running', full, objects, requests: 1 }, undefined, now).description;
    assert.equal(at(740), 'syncing · 50%');
    assert.equal(at(1_480), 'syncing · 100%');
    assert.equal(at(1_600), 'syncing · 1,600');
    assert.equal(at(740, false), 'syncing · 740');
    const first = Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'lastFull')) as typeof state;
    assert.equal(at(740, true, first), 'syncing · 740');
    const status: SyncStatus = { kind: 'running', full: true, objects: 740, requests: 1 };
    assert.equal(formatProgress(status, now, getTotal(only([state]), status)), '740 of about 1,480 objects');
  });

  it('shows what is stored when a sync failed, and the error above the rows; canceling is not a failure', () => {
    const rejected = { kind: 'keyRejected', detail: '', hadKey: true, status: 401 } as const;
    const error: SyncError = { kind: 'request', host: 'intel.example', error: rejected };
    const message = 'intel.example rejected the user name and API key (HTTP 401).';
    const node = only([{ ...state, error }]);
    const item = collectionTreeItem(node, idle, undefined, now);
    assert.equal(item.description, 'failed · last sync 2 hours ago · 1,204');
    assert.equal(item.icon, 'sync-ignored');
    assert.ok(item.tooltip.includes(message));
    const statusOf = (): SyncStatus => idle;
    assert.equal(
      errorMessages([node, node], statusOf, () => undefined),
      `“Team feed”: ${message}`,
    );
    const other = { ...only([{ ...state, error: { kind: 'offline' } }]), key: 'other', title: 'Other' };
    assert.equal(
      errorMessages([node, other, other], statusOf, () => undefined),
      `“Team feed”: ${message} 2 more sources have problems.`,
    );
    const canceled = only([{ ...state, error: { kind: 'canceled' } }]);
    assert.equal(collectionTreeItem(canceled, idle, undefined, now).icon, 'database');
  });

  it('names what is synced: collections, lists or both', () => {
    const [collection, list] = [
      { isList: false, title: 'A' },
      { isList: true, title: 'B' },
    ];
    assert.equal(syncTitle([collection, collection]), strings.syncCollectionsTitle(2));
    assert.equal(syncTitle([list, list]), strings.syncListsTitle(2));
    assert.equal(syncTitle([list, collection]), 'Syncing 2 collections and lists');
    assert.equal(syncTitle([list]), 'Syncing “B”');
  });

  it('shows text of servers without control characters or changes of direction', () => {
    const bad = { ...server, title: 'Feed\u202E', collections: [] };
    const [node] = mirrorTree({ servers: [bad], lists: [] }, []);
    assert.ok(node?.kind === 'server');
    assert.doesNotMatch(serverTreeItem(node).label, /\u202E/);
  });

  it('has API roots where a server has several, and shows mirrors that are no longer synced', () => {
    const other = { id: 'c-2', root: 'https://intel.example/other/', title: 'Other' };
    const two = { ...server, collections: [...server.collections, other] };
    const left = { ...state, id: 2, server: 'https://gone.example', collection: 'c-9' };
    const [first, second] = mirrorTree({ servers: [two], lists: [] }, [state, left]);
    assert.ok(first?.kind === 'server');
    assert.deepEqual(
      first.children.map(({ kind }) => kind),
      ['root', 'root'],
    );
    assert.ok(second?.kind === 'server');
    assert.equal(serverTreeItem(second).context, 'server left');
    assert.equal(collectionsBelow(second)[0]?.isChosen, false);
  });

  it('shows the result of a sync', () => {
    const one = (end: SyncEnd): string => endMessages([{ title: 'Team feed', end }]).join();
    const counts = { added: 120, changed: 3, unchanged: 7, stale: 2, skipped: 0 };
    const skipped = [
      { reason: { kind: 'patternObject', detail: 'file' } as const, count: 2, example: '[file:name = 1]' },
    ];
    const base = { kind: 'ended', requests: 2, millis: 1_500, full: true } as const;
    const good: SyncEnd = { ...base, account: { state, counts, skipped }, complete: true };
    assert.equal(one(good), '“Team feed”: 120 objects added, 3 changed, and 2 removed (1,204 indicators in total).');
    const refused = { kind: 'connectionRefused', detail: '' } as const;
    const unreachable: SyncError = { kind: 'request', host: 'intel.example', error: refused };
    const broken = { ...state, error: unreachable };
    const bad: SyncEnd = { ...base, account: { state: broken, counts, skipped: [] }, complete: false };
    const message = "Can't reach intel.example: connection refused.";
    assert.equal(one(bad), strings.incomplete(['“Team feed”'], message));
    const mute: SyncEnd = { ...base, account: { state, counts, skipped: [] }, complete: false };
    assert.equal(one(mute), strings.incompleteUnknown(['“Team feed”']));
    const other: SyncEnd = { kind: 'failed', error: { kind: 'notMirrored' } };
    assert.deepEqual(
      endMessages([
        { title: 'A', end: bad },
        { title: 'B', end: other },
        { title: 'C', end: bad },
      ]),
      [`“A” and “C” aren't up to date: ${message}`, '“B”: No longer synced.'],
    );
    const at = '2026-01-01T00:00:00Z';
    const read = syncReport(only([{ ...state, watermark: at, after: at }]), good, indicators);
    assert.deepEqual(
      read.notices?.map(({ text }) => text),
      [strings.report.dateReadOnce(at)],
    );
    const report = syncReport(only([state]), good, indicators);
    assert.deepEqual(report.notices, []);
    assert.equal(report.summary, strings.report.completed(true));
    assert.deepEqual(plain(report.rows), [
      {
        key: 'patternObject file',
        name: '[file:name = 1]',
        plain: '[file:name = 1]',
        cells: { reason: 'Pattern for file, not a domain, IP address, or URL', count: '2' },
      },
    ]);
    const textOf = (label: string): string | undefined =>
      report.details?.find((detail) => detail.label === label)?.text;
    assert.equal(textOf(t('Requests')), '2 requests, 2 seconds');
    assert.equal(textOf(t('Changes')), strings.report.changes(120, 3, 7, 2));
    assert.equal(textOf(t('Removed')), strings.report.removedObjects(20));
  });
});

describe('The sync report', () => {
  it('shows times as times, and a long title truncated', () => {
    const title = `Feed ${'of many words '.repeat(40)}`.trim();
    const report = syncReport(only([{ ...state, title }]), undefined, indicators);
    assert.ok(report.title.length <= 300 && report.title.endsWith('…'), report.title);
    assert.ok(report.id.length <= 200);
    assert.deepEqual(
      report.details?.flatMap(({ at }) => at ?? []),
      [state.lastSync, state.lastFull],
    );
  });

  it('says what to do before a sync of this window, and if the collection is gone', () => {
    const report = syncReport(only([state]), undefined, indicators);
    assert.deepEqual(
      [report.summary, report.note, report.rows],
      [
        t('Not synced in this window yet.'),
        t('Changes and skipped objects are listed after the next sync in this window.'),
        [],
      ],
    );
    assert.equal(syncReport(undefined, undefined, indicators).summary, t('No longer synced.'));
  });

  it('defangs examples, and opens the records of indicators', () => {
    const skipped = [
      { reason: { kind: 'notDefanged' } as const, count: 1, example: 'http://lookups-test-1.com/a' },
      { reason: { kind: 'other' } as const, count: 4, example: 'see lookups-test-2.com\u202e' },
      { reason: { kind: 'noType' } as const, count: 1, example: '' },
    ];
    const counts = { added: 0, changed: 0, unchanged: 0, stale: 0, skipped: 6 };
    const end: SyncEnd = {
      kind: 'ended',
      requests: 1,
      millis: 1,
      full: false,
      complete: true,
      account: { state, counts, skipped },
    };
    const { rows, note } = syncReport(only([state]), end, indicators);
    assert.equal(note, strings.report.examplesOfSkipped(2, 6));
    assert.deepEqual(
      rows.map(({ name, open }) => [name, open?.kind]),
      [
        ['hxxp://lookups-test-1[.]com/a', 'indicator'],
        ['see lookups-test-2[.]com[U+202E]', undefined],
        ['–', undefined],
      ],
    );
  });

  it('shows no control characters of a server', () => {
    const { title } = syncReport(only([{ ...state, title: 'Feed\u202e' }]), undefined, indicators);
    assert.doesNotMatch(title, /\u202e/);
  });
});

describe('Regular syncs', () => {
  it('leave a collection whose sync ends while its state is read to the next check', async () => {
    let syncing = ['a', 'b'];
    const idle = await idleCollections({
      load: () => {
        syncing = ['b'];
        return Promise.resolve();
      },
      collections: () => ['a', 'b', 'c'].map((key) => ({ key, lastSync: undefined })),
      isIdle: (key) => !syncing.includes(key),
    });
    assert.deepEqual(idle, [{ key: 'c', lastSync: undefined }]);
  });

  it('are due after the interval, from the last sync of any window and the last try of this one', () => {
    const of = (lastSync: number | undefined, lastTry?: number) => [{ key: 'a', lastSync, lastTry }];
    assert.deepEqual(getDue(of(undefined), hour, now), ['a']);
    assert.deepEqual(getDue(of(now - hour), hour, now), ['a']);
    assert.deepEqual(getDue(of(now - hour + 1), hour, now), []);
    assert.deepEqual(getDue(of(now - 5 * hour, now - 1_000), hour, now), []);
    assert.deepEqual(getDue(of(now + hour), hour, now), ['a']);
  });

  it('differ from the interval by a tenth at most', () => {
    assert.deepEqual([jittered(100, 0), jittered(100, 0.5), jittered(100, 1)], [90, 100, 110]);
  });
});
