import { formatNumber } from '../../l10n';
import { formatInputFailure, type InputFailure } from '../../core/records/inputFailure';
import { formatSkipReason } from '../../core/records/skipReason';
import type { ImportResult } from '../../core/store/protocol';
import { joinSentences } from '../common/serviceMessage';
import { truncateText, visibleText } from '../common/visibleText';
import { strings } from './strings';

function importedCount({ indicators }: ImportResult): number {
  return indicators.added + indicators.updated + indicators.unchanged;
}

function skippedCount({ skipped }: ImportResult): number {
  return skipped.reduce((sum, row) => sum + row.count, 0);
}

function isEmptyImport(result: ImportResult): boolean {
  return importedCount(result) + result.threats + result.feeds === 0;
}

/** Whether something was imported from every file, and all of them were read to the end. */
export function allSucceeded(results: readonly ImportResult[]): boolean {
  return results.every((result) => result.complete && !isEmptyImport(result));
}

/** The result of an import in one sentence or two, for a notice. */
export function formatImportSummary(results: readonly ImportResult[]): string {
  const [first] = results;
  const isOne = results.length === 1;
  const sum = (count: (result: ImportResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0);
  const source = isOne && first !== undefined ? visibleText(first.source) : strings.files(results.length);
  const skipped = sum(skippedCount) === 0 ? '' : strings.entriesSkipped(sum(skippedCount));
  const imported = joinSentences(
    strings.imported(
      sum(importedCount),
      source,
      sum(({ indicators }) => indicators.added),
    ),
    skipped,
  );
  const canceled = results.find((result) => !result.complete);
  if (canceled !== undefined && canceled.failure === undefined)
    return joinSentences(strings.importCanceled(), imported);
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
  return joinSentences(strings.nothingImported(name), skipped === '' ? strings.fileEmpty() : skipped);
}

function reasonOf(failure: InputFailure): string {
  return truncateText(visibleText(formatInputFailure(failure)), 160);
}

/** What was imported and what was skipped and why, file by file. `defangText` defangs the indicators in examples. */
export function formatImportReport(results: readonly ImportResult[], defangText: (text: string) => string): string {
  const labels = [strings.format(), strings.status(), strings.indicators(), strings.alsoImported(), strings.skipped()];
  const width = Math.max(...labels.map(({ length }) => length)) + 3;
  const line = (label: string, text: string): string => `${label.padEnd(width)}${text}`;
  const parts = results.map((result) => {
    const { added, updated, unchanged } = result.indicators;
    const reasons = result.skipped.flatMap((row) => [
      `  ${formatNumber(row.count)} × ${visibleText(formatSkipReason(row.reason))}`,
      ...row.examples.map((example) => `      ${visibleText(defangText(example))}`),
    ]);
    const source = visibleText(result.source);
    return [
      source,
      '-'.repeat(source.length),
      line(strings.format(), strings.entriesRead(result.format, result.objects)),
      line(strings.status(), statusOf(result)),
      line(strings.indicators(), strings.indicatorCounts(added, updated, unchanged)),
      line(strings.alsoImported(), `${strings.threats(result.threats)}, ${strings.feeds(result.feeds)}`),
      ...(reasons.length === 0 ? [line(strings.skipped(), strings.none())] : [strings.skipped(), ...reasons]),
      '',
    ].join('\n');
  });
  return [strings.importSummary(), '', ...parts].join('\n');
}

function statusOf(result: ImportResult): string {
  const { complete, failure } = result;
  if (complete) return strings.completed();
  if (failure === undefined) return strings.canceledKept();
  const reason = visibleText(formatInputFailure(failure));
  return isEmptyImport(result) ? strings.failed(reason) : strings.failedKept(reason);
}
