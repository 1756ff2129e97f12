import type { ResultColumn } from '../messages/results';
import { t } from '../../l10n';

interface GroupChooserProps {
  readonly columns: readonly ResultColumn[];
  /** The columns in which any row has a text. */
  readonly groupable: readonly string[];
  /** The ID of a column; undefined for none. */
  readonly chosen: string | undefined;
  readonly choose: (column: string | undefined) => void;
}

/** Chooses the column that rows are grouped by; only columns with a text in any row are offered. */
export function GroupChooser({ columns, groupable, chosen, choose }: GroupChooserProps) {
  const groups = columns.filter(({ id, isGroup }) => isGroup === true && (id === chosen || groupable.includes(id)));
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
