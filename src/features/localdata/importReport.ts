import { formatInputFailure, type InputFailure } from '../../core/records/inputFailure';
import { formatSkipReason } from '../../core/records/skipReason';
import type { ImportResult, ImportFormat } from '../../core/store/protocol';
import { truncateText, visibleText } from '../common/visibleText';
import { counted } from '../common/numbers';

const formats: Readonly<Record<ImportFormat, string>> = { stix: 'STIX', csv: 'CSV', list: 'plain list' };

function taken({ indicators }: ImportResult): number {
  return indicators.added + indicators.updated + indicators.unchanged;
}

function skipped({ skipped: rows }: ImportResult): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

function isEmptyImport(account: ImportResult): boolean {
  return taken(account) + account.threats + account.feeds === 0;
}

/** Reasons go on from a colon, and some come from elsewhere with their full stop. */
function withPeriod(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** True where every file was read to its end and something was taken of it, whatever was left out. */
export function allSucceeded(accounts: readonly ImportResult[]): boolean {
  return accounts.every((account) => account.complete && !isEmptyImport(account));
}

/** The result of an import in one sentence or two, for a notice. */
export function formatImportSummary(accounts: readonly ImportResult[]): string {
  const [first] = accounts;
  const sum = (count: (account: ImportResult) => number): number =>
    accounts.reduce((total, account) => total + count(account), 0);
  const from =
    accounts.length === 1 && first !== undefined ? visibleText(first.source) : counted(accounts.length, 'file');
  const added = sum(({ indicators }) => indicators.added);
  const skippedCount = sum(skipped);
  const ended = accounts.find((account) => !account.complete);
  const result = `${counted(sum(taken), 'indicator')} taken from ${from}, ${added.toLocaleString('en')} of them new${
    skippedCount === 0 ? '' : `; ${counted(skippedCount, 'entry', 'entries')} left out`
  }.`;
  if (ended !== undefined && ended.failure === undefined) return `Import cancelled. ${result}`;
  const [failed] = accounts.length === 1 ? accounts : accounts.filter((account) => account.failure !== undefined);
  if (failed === undefined) return result;
  const isAll = accounts.length === 1;
  const name = visibleText(failed.source);
  if (!isEmptyImport(failed))
    return failed.failure === undefined ? result : `${name} broke off: ${why(failed.failure)} ${result}`;
  if (failed.failure !== undefined)
    return `Nothing was taken from ${name}: ${why(failed.failure)}${isAll ? '' : ` ${result}`}`;
  return skippedCount === 0
    ? `Nothing was taken from ${name}: it is empty.`
    : `Nothing was taken from ${name}: ${counted(skippedCount, 'entry', 'entries')} left out.`;
}

function why(failure: InputFailure): string {
  return withPeriod(truncateText(visibleText(formatInputFailure(failure)), 160));
}

/** What was taken and what was left out and why, file by file. Indicators in examples are defanged by `defangText`. */
export function formatImportReport(accounts: readonly ImportResult[], defangText: (text: string) => string): string {
  const parts = accounts.map((account) => {
    const { indicators } = account;
    const ending = account.complete
      ? 'Read to its end.'
      : account.failure === undefined
        ? 'Cancelled; what had been taken until then is kept.'
        : isEmptyImport(account)
          ? `Nothing was taken: ${withPeriod(visibleText(formatInputFailure(account.failure)))}`
          : `Broke off: ${withPeriod(visibleText(formatInputFailure(account.failure)))} What had been taken until then is kept.`;
    const reasons = account.skipped.flatMap((row) => [
      `  ${row.count.toLocaleString('en')} × ${visibleText(formatSkipReason(row.reason))}`,
      ...row.examples.map((example) => `      ${visibleText(defangText(example))}`),
    ]);
    return [
      visibleText(account.source),
      '-'.repeat(visibleText(account.source).length),
      `Format       ${formats[account.format]}; ${counted(account.objects, 'entry', 'entries')} read. ${ending}`,
      `Indicators   ${counted(indicators.added, 'new', 'new')}, ${counted(indicators.updated, 'updated', 'updated')}, ${counted(indicators.unchanged, 'unchanged', 'unchanged')}`,
      `Besides      ${counted(account.threats, 'threat')}, ${counted(account.feeds, 'feed')}`,
      ...(reasons.length === 0 ? ['Left out     nothing'] : ['Left out', ...reasons]),
      '',
    ].join('\n');
  });
  return ['What the import took, and what it left out and why.', '', ...parts].join('\n');
}
