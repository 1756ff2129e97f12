import assert from 'node:assert/strict';
import * as indicators from '../../../../../src/core/indicators';
import type { ImportResult } from '../../../../../src/core/store/protocol/protocol';
import {
  formatImportSummary,
  importReport,
  allSucceeded,
  type RatedResult,
} from '../../../../../src/features/sources/localData/importReport';
import { strings } from '../../../../../src/features/sources/localData/strings';
import { formatSkipReason } from '../../../../../src/core/records/problems/skipReason';
import { t } from '../../../../../src/l10n';

function account(changes: Partial<ImportResult> = {}): ImportResult {
  return {
    source: 'report.json',
    format: 'stix',
    kinds: {},
    unrated: 0,
    objects: 320,
    indicators: { added: 300, updated: 12, unchanged: 0 },
    threats: 2,
    feeds: 1,
    skipped: [],
    complete: true,
    ...changes,
  };
}

const reportOf = (...results: readonly RatedResult[]) => importReport({ at: 1, results }, indicators);
const skipped = [
  { reason: { kind: 'patternObject', detail: 'file' } as const, count: 3, examples: ['lookups-test-1.com'] },
];

describe('Import report', () => {
  it('summarizes what was imported, what is new, and what was skipped', () => {
    assert.equal(formatImportSummary([account()]), 'Imported 312 indicators from “report.json” (300 new).');
    assert.match(
      formatImportSummary([account({ skipped })]),
      / 3 entries were skipped: Pattern for file, not a domain, IP address, or URL\.$/,
    );
    assert.match(formatImportSummary([account(), account()]), /^Imported 624 indicators from 2 files/);
  });

  it('says which risk was assigned, by the entries themselves and by what the list means', () => {
    const summaryOf = (changes: Partial<RatedResult>) => formatImportSummary([{ ...account(), ...changes }]);
    const start = 'Imported 312 indicators from “report.json” (300 new).';
    assert.equal(summaryOf({ risks: { unknown: 312 }, meaning: 'high' }), `${start} Risk: high.`);
    assert.equal(
      summaryOf({ risks: { unknown: 2, medium: 10, critical: 300 }, meaning: 'medium' }),
      `${start} Risk: 300 critical and 12 medium.`,
    );
    // Entries that aren't rated, or only described, have no risk.
    assert.equal(summaryOf({ risks: { unknown: 312 }, meaning: 'unknown' }), start);
    assert.equal(summaryOf({ risks: { unknown: 312 }, meaning: 'informational' }), start);
    assert.equal(summaryOf({ risks: { unknown: 312 } }), start);
    const two = [
      { ...account(), risks: { unknown: 312 }, meaning: 'low' },
      { ...account(), risks: { high: 3 }, meaning: 'unknown' },
    ] as const;
    assert.match(formatImportSummary(two), / Risk: 3 high and 312 low\.$/);
  });

  it('names what the columns of a table were taken for, and why its entries have their risk', () => {
    const detailsOf = (changes: Partial<RatedResult>) =>
      (reportOf({ ...account({ format: 'csv' }), ...changes }).details ?? [])
        .slice(1)
        .map(({ label, text }) => `${label}: ${text ?? ''}`);
    assert.deepEqual(
      detailsOf({
        taken: [
          ['domain', 'value'],
          ['family', 'threat'],
          ['note\u202e', 'none'],
          ['', 'none'],
        ],
        unrated: 2,
        meaning: 'high',
      }),
      [
        'Columns: Indicator: domain · Threat: family · by name: note[U+202E] and Column 4',
        'Risk: There is no risk column. Entries without a risk are rated high if column “family” names a threat. ' +
          '2 entries use the setting of the list: High risk.',
      ],
    );
    assert.deepEqual(
      detailsOf({
        taken: [
          ['severity', 'risk'],
          ['', 'value'],
        ],
        meaning: 'unknown',
      }),
      ['Columns: Indicator: Column 2 · Risk: severity', 'Risk: Column “severity” contains the risk.'],
    );
    assert.deepEqual(detailsOf({ meaning: 'high' }), []);
  });

  it('counts rows with an unknown risk as imported', () => {
    const unknown = { reason: { kind: 'unknownRisk', detail: 'spicy' } as const, count: 4, examples: ['z.com,spicy'] };
    assert.equal(
      formatImportSummary([account({ skipped: [unknown] })]),
      'Imported 312 indicators from “report.json” (300 new). 4 entries have an unknown risk; the risk of the list applies.',
    );
    assert.match(
      reportOf(account({ skipped: [...skipped, unknown] })).summary,
      / 3 entries were skipped; .* 4 entries have/,
    );
  });

  it('counts ranges of location data, which are not indicators', () => {
    const locations = account({
      indicators: { added: 0, updated: 0, unchanged: 0 },
      threats: 0,
      feeds: 0,
      ranges: 700_000,
    });
    const sentence = 'Imported the locations of 700,000 IP ranges from “report.json”.';
    assert.equal(formatImportSummary([locations]), sentence);
    assert.equal(allSucceeded([locations]), true);
    assert.match(
      formatImportSummary([account(), locations]),
      /^Imported 312 indicators from 2 files .* 700,000 IP ranges/,
    );
    assert.match(reportOf(locations).details?.[0]?.text ?? '', /700,000 IP ranges with a location/);
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
    assert.equal(formatImportSummary([unread]), "Nothing was imported from report.json. The file isn't valid JSON.");
    assert.deepEqual(
      reportOf(account(), unread).notices?.map(({ text }) => text),
      ["Nothing was imported from report.json. The file isn't valid JSON."],
    );
    assert.match(reportOf(unread).summary, /The file isn't valid JSON\.$/);
    assert.match(
      formatImportSummary([account(), unread]),
      /^Nothing was imported from report\.json\. The file isn't valid JSON\. Imported 312 /,
    );
    const empty = account({ ...nothing, objects: 0 });
    assert.equal(formatImportSummary([empty]), 'Nothing was imported from report.json. The file is empty.');
    const useless = account({ ...nothing, objects: 3, skipped });
    assert.equal(
      formatImportSummary([useless]),
      'Nothing was imported from report.json. 3 entries were skipped: Pattern for file, not a domain, IP address, or URL.',
    );
    const several = ['file', 'process', 'mutex', 'user'].map((detail) => ({
      reason: { kind: 'patternObject', detail },
      count: 1,
      examples: [],
    })) satisfies ImportResult['skipped'];
    assert.match(
      formatImportSummary([account({ ...nothing, objects: 4, skipped: several })]),
      /4 entries were skipped: Pattern for file, [^·]* · Pattern for process, [^·]* · Pattern for mutex, [^·]* · …\.$/,
    );
    const two = (['unresolvedRelationship', 'noIndicator'] as const).map((kind) => ({
      reason: { kind },
      count: 2,
      examples: [],
    }));
    const cut = formatImportSummary([account({ skipped: two })]);
    const reason = formatSkipReason({ kind: 'unresolvedRelationship' });
    const shown = / skipped: (.*) … · /.exec(cut)?.[1] ?? '';
    assert.ok(reason.startsWith(`${shown} `) && shown.length > 30, cut);
    assert.equal(allSucceeded([useless]), false);
    assert.equal(allSucceeded([account({ skipped })]), true);
  });

  it('counts the incomplete files that it has no notice for', () => {
    const incomplete = account({ complete: false, failure: { kind: 'invalidJson' } });
    const noticesOf = (count: number) => reportOf(...Array.from({ length: count }, () => incomplete)).notices ?? [];
    assert.equal(noticesOf(5).length, 5);
    assert.equal(noticesOf(8).at(-1)?.text, strings.moreIncomplete(3));
  });

  it('has a column of lines where files have lines', () => {
    const isShown = (...formats: readonly ImportResult['format'][]): boolean | undefined =>
      reportOf(...formats.map((format) => account({ format, skipped }))).columns.find(({ id }) => id === 'line')?.shown;
    assert.deepEqual([isShown('stix'), isShown('list'), isShown('stix', 'csv')], [false, true, true]);
  });

  it('lists each example with its reason, count, and file, defanged', () => {
    const { rows, columns, details, note } = reportOf(account({ skipped }));
    assert.deepEqual(rows, [
      {
        key: '0 patternObject file 0',
        name: 'lookups-test-1[.]com',
        plain: 'lookups-test-1.com',
        open: { kind: 'indicator', type: 'domain', value: 'lookups-test-1.com' },
        cells: { reason: 'Pattern for file, not a domain, IP address, or URL', count: '3', file: 'report.json' },
      },
    ]);
    assert.equal(note, '');
    assert.match(details?.[0]?.text ?? '', /^STIX, 320 entries read · 300 new, .* · 2 threats · 1 feed$/);
    assert.equal(columns.find(({ id }) => id === 'file')?.shown, false);
    assert.equal(reportOf(account(), account()).columns.find(({ id }) => id === 'file')?.shown, true);
  });

  it('counts a reason once, and says that the table shows examples', () => {
    const examples = ['lookups-test-1.com', 'lookups-test-2.com'];
    const many = { reason: { kind: 'notStored' } as const, count: 20_000, examples };
    const { rows, summary } = reportOf(account({ skipped: [many] }));
    assert.deepEqual(
      rows.map(({ cells }) => cells['count']),
      ['20000', undefined],
    );
    assert.ok(summary.endsWith(strings.examplesOfSkipped(2, 20_000)), summary);
    const all = reportOf(account({ skipped: [{ ...many, count: 2 }] }));
    assert.ok(all.summary.endsWith(strings.entriesSkipped(2)), all.summary);
  });

  it('has a row for a reason without an example, and a key for each row', () => {
    const reason = { kind: 'other' } as const;
    const both = account({ skipped: [...skipped, { reason, count: 2, examples: [] }] });
    const { rows } = reportOf(both, both);
    assert.equal(rows[1]?.name, '–');
    assert.equal(new Set(rows.map(({ key }) => key)).size, 4);
  });

  it('says that nothing was skipped', () => {
    const { rows, note } = reportOf(account());
    assert.deepEqual([rows, note], [[], t('Nothing was skipped.')]);
  });

  it('says what to do if it is no longer available', () => {
    const { summary, notices, rows } = importReport(undefined, indicators);
    assert.deepEqual([summary, rows], [t('This report is no longer available.'), []]);
    assert.deepEqual(
      notices?.flatMap(({ actions }) => actions.map(({ action }) => action)),
      ['import'],
    );
  });

  it('shows some of many files, and how many more there are', () => {
    const { details = [] } = reportOf(...Array.from({ length: 13 }, () => account()));
    assert.deepEqual([details.length, details.at(-1)?.label], [11, strings.moreFiles(3)]);
  });

  it('defangs only the indicators in a pattern', () => {
    const examples = ["[file:hashes.'SHA-256' = 'ab'] AND [url:value LIKE 'http://lookups-test-1.com/%']"];
    const { rows } = reportOf(account({ skipped: [{ reason: { kind: 'notStored' }, count: 1, examples }] }));
    assert.equal(rows[0]?.name, "[file:hashes.'SHA-256' = 'ab'] AND [url:value LIKE 'hxxp://lookups-test-1[.]com/%']");
    assert.equal(rows[0].open, undefined);
  });

  it('makes hidden characters visible', () => {
    const { details, rows } = reportOf(account({ source: 'a\u202egnp.json', skipped }));
    assert.ok(details?.[0]?.label.includes('[U+202E]'));
    assert.ok(rows[0]?.cells['file']?.includes('[U+202E]'));
  });
});
