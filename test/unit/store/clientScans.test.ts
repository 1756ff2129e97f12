import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Scan, ScanProgress } from '../../../src/core/scans/index';
import {
  fromStoredDescription,
  fromStoredNames,
  fromStoredOutcome,
  toStoredNames,
} from '../../../src/core/store/storedNames';
import { openReader } from '../../../src/core/store/reader';
import { storeFolder } from './builders';

const scan = (id: string, at: number, progress: ScanProgress): Scan => ({
  ...{ id, at, changed: at, address: 'https://lookups-test-1.com', host: 'lookups-test-1.com', remote: true },
  indicator: { type: 'domain', value: `${id}.lookups-test-2.com` },
  sent: { type: 'domain', value: `${id}.lookups-test-2.com` },
  ...{ kind: 'passive', store: false, progress },
});
const done: ProgressDone = { kind: 'done', risk: 'high', retired: false };
type ProgressDone = Extract<ScanProgress, { kind: 'done' }>;

describe('storedNames', () => {
  it('reads the results of a query as earlier versions stored them', () => {
    const stored = {
      found: { type: 'indicators', rows: [{ value: 'a.example', stamps: { added: 1 } }], left: 0, saysMore: true },
      warnings: [],
    };
    const finding = {
      found: {
        type: 'indicators',
        rows: [{ value: 'a.example', timestamps: { added: 1 } }],
        unreadable: 0,
        hasMore: true,
      },
      warnings: [],
    };
    assert.deepEqual(fromStoredNames(stored, 'finding'), finding);
    assert.deepEqual(toStoredNames(finding, 'finding'), stored);
    assert.deepEqual(fromStoredNames(finding, 'finding'), finding);
  });

  it('reads query runs as earlier versions stored them', () => {
    const place = { address: 'https://lookups-test-1.com', host: 'lookups-test-1.com', remote: true };
    const run = { id: '1', at: 1, query: 'risk=high', settings: {} };
    const by = { kind: 'reserved', what: 'address' };
    const ends: readonly (readonly [stored: object, current: object])[] = [
      [
        { kind: 'answered', millis: 1, count: 2, left: 0, mayBeCut: true },
        { kind: 'answered', millis: 1, count: 2, unreadable: 0, mayBeTruncated: true },
      ],
      [
        { kind: 'cancelled', millis: 1 },
        { kind: 'canceled', millis: 1 },
      ],
      [
        { kind: 'withheld', value: '10.1.2.3', by },
        { kind: 'blocked', value: '10.1.2.3', by },
      ],
      [
        { kind: 'trouble', millis: 1, trouble: { kind: 'keyRefused', said: 'No.' } },
        { kind: 'failed', millis: 1, error: { kind: 'keyRejected', serviceMessage: 'No.' } },
      ],
    ];
    for (const [stored, current] of ends) {
      assert.deepEqual(fromStoredNames({ ...run, place, end: stored }, 'queryRun'), {
        ...run,
        ...{ origin: place, end: current },
      });
      assert.deepEqual(toStoredNames({ ...run, origin: place, end: current }, 'queryRun'), {
        ...run,
        place,
        end: stored,
      });
    }
  });
});

describe('fromStoredDescription', () => {
  for (const [stored, what, subject] of [
    ['a.example', 'a.example', undefined],
    ['https://a.example/threat', 'https://a.example/threat', undefined],
    ['collections of the TAXII server', 'collections of the TAXII server', undefined],
    ['a.example, links, page 2', 'a.example', { kind: 'indicator', part: 'links', page: 2 }],
    ['indicator 12', '12', { kind: 'indicator', isId: true }],
    ['threat “Example “Kit””, summary', 'Example “Kit”', { kind: 'threat', part: 'summary' }],
    ['threat 5, links', '5', { kind: 'threat', isId: true, part: 'links' }],
    ['feed “Lists”', 'Lists', { kind: 'feed' }],
    ['list “Bad names”', 'Bad names', { kind: 'list' }],
    ['list https://a.example/x.txt', 'https://a.example/x.txt', { kind: 'list' }],
    ['collection “One (a)” (91a7b528)', 'One (a)', { kind: 'collection', collection: '91a7b528' }],
  ] as const) {
    it(`reads “${stored}”`, () => {
      assert.deepEqual(
        fromStoredDescription(stored),
        subject === undefined ? { what: [what] } : { what: [what], subject },
      );
    });
  }
});

