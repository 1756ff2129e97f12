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

describe('Import report', () => {
  it('summarizes what was imported, what is new, and what was skipped', () => {
    assert.equal(formatImportSummary([account()]), 'Imported 312 indicators from report.json (300 new).');
    assert.match(formatImportSummary([account({ skipped })]), / 3 entries were skipped\.$/);
    assert.match(formatImportSummary([account(), account()]), /^Imported 624 indicators from 2 files/);
  });

  it('distinguishes a canceled import from a failed one', () => {
    const canceled = [account({ complete: false })];
    assert.match(formatImportSummary(canceled), /^Import canceled\. Imported 312 indicators/);
    assert.equal(allSucceeded(canceled), false);
    const broken = account({ complete: false, failure: { kind: 'truncated' } });
    assert.match(
      formatImportSummary([account(), broken]),
      /^report\.json wasn't imported completely\. The file is truncated\. Imported 624/,
    );
  });

  it('says that nothing was imported, and why', () => {
    const nothing = { indicators: { added: 0, updated: 0, unchanged: 0 }, threats: 0, feeds: 0 };
    const unread = account({ ...nothing, objects: 0, complete: false, failure: { kind: 'invalidJson' } });
    assert.equal(formatImportSummary([unread]), "Nothing was imported from report.json. It isn't valid JSON.");
    assert.match(formatImportReport([unread], defanged), /Import failed: It isn't valid JSON\.$/m);
    assert.match(
      formatImportSummary([account(), unread]),
      /^Nothing was imported from report\.json\. It isn't valid JSON\. Imported 312 /,
    );
    const empty = account({ ...nothing, objects: 0 });
    assert.equal(formatImportSummary([empty]), 'Nothing was imported from report.json. It is empty.');
    const useless = account({ ...nothing, objects: 3, skipped });
    assert.equal(formatImportSummary([useless]), 'Nothing was imported from report.json. 3 entries were skipped.');
    assert.equal(allSucceeded([useless]), false);
    assert.equal(allSucceeded([account({ skipped })]), true);
  });

  it('lists each reason with its count and defanged examples', () => {
    const text = formatImportReport([account({ skipped })], defanged);
    assert.match(text, /3 × Pattern for file/);
    assert.match(text, /lookups-test-1\[\.\]com/);
    assert.match(text, /2 threats, 1 feed/);
  });

  it('defangs only the indicators in a pattern', () => {
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

  it('makes hidden characters visible', () => {
    const text = formatImportReport([account({ source: 'a\u202egnp.json' })], defanged);
    assert.ok(text.includes('[U+202E]'));
  });
});
