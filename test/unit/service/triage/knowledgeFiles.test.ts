import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRows } from '../../../../src/core/rows/rowQuery';
import type { Triaged } from '../../../../src/core/triage/assess';
import { mergeTexts } from '../../../../src/core/triage/found';
import type { TextSummary } from '../../../../src/core/triage/triageMessages';
import { Jobs } from '../../../../src/service/jobs';
import { readText } from '../../../../src/service/triage';
import { KnowledgeFiles } from '../../../../src/service/triage/knowledgeFiles';
import { inThisThread } from '../../../harness/inThisThread';

const report = 'The actor used lookups-test-1[.]com and lookups-test-2[.]com, not example.net.\n';
const logLine = (at: number, name: string): string => `2025-03-04T10:00:0${at}Z 10.0.0.7 asked ${name}`;
const files: Readonly<Record<string, string>> = {
  'a-list.txt': 'lookups-test-1.com\nlookups-test-2.com\n',
  'b-report.md': report,
  'c-notes.md': 'Seen: lookups-test-2.com and lookups-test-9.com\n',
  'd-proxy.txt': [
    logLine(1, 'lookups-test-1.com'),
    logLine(2, 'lookups-test-1.com'),
    logLine(3, 'lookups-test-3.com'),
  ].join('\n'),
};
const names = Object.keys(files);
const context = {
  assessing: {
    settings: { mode: 'offline' as const, urls: 'hostOnly' as const, freshMillis: 0, notFoundMillis: 0, ignore: [] },
    answers: [],
  },
  rows: { files: names, hasOneFile: false, isFolding: false, entries: [] },
};

describe('Files that say what is known', () => {
  let folder = '';
  let jobs: Jobs;
  const worker = inThisThread({ run: (...job) => jobs.run(...job) });
  const path = (name: string): string => join(folder, name);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
    jobs = new Jobs({ storeFile: path('store.sqlite'), onNotice: () => undefined });
    for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
    await worker.import({ input: { path: path('b-report.md'), name: 'b-report.md' } });
    // A log that was imported once is still one.
    await worker.import({ input: { path: path('d-proxy.txt'), name: 'd-proxy.txt' } });
  });
  after(async () => {
    await jobs.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function triaged(knowledge?: 'leaveOut' | 'countLast') {
    const id = knowledge ?? 'all';
    await worker.triageOpen({ id, ...context });
    const kinds: TextSummary['kind'][] = [];
    for (const [text, name] of names.entries())
      kinds.push((await worker.triageText({ id, text, knowledge, input: { path: path(name), name } })).kind);
    await worker.triageFinish({ id });
    const wanted = { query: allRows, withFolded: true, from: 0, count: 100 };
    const rows = await worker.triageRows({ id, wanted });
    return { kinds, rows: rows.map(([, row]) => row) };
  }

  const row = (rows: readonly Triaged[], name: string): Triaged | undefined =>
    rows.find(({ indicator: { value } }) => value === name);
  const location = (found: Pick<Triaged, 'locations'> | undefined) => found?.locations.at(0);

  it("aren't counted: lists, and imports of the store", async () => {
    const { kinds, rows } = await triaged('leaveOut');
    assert.deepEqual(kinds, ['knowledge', 'knowledge', 'read', 'read']);
    const one = row(rows, 'lookups-test-1.com');
    assert.deepEqual([one?.lines, one?.files, location(one)?.file], [2, 1, 3]);
    assert.equal(row(rows, 'lookups-test-2.com')?.lines, 1);
  });

  it('are counted on request, and are never the first location of what is in a log', async () => {
    for (const knowledge of [undefined, 'countLast'] as const) {
      const { kinds, rows } = await triaged(knowledge);
      assert.deepEqual(new Set(kinds), new Set(['read']));
      const one = row(rows, 'lookups-test-1.com');
      assert.deepEqual([one?.lines, one?.files, location(one)], [4, 3, { file: 3, line: 1, column: 37 }]);
    }
    const { rows } = await triaged('countLast');
    assert.equal(location(row(rows, 'lookups-test-2.com'))?.file, 2);
  });

  it('have the same order where texts are merged at once', async () => {
    const knowledge = new KnowledgeFiles(path('store.sqlite'));
    const texts = await Promise.all(
      names.map((name) => {
        const input = { path: path(name), name };
        return readText(input, { isKnowledge: knowledge.testOf(input), countsKnowledge: true });
      }),
    );
    const found = mergeTexts(texts);
    const fileOf = (name: string) => location(found.find(({ indicator: { value } }) => value === name))?.file;
    assert.deepEqual([fileOf('lookups-test-1.com'), fileOf('lookups-test-2.com')], [3, 2]);
  });

  it('are recognized by path, or by name and content, as long as they are no logs', () => {
    const knowledge = new KnowledgeFiles(path('store.sqlite'));
    const isKnown = (name: string, text: string, at?: string): boolean =>
      knowledge.testOf({ name, path: at })(text, true);
    assert.ok(isKnown('other.md', 'Anything else\n', path('b-report.md')));
    assert.ok(isKnown('folder/B-Report.md', report));
    assert.equal(isKnown('b-report.md', 'Another case: lookups-test-7[.]com, lookups-test-8[.]com\n'), false);
    assert.equal(isKnown('copy.md', report), false);
    assert.equal(isKnown('d-proxy.txt', files['d-proxy.txt'] ?? '', path('d-proxy.txt')), false);
    assert.equal(new KnowledgeFiles(path('none.sqlite')).testOf({ name: 'b-report.md' })(report, true), false);
  });
});
