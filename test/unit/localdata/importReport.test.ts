import assert from 'node:assert/strict';
import * as indicators from '../../../src/core/indicators';
import type { ImportResult } from '../../../src/core/store/protocol';
import { defangText } from '../../../src/features/common/defangText';
import { formatImportSummary, formatImportReport, allSucceeded } from '../../../src/features/localdata/importReport';

function account(changes: Partial<ImportResult> = {}): ImportResult {
  return {
    source: 'report.json',
    format: 'stix',
    objects: 320,
    indicators: { added: 300, updated: 12, unchanged: 0 },
    threats: 2,
    feeds: 1,
    skipped: [],
    complete: true,
    ...changes,
  };
}

const defanged = (text: string): string => defangText(text, indicators);
const skipped = [
  { reason: { kind: 'patternObject', detail: 'file' } as const, count: 3, examples: ['lookups-test-1.com'] },
];

describe('The account of an import', () => {
  it('says in a sentence what was taken, what of it is new and what was left out', () => {
    assert.equal(formatImportSummary([account()]), '312 indicators taken from report.json, 300 of them new.');
    assert.match(formatImportSummary([account({ skipped })]), /; 3 entries left out\.$/);
    assert.match(formatImportSummary([account(), account()]), /^624 indicators taken from 2 files/);
  });

  it('tells a cancelled import from one that broke off', () => {
    const canceled = [account({ complete: false })];
    assert.match(formatImportSummary(canceled), /^Import cancelled\. 312 indicators/);
    assert.equal(allSucceeded(canceled), false);
    const broken = account({ complete: false, failure: { kind: 'truncated' } });
    assert.match(formatImportSummary([account(), broken]), /^report\.json broke off: The file is truncated\. 624/);
  });

  it('says plainly that nothing was taken, and why', () => {
    const nothing = { indicators: { added: 0, updated: 0, unchanged: 0 }, threats: 0, feeds: 0 };
    const unread = account({ ...nothing, objects: 0, complete: false, failure: { kind: 'invalidJson' } });
    assert.equal(formatImportSummary([unread]), 'Nothing was taken from report.json: It is not valid JSON.');
    assert.match(formatImportReport([unread], defanged), /Nothing was taken: It is not valid JSON\.$/m);
    assert.match(
      formatImportSummary([account(), unread]),
      /^Nothing was taken from report\.json: It is not valid JSON\. 312 /,
    );
    const empty = account({ ...nothing, objects: 0 });
    assert.equal(formatImportSummary([empty]), 'Nothing was taken from report.json: it is empty.');
    const useless = account({ ...nothing, objects: 3, skipped });
    assert.equal(formatImportSummary([useless]), 'Nothing was taken from report.json: 3 entries left out.');
    assert.equal(allSucceeded([useless]), false);
    assert.equal(allSucceeded([account({ skipped })]), true);
  });

  it('lists each reason with its number and defanged examples', () => {
    const text = formatImportReport([account({ skipped })], defanged);
    assert.match(text, /3 × Pattern for file/);
    assert.match(text, /lookups-test-1\[\.\]com/);
    assert.match(text, /2 threats, 1 feed/);
  });

  it('defangs the indicators in a pattern, and leaves the pattern as it is', () => {
    const examples = ["[file:hashes.'SHA-256' = 'ab'] AND [url:value LIKE 'http://lookups-test-1.com/%']"];
    const text = formatImportReport(
      [account({ skipped: [{ reason: { kind: 'notStored' }, count: 1, examples }] })],
      defanged,
    );
    assert.ok(
      text.includes("[file:hashes.'SHA-256' = 'ab'] AND [url:value LIKE 'hxxp://lookups-test-1[.]com/%']"),
      text,
    );
  });

  it('shows foreign text as text', () => {
    const text = formatImportReport([account({ source: 'a\u202egnp.json' })], defanged);
    assert.ok(text.includes('[U+202E]'));
  });
});
