import type { ImportAccount, ImportFormat } from '../../core/store/protocol';
import { cutText, visibleText } from '../common/visibleText';
import { counted } from './numbers';

const formats: Readonly<Record<ImportFormat, string>> = { stix: 'STIX', csv: 'CSV', list: 'plain list' };

function taken({ indicators }: ImportAccount): number {
  return indicators.added + indicators.updated + indicators.unchanged;
}

function leftOut({ leftOut: rows }: ImportAccount): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

/** True where everything was read to its end, whatever was left out of it. */
export function isComplete(accounts: readonly ImportAccount[]): boolean {
  return accounts.every((account) => account.complete);
}

/** The result of an import in one sentence or two, for a notice. */
export function accountSentence(accounts: readonly ImportAccount[]): string {
  const [first] = accounts;
  const sum = (count: (account: ImportAccount) => number): number =>
    accounts.reduce((total, account) => total + count(account), 0);
  const from =
    accounts.length === 1 && first !== undefined ? visibleText(first.source) : counted(accounts.length, 'file');
  const added = sum(({ indicators }) => indicators.added);
  const out = sum(leftOut);
  const ended = accounts.find((account) => !account.complete);
  const result = `${counted(sum(taken), 'indicator')} taken from ${from}, ${added.toLocaleString('en')} of them new${
    out === 0 ? '' : `; ${counted(out, 'entry', 'entries')} left out`
  }.`;
  if (ended === undefined) return result;
  return ended.broke === undefined
    ? `Import cancelled. ${result}`
    : `${visibleText(ended.source)} broke off: ${cutText(visibleText(ended.broke), 160)} ${result}`;
}

/** What was taken and what was left out and why, file by file. Indicators in examples are defanged by `defangText`. */
export function accountText(accounts: readonly ImportAccount[], defangText: (text: string) => string): string {
  const parts = accounts.map((account) => {
    const { indicators } = account;
    const ending = account.complete
      ? 'Read to its end.'
      : account.broke === undefined
        ? 'Cancelled; what had been taken until then is kept.'
        : `Broke off: ${visibleText(account.broke)} What had been taken until then is kept.`;
    const reasons = account.leftOut.flatMap((row) => [
      `  ${row.count.toLocaleString('en')} × ${visibleText(row.reason)}`,
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
