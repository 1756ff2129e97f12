import { formatDate } from '../../l10n';
import { exactTerm } from '../../core/explore/exactTerm';
import { changesIn, hasEarlierValues, type PropertyHistory, type PropertyValue } from '../../core/records/history';
import type { ComparedView, ComparisonView } from '../../webviews/messages/recordParts';
import { truncateText, visibleText } from '../common/visibleText';
import { numberWords } from './countViews';
import { groupTitles, keyLabel, formatPropertyValue } from './propertyLabels';
import type { RecordContext } from './recordContext';
import { showIn } from './recordView';

const maxChanges = 1_000;
const maxValues = 50;
const maxText = 4_000;

/** What of a record's properties is not what earlier scans found, group by group, side by side. */
export function comparisonView(history: PropertyHistory, context: RecordContext): ComparisonView {
  const changes = changesIn(history);
  const show = showIn(context);
  const groups = new Map<string, ComparedView[]>();
  for (const { group, name, before, now } of changes.slice(0, maxChanges)) {
    const rows = groups.get(group) ?? [];
    groups.set(group, rows);
    const views = (values: readonly PropertyValue[]): ComparedView['now'] =>
      values.slice(0, maxValues).map(({ value, seen }) => {
        const others = exactTerm({ of: group === 'attributes' ? 'attribute' : 'property', key: name }, value);
        return {
          text: show(truncateText(formatPropertyValue(group, name, value), maxText)),
          ...(seen === undefined ? {} : { seen }),
          ...(others === undefined ? {} : { others }),
        };
      });
    rows.push({
      label: truncateText(visibleText(keyLabel(group, name)), 200),
      key: truncateText(visibleText(name), 200),
      change: now.length === 0 ? 'gone' : 'changed',
      before: views(before),
      now: views(now),
    });
  }
  return {
    status: summaryOf(
      hasEarlierValues(history),
      changes.length,
      changes.flatMap(({ before }) => before.flatMap(({ seen }) => seen ?? [])),
      context,
    ),
    groups: [...groups].map(([id, rows]) => ({
      id: truncateText(id, 200),
      title: (Object.hasOwn(groupTitles, id) ? groupTitles[id] : undefined) ?? truncateText(visibleText(id), 100),
      rows,
    })),
  };
}

function summaryOf(isScanned: boolean, changed: number, moments: readonly number[], context: RecordContext): string {
  if (!isScanned && changed === 0) return 'No values of earlier scans are stored.';
  if (changed === 0) return 'No property differs from what earlier scans found.';
  const count = `${numberWords(changed, context)} ${changed === 1 ? 'property' : 'properties'} changed`;
  const since = moments.reduce((oldest, at) => Math.min(oldest, at), Infinity);
  const shown = changed > maxChanges ? `; the first ${numberWords(maxChanges, context)} are shown` : '';
  return Number.isFinite(since) ? `${count} since ${formatDate(since)}${shown}.` : `${count}${shown}.`;
}
