import { formatSkipReason } from '../../core/records/skipReason';
import type { SyncEnd } from '../../core/mirror/syncQueue';
import { truncateText, visibleText } from '../common/visibleText';
import { errorOf, formatAddress, syncErrorText } from './mirrorLabels';
import type { CollectionNode } from './mirrorTree';
import { strings } from './strings';

const maxHeadingLength = 60;

/** What is mirrored of a collection, and what the last sync brought and skipped. `defangText` defangs examples. */
export function mirrorReport(
  node: CollectionNode,
  end: SyncEnd | undefined,
  tools: { readonly defangText: (text: string) => string },
): string {
  const { title, state } = node;
  const { report } = strings;
  const fullTitle = visibleText(title);
  const name = truncateText(fullTitle, maxHeadingLength);
  const timeOf = (at: number | undefined): string => (at === undefined ? report.never() : report.time(at));
  const error = errorOf(node, end);
  const indicators = strings.indicators(state?.indicators ?? 0);
  const rows: readonly (readonly [label: string, text: string])[] = [
    ...(name === fullTitle ? [] : [[report.title(), fullTitle] as const]),
    ...(node.isList ? [] : [[report.collection(), visibleText(node.collection)] as const]),
    [report.address(), formatAddress(node.root)],
    [report.lastSync(), timeOf(state?.lastSync)],
    [report.lastFullSync(), timeOf(state?.lastFull)],
    [report.stored(), node.isList ? indicators : `${strings.objects(state?.objects ?? 0)}, ${indicators}`],
    ...(state === undefined || state.stale === 0
      ? []
      : [[report.removed(), report.removedObjects(state.stale)] as const]),
    ...(state?.waiting === undefined || state.waiting <= 0
      ? []
      : [[report.indexing(), report.notIndexed(state.waiting)] as const]),
    ...(error === undefined ? [] : [[report.error(), syncErrorText(error)] as const]),
  ];
  return [name, '-'.repeat(name.length), ...table(rows), '', ...runLines(end, tools.defangText), ''].join('\n');
}

/** Labels in one column, texts in another, wrapped. */
function table(rows: readonly (readonly [label: string, text: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([label]) => label.length)) + 3;
  return rows.map(([label, text]) => label.padEnd(width) + wrap(text).join(`\n${' '.repeat(width)}`));
}

/** A text in lines of a width that fits beside the view; words are kept whole. */
function wrap(text: string): readonly string[] {
  return text.match(/\S.{0,59}(?=\s|$)|\S+/g) ?? [];
}

function runLines(end: SyncEnd | undefined, defangText: (text: string) => string): readonly string[] {
  const { report } = strings;
  if (end?.kind !== 'ended') return [report.noSync()];
  const { account, requests, millis, full, complete } = end;
  const { counts, skipped, state } = account;
  const outcome = complete ? report.completed : state.error?.kind === 'canceled' ? report.canceled : report.incomplete;
  return [
    outcome(full),
    `  ${report.cost(requests, millis)}`,
    `  ${report.changes(counts.added, counts.changed, counts.unchanged, counts.stale)}`,
    ...(skipped.length === 0
      ? [report.nothingSkipped()]
      : [
          report.skipped(),
          ...skipped.flatMap((row) => [
            `  ${report.skippedReason(row.count, visibleText(formatSkipReason(row.reason)))}`,
            `      ${visibleText(defangText(row.example))}`,
          ]),
        ]),
  ];
}
