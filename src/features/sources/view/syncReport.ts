import { formatSkipReason, skipKey } from '../../../core/records/problems/skipReason';
import { dateReadOnce } from '../../../core/sync/ports';
import type { SyncEnd } from '../../../core/sync/syncQueue';
import type { ResultColumn } from '../../../webviews/messages/results';
import { type Report, type ReportDetail, reportNotice } from '../../shared/panels/report';
import { getExample, lineCell, type ExampleTools } from '../../shared/panels/skippedExample';
import { getError, formatAddress, syncErrorText } from '../mirrorLabels';
import type { CollectionNode } from '../sourcesTree';
import { isStoredId } from './sourceNodes';
import { sourceStrings } from './strings';
import { strings } from '../strings';
import type { UiText } from '../../shared/ui/text';
import { uiText } from '../../shared/ui/text';
import { t, plural, formatDuration } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

const texts = strings.report;
const maxTitleLength = 300;
/** Maximum length of a page's ID. */
const maxIdLength = 200;

/** The title of a report by the row that it is about: an import isn't synced. */
export function reportTitle(id: string): UiText {
  return isStoredId(id) ? uiText('Import Report') : uiText('Source Report');
}

/** The mirrored data of a collection, and the changes and skipped objects of its last sync in this window. */
export function syncReport(node: CollectionNode | undefined, end: SyncEnd | undefined, tools: ExampleTools): Report {
  if (node === undefined)
    return {
      id: 'none',
      title: uiText('Source Report'),
      summary: t('No longer synced.'),
      columns: columns(),
      rows: [],
    };
  const skipped = end?.kind === 'ended' ? end.account.skipped : [];
  const error = getError(node, end);
  const date = node.state === undefined ? undefined : dateReadOnce(node.state);
  return {
    id: node.id.slice(-maxIdLength),
    title: truncateText(visibleText(node.title), maxTitleLength),
    summary: outcomeOf(end),
    note:
      end?.kind === 'ended'
        ? formatSkipped(skipped)
        : t('Changes and skipped objects are listed after the next sync in this window.'),
    details: [...stateDetails(node), ...runDetails(end)],
    notices: [
      ...(error === undefined ? [] : [reportNotice('warning', syncErrorText(error, node.state))]),
      ...(date === undefined ? [] : [reportNotice('info', texts.dateReadOnce(truncateText(visibleText(date), 40)))]),
    ],
    columns: columns(node.isList),
    rows: skipped.map(({ reason, count, example, line }) => ({
      ...getExample(example, tools),
      key: skipKey(reason),
      cells: { reason: visibleText(formatSkipReason(reason)), count: String(count), ...lineCell(line) },
    })),
  };
}

/** Objects of a collection have no lines. */
const columns = (isList = false): readonly ResultColumn[] => [
  { id: 'name', title: t('Example'), kind: 'name', minWidth: 140, shown: true },
  { id: 'reason', title: t('Reason'), kind: 'text', width: 420, minWidth: 180, shown: true },
  { id: 'count', title: t('Count'), kind: 'number', width: 130, shown: true },
  ...(isList ? [{ id: 'line', title: t('Line'), kind: 'number', width: 90, shown: true } as const] : []),
];

/** Describes the skipped entries; each reason has at most one example. */
function formatSkipped(skipped: readonly { readonly count: number; readonly example: string }[]): string {
  if (skipped.length === 0) return t('Nothing was skipped.');
  const count = skipped.reduce((sum, row) => sum + row.count, 0);
  const examples = skipped.filter(({ example }) => example !== '').length;
  return examples > 0 && examples < count
    ? texts.examplesOfSkipped(examples, count)
    : t('Entries that were skipped or stored without an indicator');
}

function outcomeOf(end: SyncEnd | undefined): string {
  if (end === undefined || end.kind === 'busy') return t('Not synced in this window yet.');
  if (end.kind === 'failed')
    return end.error.kind === 'canceled' ? texts.canceled(false) : t('Last sync in this window: failed');
  if (end.complete) return texts.completed(end.full);
  return end.account.state.error?.kind === 'canceled'
    ? texts.canceled(end.full)
    : end.full
      ? t('Last sync in this window: full sync, incomplete')
      : t('Last sync in this window: incomplete');
}

function stateDetails({ state, isList, collection, root }: CollectionNode): readonly ReportDetail[] {
  const { indicators: count = 0, ranges = 0, objects = 0, stale = 0, lastSync, lastFull } = state ?? {};
  const indicators = count === 0 && ranges > 0 ? sourceStrings.ranges(ranges) : strings.indicators(count);
  return [
    ...(isList ? [] : [{ label: t('Collection'), text: visibleText(collection) }]),
    { label: t('URL'), text: formatAddress(root) },
    { label: t('Last sync'), ...timeOf(lastSync) },
    { label: t('Last full sync'), ...timeOf(lastFull) },
    { label: t('Stored'), text: isList ? indicators : `${strings.objects(objects)} · ${indicators}` },
    ...(stale === 0 ? [] : [{ label: t('Removed'), text: texts.removedObjects(stale) }]),
  ];
}

function timeOf(at: number | undefined): Pick<ReportDetail, 'text' | 'at'> {
  return at === undefined ? { text: t('never') } : { at };
}

function runDetails(end: SyncEnd | undefined): readonly ReportDetail[] {
  if (end?.kind !== 'ended') return [];
  const { added, changed, unchanged, stale } = end.account.counts;
  return [
    { label: t('Changes'), text: texts.changes(added, changed, unchanged, stale) },
    {
      label: t('Requests'),
      text: plural(end.requests, { one: '{0} request, {1}', other: '{0} requests, {1}' }, formatDuration(end.millis)),
    },
  ];
}
