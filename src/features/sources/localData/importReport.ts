import { listKinds } from '../../../core/records/context';
import type { UtcMillis } from '../../../core/records/record';
import { formatInputFailure, type InputFailure } from '../../../core/records/problems/inputFailure';
import { formatSkipReason, countSkipped, skipKey, unknownRiskCount } from '../../../core/records/problems/skipReason';
import type { ImportResult } from '../../../core/store/protocol/protocol';
import type { ResultColumn, ResultsNotice } from '../../../webviews/messages/results';
import { type Report, type ReportDetail, reportNotice, type ReportRow } from '../../shared/panels/report';
import { joinSentences } from '../../shared/format/serviceMessage';
import { getExample, lineCell, noExample, type ExampleTools as Tools } from '../../shared/panels/skippedExample';
import type { ListMeaning } from '../meaning/meaning';
import { formatAssignedRisks, takenDetails } from '../meaning/takenParts';
import { strings as sourceStrings } from '../meaning/strings';
import { strings } from './strings';
import { t, plural, formatList } from '../../../l10n';
import { uiText } from '../../shared/ui/text';
import { truncateText, truncateWords, visibleText } from '../../../core/text/visibleText';

const maxNameLength = 80;
/** Length of the reasons in a notification. */
const maxReasonLength = 160;
const shownReasons = 3;
/** Files with a line or a notice of their own. */
const maxDetails = 10;
const maxNotices = 5;

/** How many indicators an import added, updated, or confirmed. */
export function importedCount({ indicators }: ImportResult): number {
  return indicators.added + indicators.updated + indicators.unchanged;
}

/** A result with the type of the list; without it, risks aren't shown. */
export type RatedResult = ImportResult & { readonly meaning?: ListMeaning };

function rangesIn({ ranges = 0 }: ImportResult): number {
  return ranges;
}

function skippedCount({ skipped }: ImportResult): number {
  return countSkipped(skipped);
}

function isEmptyImport(result: ImportResult): boolean {
  return importedCount(result) + result.threats + result.feeds + rangesIn(result) === 0;
}

/** Whether something was imported from every file, and all of them were read to the end. */
export function allSucceeded(results: readonly ImportResult[]): boolean {
  return results.every((result) => result.complete && !isEmptyImport(result));
}

/**
 * The result of an import in one sentence or two. `examples` is how many of the skipped entries are shown next to it, if
 * any.
 */
export function formatImportSummary(results: readonly RatedResult[], examples = 0): string {
  const skipped = formatSkipped(results, examples);
  const imported = formatImported(results, skipped);
  const canceled = results.find((result) => !result.complete);
  if (canceled !== undefined && canceled.failure === undefined)
    return joinSentences(t('Import canceled.'), results.every(isEmptyImport) ? '' : imported);
  const isOne = results.length === 1;
  const [failed] = isOne ? results : results.filter((result) => result.failure !== undefined);
  if (failed === undefined) return imported;
  const { failure } = failed;
  const name = visibleText(failed.source);
  if (!isEmptyImport(failed))
    return failure === undefined
      ? imported
      : joinSentences(strings.importIncomplete(name), reasonOf(failure), imported);
  if (failure !== undefined)
    return joinSentences(strings.nothingImported(name), reasonOf(failure), isOne ? '' : imported);
  return joinSentences(strings.nothingImported(name), skipped === '' ? t('The file is empty.') : skipped);
}

