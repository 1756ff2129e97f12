import { formatSize, t } from '../../../l10n';
import type { DataKind, DataRow, DataSummary } from '../../../core/store/protocol/protocol';
import type { ResultColumn } from '../../../webviews/messages/results';
import type { Report, ReportRow } from '../../shared/panels/report';
import { visibleText } from '../../../core/text/visibleText';
import { strings } from './strings';
import { uiText } from '../../shared/ui/text';

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
  'replacedStores',
] as const satisfies readonly DataKind[];

/** The number of stored rows of a kind. */
export function getCount(summary: DataSummary, kind: DataKind): number {
  return summary.rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0);
}

/** The report “Local Data”: the file and its size, and kinds, sources, counts, and times of the data. */
export function localDataReport({ file, bytes, rows }: DataSummary): Report {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return {
    id: 'localData',
    title: uiText('Local Store'),
    note: t('Data that Threat Lookups stores on this machine. API keys are stored in the system keychain.'),
    isForeign: false,
    summary: rows.length === 0 ? t('No data is stored.') : strings.entries(count, sourceEntries(rows)),
    details: [
      { label: t('File'), text: visibleText(file) },
      { label: t('Size'), text: formatSize(bytes) },
    ],
    buttons:
      count === 0
        ? []
        : [
            { label: t('Clear…'), action: 'clear' },
            { label: t('Manage Sources'), action: 'sources' },
          ],
    columns: columns(),
    rows: dataKinds.flatMap((kind) => rows.filter((row) => row.kind === kind).map(reportRow)),
  };
}

/** The number of entries from sources, unlike results, requests, queries, and other records of activity. */
function sourceEntries(rows: DataSummary['rows']): number {
  return rows
    .filter(({ kind }) => kind === 'imports' || kind === 'mirrors' || kind === 'sample')
    .reduce((sum, { count }) => sum + count, 0);
}

const columns = (): readonly ResultColumn[] => [
  { id: 'name', title: t('Kind'), kind: 'name', minWidth: 140, shown: true },
  { id: 'source', title: t('Source'), kind: 'text', width: 240, minWidth: 110, shown: true },
  { id: 'count', title: t('Count'), kind: 'number', width: 90, shown: true },
  { id: 'oldest', title: t('Oldest'), kind: 'utc', shown: true },
  { id: 'newest', title: t('Newest'), kind: 'utc', shown: true },
];

function reportRow({ kind, source, part, count, oldest, newest }: DataRow): ReportRow {
  const shown = part === 'scanQueue' ? t('Scan queue') : visibleText(source.replace(/^https:\/\//, ''));
  return {
    key: [kind, part, source].join(' '),
    name: strings.kindTitle(kind),
    cells: { source: shown, count: String(count) },
    timestamps: { ...(oldest === undefined ? {} : { oldest }), ...(newest === undefined ? {} : { newest }) },
  };
}
