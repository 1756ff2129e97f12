import assert from 'node:assert/strict';
import * as indicators from '../../../../src/core/indicators';
import { listKinds } from '../../../../src/core/records/context';
import type { MirrorState } from '../../../../src/core/sync/ports';
import { syncErrorMessage } from '../../../../src/core/sync/strings';
import { listId, type ListSubscription } from '../../../../src/core/sync/subscriptions';
import type { SyncError } from '../../../../src/core/sync/syncError';
import type { SyncEnd } from '../../../../src/core/sync/syncQueue';
import type { StoredSource } from '../../../../src/core/records/sourceDetails';
import { collectionTreeItem, endMessages, errorMessages } from '../../../../src/features/sources/mirrorLabels';
import { type CollectionNode, collectionsBelow, mirrorTree } from '../../../../src/features/sources/sourcesTree';
import { storedNodes } from '../../../../src/features/sources/view/sourceNodes';
import { sourceReport } from '../../../../src/features/sources/view/sourceReport';
import { reportTitle, syncReport } from '../../../../src/features/sources/view/syncReport';
import { storedTreeItem } from '../../../../src/features/sources/view/sourcesView';

const now = Date.UTC(2026, 5, 1, 12);
const address = 'https://lists.example/list.txt';
const state: MirrorState = {
  id: 1,
  server: address,
  root: address,
  collection: listId,
  title: 'Ours',
  name: 'Ours',
  objects: 0,
  indicators: 0,
  stale: 0,
  lastSync: now - 3_600_000,
};
const idle = { kind: 'idle' } as const;

function nodeOf(list: Partial<ListSubscription> = {}, stored: Partial<MirrorState> = {}): CollectionNode {
  const subscription = { address, title: 'Ours', signIn: { kind: 'none' }, ...list } as const;
  const [node] = mirrorTree({ servers: [], lists: [subscription] }, [{ ...state, ...stored }]).flatMap(
    collectionsBelow,
  );
  assert.ok(node);
  return node;
}

function sourceOf(given: Partial<StoredSource> = {}): StoredSource {
  return {
    id: 4,
    kind: 'import',
    name: 'list.csv',
    indicators: 3,
    created: now,
    asOf: now,
    ages: true,
    details: {},
    ...given,
  };
}

