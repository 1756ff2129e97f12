import assert from 'node:assert/strict';
import { writeSyncError, type SyncError } from '../../../../src/core/sync/syncError';
import {
  fromStoredDescription,
  fromStoredNames,
  fromStoredOutcome,
  fromStoredSyncError,
  toStoredNames,
} from '../../../../src/core/store/sqlite/storedNames';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { storeFolder } from './builders';

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
        origin: place,
        end: current,
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

describe('fromStoredSyncError', () => {
  const cases: readonly (readonly [stored: string, current: SyncError])[] = [
    ['Cancelled.', { kind: 'canceled' }],
    ['The server goes round in circles: its pages bring nothing new and never end.', { kind: 'endlessPages' }],
    ['The server has not come to an end after 10000 pages.', { kind: 'tooManyPages', pages: 10_000 }],
    ['The server says that there is more, but gives neither a cursor nor a date to go on from.', { kind: 'noCursor' }],
    [
      'The server has more objects of one time than it puts on a page, and no cursor: those of the same time may be incomplete.',
      { kind: 'tooManyOfOneDate' },
    ],
    ['It is no longer mirrored.', { kind: 'notMirrored' }],
    ['intel.example was not reached.', { kind: 'message', message: 'intel.example was not reached.' }],
    ['"quoted"', { kind: 'message', message: '"quoted"' }],
    ['{"kind":"sizeLimit","maxBytes":1048576}', { kind: 'sizeLimit', maxBytes: 1_048_576 }],
  ];
  for (const [stored, current] of cases) {
    it(`reads “${stored}”`, () => {
      assert.deepEqual(fromStoredSyncError(stored), current);
      assert.deepEqual(fromStoredSyncError(writeSyncError(current)), current);
    });
  }

  const folder = storeFolder();

  it('is used for the mirrors of a store of an earlier version', () => {
    const store = folder.open();
    const open = Connection.open(folder.file(), { readOnly: false, busyMillis: 0 });
    for (const [index, [stored]] of cases.entries()) {
      const id = index + 1;
      open.run("INSERT INTO source (id, kind, name, created, as_of) VALUES (?, 'mirror', ?, 0, 0)", id, `Mirror ${id}`);
      open.run(
        'INSERT INTO mirror (source_id, server, root, collection, title, trouble) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, 'https://intel.example/taxii2/', 'https://intel.example/api/', `c${id}`, `Mirror ${id}`, stored],
      );
    }
    open.close();
    assert.deepEqual(
      store.mirrors.list().map(({ error }) => error),
      cases.map(([, current]) => current),
    );
  });
});
