import { formatSize } from '../../l10n';
import type { DataKind, DataRow, DataSummary } from '../../core/store/protocol/protocol';
import type { ResultColumn } from '../../webviews/messages/results';
import type { Report, ReportRow } from '../shared/panels/report';
import { visibleText } from '../shared/text/visibleText';
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
  'triagedFiles',
  'queries',
  'sent',
  'corruptedStores',
] as const satisfies readonly DataKind[];

/** The number of stored rows of a kind. */
export function countOf(summary: DataSummary, kind: DataKind): number {
  return summary.rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0);
}

/** The report “Local Data”: the file and its size, and kinds, sources, counts, and times of the data. */
export function localDataReport({ file, bytes, rows }: DataSummary): Report {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return {
    ...{ id: 'localData', title: strings.localDataName(), note: strings.localData(), isForeign: false },
    summary: rows.length === 0 ? strings.nothingStored() : strings.entries(count),
    details: [
      { label: strings.file(), text: visibleText(file) },
      { label: strings.size(), text: formatSize(bytes) },
    ],
    buttons:
      count === 0
        ? []
        : [
            { label: strings.clearButton(), action: 'clear' },
            { label: strings.showSources(), action: 'sources' },
          ],
    columns: columns(),
    rows: dataKinds.flatMap((kind) => rows.filter((row) => row.kind === kind).map(reportRow)),
  };
}

const columns = (): readonly ResultColumn[] => [
  { id: 'name', title: strings.kind(), kind: 'name', minWidth: 140, shown: true },
  { id: 'source', title: strings.source(), kind: 'text', width: 240, minWidth: 110, shown: true },
  { id: 'count', title: strings.count(), kind: 'number', width: 90, shown: true },
  { id: 'oldest', title: strings.oldest(), kind: 'utc', shown: true },
  { id: 'newest', title: strings.newest(), kind: 'utc', shown: true },
];

function reportRow({ kind, source, part, count, oldest, newest }: DataRow): ReportRow {
  const shown = part === 'scanQueue' ? strings.scanQueue() : visibleText(source.replace(/^https:\/\//, ''));
  return {
    key: [kind, part, source].join(' '),
    name: strings.kindTitle(kind),
    cells: { source: shown, count: String(count) },
    timestamps: { ...(oldest === undefined ? {} : { oldest }), ...(newest === undefined ? {} : { newest }) },
  };
}
