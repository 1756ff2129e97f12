import { useMemo } from 'preact/hooks';
import type { ResultColumn } from '../messages/results';
import { groupOf, type IndexedRow } from './rowOrder';
import { t } from '../../l10n';

interface GroupChooserProps {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly IndexedRow[];
  /** The ID of a column; undefined for none. */
  readonly chosen: string | undefined;
  readonly choose: (column: string | undefined) => void;
}

/** Chooses the column that rows are grouped by; only columns with a text in any row are offered. */
export function GroupChooser({ columns, rows, chosen, choose }: GroupChooserProps) {
  const groups = useMemo(
    () =>
      columns.filter(
        ({ id, isGroup }) => isGroup === true && (id === chosen || rows.some((row) => groupOf(row, id) !== '')),
      ),
    [columns, rows, chosen],
  );
  if (groups.length === 0) return null;
  return (
    <span class="group-by">
      <span aria-hidden="true">{t('Group by')}</span>
      <select
        aria-label={t('Group by')}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : value)}
      >
        <option value="">{t('None')}</option>
        {groups.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}
