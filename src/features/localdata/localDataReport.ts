import { t } from '../../l10n';
import type { DataKind, DataRow, DataSummary } from '../../core/store/protocol';
import { formatUtc } from '../common/ages';
import { textTable } from '../common/textTable';
import { visibleText } from '../common/visibleText';
import { formatSize } from '../common/sizeWords';

interface KindLabels {
  readonly title: string;
  /** What clearing it means. */
  readonly cleared: string;
}

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

const labels: Readonly<Record<DataKind, KindLabels>> = {
  answers: { title: 'Answers of services', cleared: 'Hovers ask the service again.' },
  imports: { title: 'Imports', cleared: 'Imported files are not touched; import them again to have them back.' },
  mirrors: { title: 'Mirrored collections', cleared: 'What was mirrored is fetched anew by the next sync.' },
  sample: { title: 'Sample data', cleared: '“Load Sample Data” brings it back.' },
  scans: { title: 'Scans', cleared: 'The list of scans that have ended; what they found stays.' },
  findings: { title: 'Findings of local scans', cleared: 'Scans under way end; what a scan alone had stored goes.' },
  overrides: { title: 'Risks and retirements set by hand', cleared: 'What is recommended counts again.' },
  recent: { title: 'Recent records', cleared: '“Open Recent Record…” starts anew; panels that are open stay.' },
  triage: { title: 'Triage list', cleared: 'The list starts anew; files and what is known stay.' },
  queries: {
    title: 'Query history',
    cleared: 'Pinned queries, too; files with queries are not touched.',
  },
  sent: { title: 'What was sent', cleared: 'The list starts anew.' },
};

/** A kind of local data in words. */
export function kindLabels(kind: DataKind): KindLabels {
  return labels[kind];
}

/** How many rows the store holds of a kind. */
export function countOf(summary: DataSummary, kind: DataKind): number {
  return summary.rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.count, 0);
}

/** “Show Local Data”: kinds, sources, counts, from when to when, the file and its size. Times are UTC. */
export function formatLocalData(summary: DataSummary): string {
  const rows = dataKinds.flatMap((kind) => summary.rows.filter((row) => row.kind === kind).map(cells));
  return [
    'What Threat Lookups keeps on this machine. Keys are not in it: they are in the key chain of the system.',
    '',
    `File   ${visibleText(summary.file)}`,
    `Size   ${formatSize(summary.bytes)}`,
    '',
    ...(rows.length === 0
      ? ['Nothing is kept yet.']
      : textTable(['Kind', 'Source', 'Count', 'Oldest (UTC)', 'Newest (UTC)'], rows)),
    '',
    '“Clear Local Data…” removes all of it or one kind.',
    '',
  ].join('\n');
}

function cells(row: DataRow): readonly string[] {
  return [
    labels[row.kind].title,
    row.part === 'scanQueue' ? t('Scan queue') : visibleText(row.source.replace(/^https:\/\//, '')),
    row.count.toLocaleString('en'),
    row.oldest === undefined ? '' : formatUtc(row.oldest).replace(' UTC', ''),
    row.newest === undefined ? '' : formatUtc(row.newest).replace(' UTC', ''),
  ];
}