/** Sums up the imported and the skipped entries. */
function formatImported(results: readonly RatedResult[], skipped: string): string {
  const sum = (count: (result: ImportResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const indicators = sum(importedCount);
  const ranges = sum(rangesIn);
  const [only] = results.length === 1 ? results : [];
  const source = only && visibleText(only.source);
  return joinSentences(
    indicators === 0 && ranges > 0
      ? ''
      : formatIndicators(
          indicators,
          sum((result) => result.indicators.added),
          source ?? results.length,
        ),
    ranges === 0 ? '' : formatRanges(ranges, source ?? results.length),
    formatKinds(results),
    formatAssignedRisks(
      results.flatMap(({ meaning, ...result }) => (meaning === undefined ? [] : [{ ...result, meaning }])),
    ),
    skipped,
    formatUnknownRisks(results),
  );
}

/** `from` is the name of the only file, or the number of files. */
function formatIndicators(count: number, added: number, from: string | number): string {
  return typeof from === 'number'
    ? strings.importedFromFiles(count, from, added)
    : plural(
        count,
        {
          one: 'Imported {0} indicator from “{1}” ({2} new).',
          other: 'Imported {0} indicators from “{1}” ({2} new).',
        },
        from,
        added,
      );
}

function formatRanges(count: number, from: string | number): string {
  return typeof from === 'number'
    ? strings.importedRangesFromFiles(count, from)
    : plural(
        count,
        {
          one: 'Imported the location of {0} IP range from “{1}”.',
          other: 'Imported the locations of {0} IP ranges from “{1}”.',
        },
        from,
      );
}

/** The entries of known lists by kind: “1,100 malicious, 104 informational.” */
function formatKinds(results: readonly ImportResult[]): string {
  const parts = listKinds.flatMap((kind) => {
    const count = results.reduce((sum, { kinds }) => sum + (kinds[kind] ?? 0), 0);
    return count === 0 ? [] : [sourceStrings.countOfKind(kind, count)];
  });
  return parts.length === 0 ? '' : t('Entries: {0}.', formatList(parts));
}

/** Rows whose risk isn't known are imported. */
function formatUnknownRisks(results: readonly ImportResult[]): string {
  const count = unknownRiskCount(results.flatMap(({ skipped }) => skipped));
  return count === 0 ? '' : sourceStrings.unknownRisks(count);
}

function formatSkipped(results: readonly ImportResult[], examples: number): string {
  const count = results.reduce((sum, result) => sum + skippedCount(result), 0);
  if (count === 0) return '';
  const reasons = new Set(
    results
      .flatMap(({ skipped }) => skipped)
      .filter((each) => countSkipped([each]) > 0)
      .map(({ reason }) => formatSkipReason(reason)),
  );
  const [only] = reasons;
  // The rows of a report state the reasons.
  if (examples === 0 && only !== undefined) {
    const length = reasons.size === 1 ? maxReasonLength : maxReasonLength / shownReasons;
    const shown = [...reasons].slice(0, shownReasons).map((reason) => truncateWords(visibleText(reason), length));
    return plural(
      count,
      { one: '{0} entry was skipped: {1}.', other: '{0} entries were skipped: {1}.' },
      shown.join(' · ') + (reasons.size > shownReasons ? ' · …' : ''),
    );
  }
  return examples > 0 && examples < count ? strings.examplesOfSkipped(examples, count) : strings.entriesSkipped(count);
}

function reasonOf(failure: InputFailure): string {
  return truncateWords(visibleText(formatInputFailure(failure)), maxReasonLength);
}

/** The results of an import, and when it ended. */
export interface FinishedImport {
  readonly at: UtcMillis;
  readonly results: readonly RatedResult[];
}

/** The last import of the window: the result of each file, and a row for each example of what was skipped. */
export function importReport(finished: FinishedImport | undefined, tools: Tools): Report {
  const columns = columnsOf(finished?.results ?? []);
  const title = uiText('Import Report');
  if (finished === undefined) {
    const again = { label: t('Import…'), action: 'import' } as const;
    return {
      id: 'import',
      title,
      summary: t('This report is no longer available.'),
      columns,
      rows: [],
      notices: [
        reportNotice(
          'info',
          t('Import reports are kept until the window is closed or reloaded. Import the files again to see one.'),
          again,
        ),
      ],
    };
  }
  const { at, results } = finished;
  const rows = results.flatMap((result, file) => skippedRows(result, file, tools));
  return {
    id: `import ${at}`,
    title,
    at,
    columns,
    rows,
    summary: formatImportSummary(results, exampleCount(results)),
    note: rows.length === 0 ? t('Nothing was skipped.') : '',
    details: detailsOf(results),
    // The summary names the reason for a single file.
    notices: [...columnNotice(results), ...(results.length === 1 ? [] : noticesOf(results))],
  };
}

function exampleCount(results: readonly ImportResult[]): number {
  return results
    .flatMap(({ skipped }) => skipped)
    .filter((each) => countSkipped([each]) > 0)
    .flatMap(({ examples }) => examples).length;
}

/** Objects of STIX have no lines. */
const columnsOf = (results: readonly ImportResult[]): readonly ResultColumn[] => [
  { id: 'name', title: t('Skipped entry'), kind: 'name', minWidth: 140, shown: true },
  { id: 'reason', title: t('Reason'), kind: 'text', width: 420, minWidth: 180, shown: true },
  { id: 'count', title: t('Count'), kind: 'number', width: 130, shown: true },
  { id: 'line', title: t('Line'), kind: 'number', width: 90, shown: results.some(({ format }) => format !== 'stix') },
  { id: 'file', title: t('File'), kind: 'text', width: 180, minWidth: 100, shown: results.length > 1 },
];

function skippedRows({ source, skipped }: ImportResult, file: number, tools: Tools): readonly ReportRow[] {
  return skipped.flatMap(({ reason, count, examples, lines = [] }) => {
    const cells = {
      reason: visibleText(formatSkipReason(reason)),
      file: truncateText(visibleText(source), maxNameLength),
    };
    const key = `${file} ${skipKey(reason)}`;
    const counted = { ...cells, count: String(count) };
    if (examples.length === 0) return [{ key, name: noExample, cells: counted }];
    return examples.map((example, index) => ({
      ...getExample(example, tools),
      key: `${key} ${index}`,
      // Once per reason: more rows are examples of the same entries.
      cells: { ...(index === 0 ? counted : cells), ...lineCell(lines[index]) },
    }));
  });
}

function detailsOf(results: readonly RatedResult[]): readonly ReportDetail[] {
  const details = results.slice(0, maxDetails).flatMap((result): readonly ReportDetail[] => {
    const { added, updated, unchanged } = result.indicators;
    const parts = [
      strings.entriesRead(result.format, result.objects),
      ...(rangesIn(result) === 0
        ? [t('{0} new, {1} updated, {2} unchanged', added, updated, unchanged)]
        : [
            plural(rangesIn(result), {
              one: '{0} IP range with a location',
              other: '{0} IP ranges with a location',
            }),
          ]),
      ...(result.duplicates === undefined
        ? []
        : [plural(result.duplicates, { one: '{0} duplicate entry', other: '{0} duplicate entries' })]),
      ...(result.threats === 0 ? [] : [plural(result.threats, { one: '{0} threat', other: '{0} threats' })]),
      ...(result.feeds === 0 ? [] : [plural(result.feeds, { one: '{0} feed', other: '{0} feeds' })]),
    ];
    const { meaning } = result;
    return [
      { label: truncateText(visibleText(result.source), maxNameLength), text: parts.join(' · ') },
      ...(meaning === undefined ? [] : takenDetails(result, meaning)),
    ];
  });
  const more = results.length - maxDetails;
  return more > 0 ? [...details, { label: strings.moreFiles(more) }] : details;
}

function noticesOf(results: readonly ImportResult[]): readonly ResultsNotice[] {
  const all = results.flatMap(noticeOf);
  const more = all.length - maxNotices;
  return more > 0 ? [...all.slice(0, maxNotices), reportNotice('warning', strings.moreIncomplete(more))] : all;
}

/** Whether a file is a table of unknown form, whose columns can be chosen. */
export function isTable({ format, shape }: ImportResult): boolean {
  return format === 'csv' && shape === undefined;
}

function columnNotice(results: readonly ImportResult[]): readonly ResultsNotice[] {
  const tables = results.filter(isTable);
  const [only] = tables;
  if (only === undefined) return [];
  const text =
    tables.length === 1
      ? t('Columns of {0} were detected automatically.', truncateText(visibleText(only.source), maxNameLength))
      : plural(tables.length, {
          one: 'The columns of {0} table were detected automatically.',
          other: 'The columns of {0} tables were detected automatically.',
        });
  return [reportNotice('info', text, { label: t('Set Columns…'), action: 'columns' })];
}

/** Why a file wasn't imported, or not completely. */
function noticeOf(result: ImportResult): readonly ResultsNotice[] {
  const { complete, failure, source } = result;
  if (complete) return [];
  const name = truncateText(visibleText(source), maxNameLength);
  const what = isEmptyImport(result) ? strings.nothingImported(name) : strings.importIncomplete(name);
  const why = failure === undefined ? t('Import canceled.') : visibleText(formatInputFailure(failure));
  const text = joinSentences(what, why, isEmptyImport(result) ? '' : t('Entries imported so far were kept.'));
  return [reportNotice('warning', text)];
}
