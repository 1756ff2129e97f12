import { exactTerm } from '../../../core/explore/queries/exactTerm';
import { changesIn, hasPreviousValues, type PropertyHistory, type PropertyValue } from '../../../core/records/history';
import type { ComparedView, ComparisonView } from '../../../webviews/messages/recordParts';
import { joinSentences } from '../../shared/format/serviceMessage';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { formatPropertyValue, groupTitle, keyLabel } from './propertyLabels';
import type { RecordContext } from './recordContext';
import { showIn } from './recordView';
import { strings } from '../strings';

const maxChanges = 1_000;
const maxValues = 50;
const maxText = 4_000;

/** The properties of a record that differ from previous scans, by group, with their previous and current values. */
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
    status: statusOf(
      hasPreviousValues(history),
      changes.length,
      changes.flatMap(({ before }) => before.flatMap(({ seen }) => seen ?? [])),
    ),
    groups: [...groups].map(([id, rows]) => ({
      id: truncateText(id, 200),
      title: groupTitle(id) ?? truncateText(visibleText(id), 100),
      rows,
    })),
  };
}

function statusOf(isScanned: boolean, changed: number, times: readonly number[]): string {
  const { noPreviousScansStored, nothingChanged, changed: changes, changedSince, showingFirst } = strings.record;
  if (changed === 0) return isScanned ? nothingChanged() : noPreviousScansStored();
  const since = times.reduce((oldest, at) => Math.min(oldest, at), Infinity);
  const count = Number.isFinite(since) ? changedSince(changed, since) : changes(changed);
  return joinSentences(count, changed > maxChanges ? showingFirst(maxChanges) : '');
}
