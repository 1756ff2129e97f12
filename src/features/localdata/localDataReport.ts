import { formatNumber, formatSize } from '../../l10n';
import type { DataKind, DataRow, DataSummary } from '../../core/store/protocol';
import { textTable } from '../common/textTable';
import { visibleText } from '../common/visibleText';
import { strings } from './strings';

/** The kinds in the order shown. */
export const dataKinds = [
  'answers',
  'imports',
  'mirrors',
  'sample',
  'scans',
  'findings',
  'overrides',
  'recent',
  'triage',
  'queries',
  'sent',
] as const satisfies readonly DataKind[];

/** The number of stored rows of a kind. */
export function countOf(summary: DataSummary, kind: DataKind): number {
  return summary.rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0);
}

/** The document “Local Data”: the file and its size, and kinds, sources, counts, and times (UTC) of the data. */
export function formatLocalData(summary: DataSummary): string {
  const rows = dataKinds.flatMap((kind) => summary.rows.filter((row) => row.kind === kind).map(cells));
  return [
    strings.localData(),
    '',
    `${strings.file()}: ${visibleText(summary.file)}`,
    `${strings.size()}: ${formatSize(summary.bytes)}`,
    '',
    ...(rows.length === 0
      ? [strings.nothingStored()]
      : textTable([strings.kind(), strings.source(), strings.count(), strings.oldest(), strings.newest()], rows)),
    '',
    strings.howToClear(),
    '',
  ].join('\n');
}

function cells(row: DataRow): readonly string[] {
  return [
    strings.kindTitle(row.kind),
    row.part === 'scanQueue' ? strings.scanQueue() : visibleText(row.source.replace(/^https:\/\//, '')),
    formatNumber(row.count),
    row.oldest === undefined ? '' : utcTime(row.oldest),
    row.newest === undefined ? '' : utcTime(row.newest),
  ];
}

/** The time in UTC, as the title of its column says. */
function utcTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
