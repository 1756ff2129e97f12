import assert from 'node:assert/strict';
import type { StoredSource } from '../../../../../src/core/records/sourceDetails';
import type { ImportResult } from '../../../../../src/core/store/protocol/protocol';
import { openQuestions } from '../../../../../src/features/sources/localData/importQuestion';

const result = (source: string, changes: Partial<ImportResult> = {}): ImportResult => ({
  source,
  format: 'list',
  kinds: {},
  unrated: 0,
  objects: 3,
  indicators: { added: 3, updated: 0, unchanged: 0 },
  threats: 0,
  feeds: 0,
  skipped: [],
  complete: true,
  ...changes,
});

const stored = (name: string, changes: Partial<StoredSource> = {}): StoredSource => ({
  id: 1,
  kind: 'import',
  name,
  indicators: 3,
  created: 1,
  asOf: 1,
  ages: false,
  details: {},
  ...changes,
});

/** The recommended answer with the names of the files. */
const asked = (results: readonly ImportResult[], sources: readonly StoredSource[]) =>
  openQuestions(results, sources).map(({ recommended, lists }) => [
    recommended,
    lists.map(({ source }) => source.name),
  ]);

describe('Questions after an import', () => {
  it('recommend that lists of Tor only describe', () => {
    const names = [
      'tor-exit-nodes.lst',
      'Tor exits',
      'torbulkexitlist.txt',
      'exit-addresses',
      'torrents.txt',
      'exits.txt',
    ];
    const results = names.map((name) => result(name, { unrated: 1 }));
    assert.deepEqual(
      asked(
        results,
        names.map((name) => stored(name)),
      ),
      [
        ['high', names.slice(4)],
        ['informational', names.slice(0, 4)],
      ],
    );
  });

  it('are about lists with unrated entries, and block lists', () => {
    const results = [
      result('team.txt', { unrated: 3 }),
      result('hosts', { kinds: { blocklist: 3 } }),
      result('more.txt', { unrated: 1 }),
      result('both.csv', { unrated: 1, kinds: { blocklist: 2 } }),
    ];
    const sources = ['team.txt', 'hosts', 'more.txt', 'both.csv'].map((name) => stored(name));
    assert.deepEqual(asked(results, sources), [
      ['high', ['team.txt', 'more.txt', 'both.csv']],
      ['unknown', ['hosts']],
    ]);
  });

  it('are never about lists that say what something is, or rate all entries', () => {
    const results = [
      result('tor', { kinds: { informational: 3 } }),
      result('clouds.json', { kinds: { knownServices: 2, location: 1 } }),
      result('rated.csv', { kinds: { threats: 3 } }),
    ];
    assert.deepEqual(
      asked(
        results,
        ['tor', 'clouds.json', 'rated.csv'].map((name) => stored(name)),
      ),
      [],
    );
  });

  it('are asked once per file', () => {
    const results = [result('team.txt', { unrated: 3 })];
    assert.deepEqual(asked(results, [stored('team.txt', { details: { asked: true } })]), []);
    assert.deepEqual(asked(results, [stored('team.txt', { risk: 'high' })]), []);
    assert.deepEqual(asked(results, [stored('team.txt', { details: { asked: false } })]), [['high', ['team.txt']]]);
  });

  it('are not about what was not stored', () => {
    const results = [result('team.txt', { unrated: 3 })];
    assert.deepEqual(asked(results, []), []);
    assert.deepEqual(asked(results, [stored('team.txt', { indicators: 0 })]), []);
    assert.deepEqual(asked(results, [stored('team.txt', { kind: 'mirror' })]), []);
  });
});
