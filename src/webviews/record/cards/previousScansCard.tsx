import type { ComparedView, ComparisonView, RecordView } from '../../messages/recordParts';
import { Card } from '../parts/card';
import type { MatchesFilter } from '../parts/cardPart';
import { Fold } from '../parts/fold';
import { joinCells } from '../parts/listCard';
import { Time } from '../../common/time';
import { Notice } from '../parts/notices';
import { WithOthers } from '../parts/others';
import { usePanel } from '../state/panelContext';
import { usePersisted } from '../state/viewState';
import { Waiting } from '../parts/waiting';
import { strings } from '../strings';
import { t } from '../../../l10n';

/** The values of previous scans next to the current ones, once they were requested. */
export function Comparison({ record, matches }: { readonly record: RecordView; readonly matches: MatchesFilter }) {
  const { state, send } = usePanel();
  const loaded = state.compared.get(record.id);
  if (loaded === undefined) return null;
  const title = t('Previous scans');
  if (loaded === 'pending') {
    const cancel = (): void => send({ kind: 'cancel', record: record.id, part: 'compare' });
    return <Waiting message={record.compare?.pendingLabel ?? ''} cancel={cancel} />;
  }
  const { comparison, error } = loaded;
  return (
    <>
      {error === undefined ? null : (
        <Notice notice={error} showAgain={() => send({ kind: 'compare', record: record.id })} />
      )}
      {comparison === undefined ? null : (
        <Card title={title} copy={() => textOfComparison(comparison)}>
          <Compared comparison={comparison} matches={matches} />
        </Card>
      )}
    </>
  );
}

function Compared({
  comparison: { status, groups },
  matches,
}: {
  readonly comparison: ComparisonView;
  readonly matches: MatchesFilter;
}) {
  const [all, setAll] = usePersisted('showUnchanged', false);
  const hasSame = groups.some(({ rows }) => rows.some(({ change }) => change === 'same'));
  const shown = groups.flatMap(({ id, title, rows }) => {
    const wanted = rows.filter(
      (row) =>
        (all || row.change !== 'same') &&
        (matches(title) || matches(row.label, row.key, ...[...row.before, ...row.now].map(({ text }) => text))),
    );
    return wanted.length === 0 ? [] : [{ id, title, rows: wanted }];
  });
  return (
    <>
      <p class="ask">
        <span>{status}</span>
        {hasSame ? (
          <label>
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />{' '}
            {t('Show unchanged')}
          </label>
        ) : null}
      </p>
      {shown.length === 0 ? null : (
        <table class="compared">
          <thead>
            <tr>
              <th scope="col">{t('Property')}</th>
              <th scope="col">{t('Previous')}</th>
              <th scope="col">{t('Current')}</th>
            </tr>
          </thead>
          {shown.map(({ id, title, rows }) => (
            <tbody key={id}>
              <tr>
                <th class="group" scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <ComparedRow key={row.key} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </>
  );
}

function ComparedRow({ row: { label, key, change, before, now } }: { readonly row: ComparedView }) {
  return (
    <tr class={change}>
      <th scope="row" title={key}>
        {label} <span class="change">{strings.changes[change]()}</span>
      </th>
      <td class="before">
        <Side values={before} label={label} />
      </td>
      <td class="now">
        <Side values={now} label={label} />
      </td>
    </tr>
  );
}

function Side({ values, label }: { readonly values: ComparedView['before']; readonly label: string }) {
  if (values.length === 0) return <span class="dim">—</span>;
  return values.map(({ text, seen, others }, index) => (
    <div key={index}>
      <WithOthers term={others} label={label} text={text}>
        <Fold text={text} />
      </WithOthers>
      {seen === undefined ? null : <span class="dim">{strings.seen(<Time key="seen" at={seen} />)}</span>}
    </div>
  ));
}

function textOfComparison({ groups }: ComparisonView): string {
  return groups
    .flatMap(({ title, rows }) =>
      rows.flatMap(({ label, change, before, now }) => [
        ...before.map(({ text }) => joinCells([title, label, strings.changes[change](), t('Previous'), text])),
        ...now.map(({ text }) => joinCells([title, label, strings.changes[change](), t('Current'), text])),
      ]),
    )
    .join('\n');
}
