import assert from 'node:assert/strict';
import type { MirrorState } from '../../../src/core/mirror/ports';
import type { SyncEnd, SyncStatus } from '../../../src/core/mirror/syncQueue';
import { mirrorReport } from '../../../src/features/mirror/mirrorReport';
import { type CollectionNode, collectionsBelow, mirrorTree } from '../../../src/features/mirror/mirrorTree';
import {
  collectionTreeItem,
  countedNodes,
  endMessage,
  endMessages,
  serverTreeItem,
  errorMessages,
} from '../../../src/features/mirror/mirrorLabels';
import { formatProgress, totalOf } from '../../../src/features/mirror/syncLabels';
import { dueOf, jittered } from '../../../src/features/mirror/schedule';

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

describe('the view “Local Mirrors”', () => {
  it('says how much is held and as of when', () => {
    const look = collectionTreeItem(only([state]), idle, undefined, now);
    assert.equal(look.description, '2 h ago · 1,204');
    assert.equal(look.spoken, 'Team feed, 1,204 indicators, as of 2 h ago');
    assert.equal(look.context, 'collection chosen idle');
    assert.match(look.tooltip.join('\n'), /1,500 objects, of which 20 are no longer in the collection/);
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

  it('says what is under way', () => {
    const serviceMessage = (status: SyncStatus): string =>
      collectionTreeItem(only([state]), status, undefined, now).description;
    const running = { kind: 'running', full: false, objects: 12_000, requests: 12 } as const;
    assert.equal(serviceMessage(running), 'syncing · 12,000');
    const limited = { ...running, objects: 0, waitingUntil: now + 40_000 };
    assert.equal(serviceMessage(limited), 'rate limit · 40 s');
    assert.equal(serviceMessage({ kind: 'paused', objects: 3_000 }), 'paused · 3,000');
    assert.equal(serviceMessage({ kind: 'paused' }), 'paused · 1,204');
    assert.equal(collectionTreeItem(only([]), { kind: 'paused' }, undefined, now).description, 'paused');
    assert.equal(serviceMessage({ ...running, objects: 0, retryReason: 'HTTP 500' }), 'trying again: HTTP 500');
    const down = { ...limited, retryReason: 'connection refused' };
    assert.equal(serviceMessage(down), 'retrying in 40 s');
    assert.equal(
      collectionTreeItem(only([state]), down, undefined, now).spoken,
      'Team feed, connection refused; asks again in 40 s',
    );
    const asks = { ...running, isWaitingForAnswer: true } as const;
    assert.equal(serviceMessage(asks), 'needs your answer');
    assert.match(collectionTreeItem(only([state]), asks, undefined, now).spoken ?? '', /waiting for your answer/);
    assert.equal(serviceMessage({ kind: 'waiting' }), 'waits');
    const behind = collectionTreeItem(only([state]), { kind: 'waiting', forOther: true }, undefined, now);
    assert.equal(behind.spoken, 'Team feed, waiting for another window to finish syncing it');
    assert.equal(serviceMessage({ kind: 'otherWindow' }), 'other window');
    const { spoken, tooltip } = collectionTreeItem(only([state]), limited, undefined, now);
    assert.equal(spoken, 'Team feed, rate limit reached; asks again in 40 s');
    assert.ok(tooltip.includes('Rate limit reached; asks again in 40 s.'));
    const daily = { ...limited, waitingUntil: now + 5 * 60_000, serviceMessage: 'Daily \u202elimit reached.' };
    const why = collectionTreeItem(only([state]), daily, undefined, now).tooltip.join('\n');
    assert.match(why, /Rate limit reached; asks again in 5 min, at \d\d:\d\d · “Daily \[U\+202E\]limit reached\.”/);
  });

  it('says how far a whole run has come where an earlier one tells, and no more than it knows', () => {
    const at = (objects: number, full = true, held = state): string =>
      collectionTreeItem(only([held]), { kind: 'running', full, objects, requests: 1 }, undefined, now).description;
    assert.equal(at(740), 'syncing · 50 %');
    assert.equal(at(1_480), 'syncing · 100 %');
    assert.equal(at(1_600), 'syncing · 1,600');
    assert.equal(at(740, false), 'syncing · 740');
    const first = Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'lastFull')) as typeof state;
    assert.equal(at(740, true, first), 'syncing · 740');
    const status: SyncStatus = { kind: 'running', full: true, objects: 740, requests: 1 };
    assert.equal(formatProgress(status, now, totalOf(only([state]), status)), '740 of about 1,480 objects');
  });

  it('says how much of a first sync is taken in, in the row, in its tooltip and in the report', () => {
    const node = only([{ ...state, objects: 100_000, waiting: 60_000 }]);
    const look = collectionTreeItem(node, idle, undefined, now);
    assert.deepEqual([look.description, look.icon], ['taking in · 40 %', 'sync~spin']);
    assert.match(
      look.tooltip.join('\n'),
      /Taking in 40,000 of 100,000 objects\.\n[^]*Hovers and records know all of it/,
    );
    assert.match(
      mirrorReport(node, undefined, { defangText: (text) => text }),
      /60,000 of them are still being taken in/,
    );
    const done = collectionTreeItem(only([{ ...state, waiting: 0 }]), idle, undefined, now);
    assert.equal(done.description, '2 h ago · 1,204');
  });

  it('keeps what is held in sight when a sync failed, and says why above the lines; a cancel is no failure', () => {
    const error = 'intel.example rejected this user and key (HTTP 401).';
    const node = only([{ ...state, error }]);
    const look = collectionTreeItem(node, idle, undefined, now);
    assert.equal(look.description, 'failed · 2 h old · 1,204');
    assert.equal(look.icon, 'sync-ignored');
    assert.ok(look.tooltip.includes(error));
    const statusOf = (): SyncStatus => idle;
    assert.equal(
      errorMessages([node, node], statusOf, () => undefined),
      `“Team feed”: ${error}`,
    );
    const canceled = only([{ ...state, error: 'Cancelled.' }]);
    assert.equal(collectionTreeItem(canceled, idle, undefined, now).icon, 'database');
  });

  it('counts collections as collections and lists as lists', () => {
    const [collection, list] = [{ isList: false }, { isList: true }];
    assert.equal(countedNodes([collection, collection]), '2 collections');
    assert.equal(countedNodes([list]), '1 list');
    assert.equal(countedNodes([list, collection]), '2 collections and lists');
  });

  it('shows text of servers without control characters or tricks of direction', () => {
    const bad = { ...server, title: 'Feed\u202E', collections: [] };
    const [node] = mirrorTree({ servers: [bad], lists: [] }, []);
    assert.ok(node?.kind === 'server');
    assert.doesNotMatch(serverTreeItem(node).label, /\u202E/);
  });

  it('has roots where a server has several, and lists what is held although nobody syncs it any more', () => {
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

  it('tells what a run came to', () => {
    const counts = { added: 120, changed: 3, unchanged: 7, stale: 2, skipped: 0 };
    const skipped = [
      { reason: { kind: 'patternObject', detail: 'file' } as const, count: 2, example: '[file:name = 1]' },
    ];
    const base = { kind: 'ended', requests: 2, millis: 1_500, full: true } as const;
    const good: SyncEnd = { ...base, account: { state, counts, skipped }, complete: true };
    assert.equal(
      endMessage('Team feed', good),
      '“Team feed”: 120 objects added, 3 changed, 2 no longer there; 1,204 indicators in all.',
    );
    const long =
      'intel.example does not let this key read here. It says: “Your plan has ended.” TAXII needs a Pro plan.';
    const told = mirrorReport(only([{ ...state, error: long }]), undefined, { defangText: (text) => text });
    assert.match(told, /Trouble {6}intel\.example does .*“Your\n {13}plan has/);
    const broken = { ...state, error: 'Nothing answers at intel.example.' };
    const bad: SyncEnd = { ...base, account: { state: broken, counts, skipped: [] }, complete: false };
    assert.equal(endMessage('Team feed', bad), '“Team feed” is not up to date: Nothing answers at intel.example.');
    const mute: SyncEnd = { ...base, account: { state, counts, skipped: [] }, complete: false };
    assert.equal(endMessage('Team feed', mute), '“Team feed” is not up to date.');
    const other: SyncEnd = { kind: 'failed', sentence: 'There is no host intel.example.' };
    assert.deepEqual(
      endMessages([
        { title: 'A', end: bad },
        { title: 'B', end: other },
        { title: 'C', end: bad },
      ]),
      ['“A”, “C” are not up to date: Nothing answers at intel.example.', '“B”: There is no host intel.example.'],
    );
    const report = mirrorReport(only([state]), good, { defangText: (text) => text });
    assert.match(report, /2 × Pattern for file, not a domain, IP address, or URL\n {6}\[file:name = 1\]/);
    assert.match(report, /of the whole collection, came to its end: 2 requests, 1\.5 s/);
    const title = `Feed ${'of many words '.repeat(12)}`.trim();
    const [heading = '', rule, ...rest] = mirrorReport(only([{ ...state, title }]), good, {
      defangText: (text) => text,
    }).split('\n');
    assert.ok(heading.length <= 60 && heading.endsWith('…'), heading);
    assert.equal(rule, '-'.repeat(heading.length));
    const rows = rest.slice(
      0,
      rest.findIndex((line) => line.startsWith('Collection')),
    );
    assert.equal(rows.map((line) => line.slice(13)).join(' '), title);
    assert.ok(rows.every((line) => line.length < 80));
  });
});

describe('regular syncs', () => {
  it('are due after the interval, counted from the last sync of any window and the last try of this one', () => {
    const of = (lastSync: number | undefined, lastTry?: number) => [{ key: 'a', lastSync, lastTry }];
    assert.deepEqual(dueOf(of(undefined), hour, now), ['a']);
    assert.deepEqual(dueOf(of(now - hour), hour, now), ['a']);
    assert.deepEqual(dueOf(of(now - hour + 1), hour, now), []);
    assert.deepEqual(dueOf(of(now - 5 * hour, now - 1_000), hour, now), []);
    assert.deepEqual(dueOf(of(now + hour), hour, now), ['a']);
  });

  it('stray from the interval by a tenth at most', () => {
    assert.deepEqual([jittered(100, 0), jittered(100, 0.5), jittered(100, 1)], [90, 100, 110]);
  });
});