describe('fromStoredOutcome', () => {
  for (const [stored, current] of [
    ['answered', { outcome: 'answered' }],
    ['notKnown', { outcome: 'notKnown' }],
    ['not known', { outcome: 'notKnown' }],
    ['in the queue', { outcome: 'queued' }],
    ['asked again', { outcome: 'retried' }],
    ['broken off', { outcome: 'interrupted' }],
    ['key refused', { outcome: 'keyRejected' }],
    ['key needed', { outcome: 'keyRequired' }],
    ['host name not found', { outcome: 'nameNotFound' }],
    ['not sent: bad base URL', { outcome: 'badBaseUrl' }],
    ['not sent: rate limit', { outcome: 'rateLimited', notSent: true }],
    ['2 of 3 known', { outcome: 'answered', known: 2 }],
    ['answered, 1 request', { outcome: 'answered', requests: 1 }],
    ['failed, 1,204 requests', { outcome: 'failed', requests: 1_204 }],
    ['canceled, 1.204 Anfragen', { outcome: 'canceled', requests: 1_204 }],
    ['constructor', { outcome: 'failed' }],
    ['Something else, entirely', { outcome: 'failed' }],
  ] as const) {
    it(`reads “${stored}”`, () => {
      assert.deepEqual(fromStoredOutcome(stored), current);
    });
  }
});

describe('The list of scans in the store', () => {
  const folder = storeFolder();
  const states = (store: ReturnType<typeof folder.open>): readonly string[] =>
    store.listScans().map(({ id, progress }) => `${id} ${progress.kind}`);

  it('persists, newest first', () => {
    const store = folder.open();
    store.saveScans([scan('a', 1, { kind: 'queued' }), scan('b', 2, { kind: 'waiting' })]);
    store.saveScans([scan('a', 1, { kind: 'processing', stage: 'dns' })]);
    assert.deepEqual(states(folder.open()), ['b waiting', 'a processing']);
  });

  it("doesn't let outdated windows reopen a finished scan, but allows news about an unclear one", () => {
    const store = folder.open();
    store.saveScans([scan('a', 1, { kind: 'canceled', sent: true }), scan('b', 2, { kind: 'unclear' })]);
    store.saveScans([scan('a', 1, { kind: 'processing' }), scan('b', 2, { kind: 'queued' })]);
    assert.deepEqual(states(store), ['b queued', 'a canceled']);
  });

  it('writes and reads the names of earlier versions', () => {
    const store = folder.open();
    const error = { kind: 'keyRejected', detail: '', hadKey: true } as const;
    store.saveScans([
      scan('a', 1, { kind: 'canceled', sent: true }),
      scan('b', 2, { kind: 'failed', error }),
      scan('c', 3, { kind: 'blocked', why: 'ignored' }),
      scan('d', 4, { kind: 'expired' }),
    ]);
    const connection = new DatabaseSync(folder.file());
    const bodies = connection
      .prepare('SELECT body FROM client_scan ORDER BY id')
      .all()
      .map(({ body }) => String(body));
    connection.close();
    const stored = bodies.map((body) => (JSON.parse(body) as { progress: object }).progress);
    const written = { kind: 'failed', trouble: { kind: 'keyRefused', detail: '', hadKey: true } };
    assert.deepEqual(stored, [
      { kind: 'cancelled', sent: true },
      written,
      { kind: 'withheld', why: 'ignored' },
      { kind: 'tooOld' },
    ]);
    assert.deepEqual(
      store.listScans().map(({ progress }) => progress),
      [
        { kind: 'expired' },
        { kind: 'blocked', why: 'ignored' },
        { kind: 'failed', error },
        { kind: 'canceled', sent: true },
      ],
    );
  });

  it('shows other windows by one key whether one of them scans', () => {
    const reader = openReader(folder.file(), { recheckMillis: 0 });
    assert.equal(reader.isLeased('scans'), false, 'there is no store yet');
    const store = folder.open();
    assert.equal(reader.isLeased('scans'), false);
    store.takeLease('scans', 10_000);
    assert.equal(reader.isLeased('scans'), true);
    const later = openReader(folder.file(), { now: () => Date.now() + 11_000 });
    assert.equal(later.isLeased('scans'), false, 'it ran out');
    later.close();
    store.releaseLease('scans');
    assert.equal(reader.isLeased('scans'), false);
    reader.close();
  });

  it('deletes what is removed or cleared, except running scans', () => {
    const store = folder.open();
    store.saveScans([scan('a', 1, done), scan('b', 2, { kind: 'queued' }), scan('c', 3, done)]);
    assert.equal(store.removeScans(['a', 'b']), 1);
    assert.deepEqual(states(store), ['c done', 'b queued']);
    store.clear(['scans']);
    assert.deepEqual(states(store), ['b queued']);
    assert.equal(store.summary().rows.find(({ kind }) => kind === 'scans')?.count, 1);
  });
});