describe('Lists in the view “Sources”', () => {
  it('have an icon for each kind, before the first sync and after it', () => {
    const iconOf = (node: CollectionNode, source?: StoredSource): string =>
      collectionTreeItem(node, idle, undefined, now, source).icon;
    const before = listKinds.map((kind) => iconOf(nodeOf({ kind })));
    assert.equal(new Set(before).size, listKinds.length);
    assert.deepEqual(
      listKinds.map((kind) => iconOf(nodeOf(), sourceOf({ details: { kind } }))),
      before,
    );
    assert.deepEqual(
      listKinds.map((kind) => itemOf(sourceOf({ details: { kind } })).icon),
      before,
    );
    const [unknown, rated] = [iconOf(nodeOf()), iconOf(nodeOf({ risk: 'high' }))];
    assert.equal(before.includes(unknown), false);
    assert.equal(rated, before[listKinds.indexOf('threats')]);
    // The answer of the user counts more than the format.
    const described = sourceOf({ risk: 'high', details: { kind: 'blocklist', describes: 'informational' } });
    assert.equal(itemOf(described).icon, before[listKinds.indexOf('informational')]);
    assert.equal(itemOf(sourceOf()).icon, 'file');
    assert.equal(itemOf(sourceOf({ kind: 'sample' })).icon, 'beaker');
  });

  it('say what it means to be on them, as the rows of imports do', () => {
    const shown = (given: Partial<StoredSource>): string =>
      collectionTreeItem(nodeOf(), idle, undefined, now, sourceOf({ kind: 'mirror', ...given })).description;
    assert.match(shown({ risk: 'high' }), / · High risk$/);
    assert.equal(
      shown({ risk: 'high' }).split(' · ').at(-1),
      itemOf(sourceOf({ risk: 'high' }))
        .description.split(' · ')
        .at(-1),
    );
  });

  it('have a report that says whether the last sync failed', () => {
    const summaryOf = (end: Parameters<typeof syncReport>[1]): string => syncReport(nodeOf(), end, indicators).summary;
    assert.equal(summaryOf(undefined), 'Not synced in this window yet.');
    assert.equal(summaryOf({ kind: 'failed', error: { kind: 'offline' } }), 'Last sync in this window: failed');
    assert.equal(summaryOf({ kind: 'failed', error: { kind: 'canceled' } }), 'Last sync in this window: canceled');
  });

  it('of locations show their ranges', () => {
    const node = nodeOf({ kind: 'location' }, { ranges: 512_000 });
    const item = collectionTreeItem(node, idle, undefined, now);
    assert.match(item.description, /512,000$/);
    assert.match(item.spoken ?? '', /512,000 IP ranges, synced 1 hour ago/);
    assert.ok(item.tooltip.includes('512,000 IP ranges.'));
    assert.ok(syncReport(node, undefined, indicators).details?.some(({ text }) => text === '512,000 IP ranges'));
    const imported = sourceOf({ indicators: 0, details: { kinds: { location: 7 } } });
    assert.match(itemOf(imported).spoken ?? '', /7 IP ranges/);
    assert.equal(sourceReport(imported, indicators).summary, '7 IP ranges');
  });

  it('say that earlier entries were kept only if there are some', () => {
    const errors: readonly SyncError[] = [{ kind: 'emptyList' }, { kind: 'smallerList', bytes: 19, before: 90_000 }];
    for (const error of errors) {
      assert.doesNotMatch(syncErrorMessage(error), /kept/);
      const end: SyncEnd = { kind: 'failed', error };
      for (const [stored, keeps] of [
        [{}, false],
        [{ indicators: 3 }, true],
        [{ ranges: 3 }, true],
      ] as const) {
        const node = nodeOf({}, { ...stored, error });
        const shown: readonly string[] = [
          collectionTreeItem(node, idle, undefined, now).tooltip.join(' '),
          errorMessages(
            [node],
            () => idle,
            () => undefined,
          ),
          endMessages([{ title: 'Ours', end, state: node.state }]).join(' '),
          syncReport(node, end, indicators)
            .notices?.map(({ text }) => text)
            .join(' ') ?? '',
        ];
        for (const text of shown) assert.equal(/Earlier entries were kept\./.test(text), keeps, text);
      }
    }
    assert.equal(
      syncErrorMessage(errors[1] ?? { kind: 'offline' }),
      'The list shrank from 87.9 kB to 19 bytes and may be damaged.',
    );
  });

  it('name a host only for its own limit', () => {
    const until = Date.now() + 3_600_000;
    assert.match(syncErrorMessage({ kind: 'tooEarly', until, host: 'lists.example' }), /^lists\.example limits/);
    assert.match(
      syncErrorMessage({ kind: 'tooEarly', until }),
      /^This list can be downloaded once a day\. Next download: /,
    );
  });

  it('have a report that is named after what it is about', () => {
    const [stored] = storedNodes([sourceOf()]);
    assert.ok(stored);
    assert.equal(reportTitle(stored.id), 'Import Report');
    assert.equal(reportTitle(nodeOf().id), 'Source Report');
  });

  it('show the lines of skipped entries, and count unknown risks on their own', () => {
    const reason = { kind: 'noIndicator' } as const;
    const skipped = [
      { reason, count: 2, examples: ['x', 'y'], lines: [4, 0] },
      { reason: { kind: 'unknownRisk', detail: 'spicy' }, count: 3, examples: ['z'], lines: [9] },
    ] as const;
    const report = sourceReport(sourceOf({ details: { skipped } }), indicators);
    assert.deepEqual(
      report.rows.map(({ cells }) => cells['line']),
      ['4', undefined, '9'],
    );
    assert.ok(report.columns.some(({ id }) => id === 'line'));
    assert.equal(report.note, '2 entries were skipped. 3 entries have an unknown risk; the risk of the list applies.');
    const account = {
      state,
      skipped: [{ reason, count: 1, example: 'x', line: 12 }],
      counts: { added: 0, changed: 0, unchanged: 0, stale: 0, skipped: 1 },
    };
    const end = { kind: 'ended', account, requests: 1, millis: 1, complete: true, full: true } as const;
    assert.equal(syncReport(nodeOf(), end, indicators).rows[0]?.cells['line'], '12');
  });
});

const itemOf = (source: StoredSource) => storedTreeItem({ kind: 'stored', id: 'source 4', source }, now);
