import { formatDate, interleave, plural, t } from '../../../l10n';
import { exactTerm } from '../../../core/explore/queries/exactTerms';
import { formatPropertyValue, groupTitle, keyLabel } from '../../../core/records/labels/propertyLabels';
import type { PropertyChange, PropertyValue } from '../../../core/records/history';
import { hostLabel } from '../../../core/records/labels/verdict';
import { Time } from '../../common/time';
import type { LinkedTextView } from '../../messages/parts';
import type { ComparisonView, RecordView } from '../../messages/record';
import { Card } from '../card';
import type { CardContext } from '../cardPart';
import { Fold } from '../fold';
import { Notice } from '../notices';
import { WithOthers } from '../others';
import { Waiting } from '../waiting';
import { oneLine, type Show } from '../shown';
import { usePanel } from '../panelContext';
import { joinCells } from '../cardPart';

/** The values of previous scans next to the current ones, once they were requested. */
export function Comparison({ record, context }: { readonly record: RecordView; readonly context: CardContext }) {
  const { state, send } = usePanel();
  const loaded = state.compared.get(record.id);
  if (loaded === undefined) return null;
  if (loaded === 'pending') {
    const host = record.compare?.host;
    const message =
      host === undefined ? t('Loading previous scans…') : t('Loading previous scans from {0}…', hostLabel(host));
    return <Waiting message={message} cancel={() => send({ kind: 'cancel', record: record.id, part: 'compare' })} />;
  }
  const { comparison, error } = loaded;
  return (
    <>
      {error === undefined ? null : (
        <Notice notice={error} showAgain={() => send({ kind: 'compare', record: record.id })} />
      )}
      {comparison === undefined ? null : <Compared comparison={comparison} context={context} />}
    </>
  );
}

interface ComparedRow {
  readonly group: string;
  readonly label: string;
  /** The original key, shown on hover. */
  readonly key: string;
  /** Without current values, it is gone. */
  readonly change: 'gone' | 'changed';
  readonly before: readonly ComparedValue[];
  readonly now: readonly ComparedValue[];
}

interface ComparedValue {
  readonly text: LinkedTextView;
  readonly seen: number | undefined;
  readonly term: string | undefined;
}

function Compared({ comparison, context }: { readonly comparison: ComparisonView; readonly context: CardContext }) {
  const { matches, show } = context;
  const rows = comparedRows(comparison, show);
  const groups = [...Map.groupBy(rows, ({ group }) => group)].flatMap(([group, all]) => {
    const wanted = all.filter(
      ({ label, key, before, now }) =>
        matches(group) || matches(label, key, ...[...before, ...now].map(({ text }) => text)),
    );
    return wanted.length === 0 ? [] : [{ group, wanted }];
  });
  return (
    <Card title={t('Previous scans')} copy={() => rows.flatMap(linesOf).join('\n')}>
      <p class="ask">
        <span>{comparisonStatus(comparison)}</span>
      </p>
      {groups.length === 0 ? null : (
        <table class="compared">
          <thead>
            <tr>
              <th scope="col">{t('Property')}</th>
              <th scope="col">{t('Previous')}</th>
              <th scope="col">{t('Current')}</th>
            </tr>
          </thead>
          {groups.map(({ group, wanted }) => (
            <tbody key={group}>
              <tr>
                <th class="group" scope="rowgroup" colSpan={3}>
                  {group}
                </th>
              </tr>
              {wanted.map(({ label, key, change, before, now }) => (
                <tr key={key} class={change}>
                  <th scope="row" title={key}>
                    {label} <span class="change">{changeLabel(change)}</span>
                  </th>
                  <td class="before">
                    <Side values={before} label={label} />
                  </td>
                  <td class="now">
                    <Side values={now} label={label} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </Card>
  );
}

/** “7 properties changed since March 3, 2025.” */
export function comparisonStatus({ changes, total, since, hasPreviousScans }: ComparisonView): string {
  if (total === 0)
    return hasPreviousScans
      ? t('No properties have changed since the previous scans.')
      : t('No previous scans are stored.');
  const count =
    since === undefined
      ? plural(total, { one: '{0} property changed.', other: '{0} properties changed.' })
      : plural(
          total,
          { one: '{0} property changed since {1}.', other: '{0} properties changed since {1}.' },
          formatDate(since),
        );
  return total > changes.length ? `${count} ${t('Showing the first {0}.', changes.length)}` : count;
}

/** The changes with their labels, in order. */
export function comparedRows({ changes }: ComparisonView, show: Show): readonly ComparedRow[] {
  return changes.map(({ group, name, before, now }: PropertyChange) => {
    const field = { of: group === 'attributes' ? 'attribute' : 'property', key: name } as const;
    const values = (all: readonly PropertyValue[]): readonly ComparedValue[] =>
      all.map(({ value, seen }) => ({
        text: show(formatPropertyValue(group, name, value)),
        seen,
        term: exactTerm(field, value),
      }));
    return {
      group: groupTitle(group) ?? oneLine(group, 100),
      label: oneLine(keyLabel(group, name, (now[0] ?? before[0])?.value), 200),
      key: oneLine(name, 200),
      change: now.length === 0 ? 'gone' : 'changed',
      before: values(before),
      now: values(now),
    };
  });
}

function changeLabel(change: ComparedRow['change']): string {
  return change === 'gone' ? t('removed') : t('changed');
}

function Side({ values, label }: { readonly values: readonly ComparedValue[]; readonly label: string }) {
  if (values.length === 0) return <span class="dim">—</span>;
  return values.map(({ text, seen, term }, index) => (
    <div key={index}>
      <WithOthers term={term} label={label} text={text}>
        <Fold text={text} />
      </WithOthers>
      {seen === undefined ? null : <span class="dim">{interleave('seen {0}', <Time key="seen" at={seen} />)}</span>}
    </div>
  ));
}

function linesOf({ group, label, change, before, now }: ComparedRow): readonly string[] {
  const line = (side: string, { text }: ComparedValue): string =>
    joinCells([group, label, changeLabel(change), side, text]);
  return [...before.map((value) => line(t('Previous'), value)), ...now.map((value) => line(t('Current'), value))];
}
