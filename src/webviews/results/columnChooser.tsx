import type { ResultColumn } from '../messages/results';
import { t } from '../../l10n';

interface ChooserProps {
  readonly columns: readonly ResultColumn[];
  readonly isShown: (column: ResultColumn) => boolean;
  readonly set: (id: string, shown: boolean) => void;
}

/** Chooses columns; the name column is always shown. */
export function ColumnChooser({ columns, isShown, set }: ChooserProps) {
  return (
    <details class="chooser">
      <summary>{t('Columns')}</summary>
      <fieldset>
        <legend class="unseen">{t('Columns')}</legend>
        {columns
          .filter(({ kind }) => kind !== 'name')
          .map((column) => (
            <label key={column.id}>
              <input
                type="checkbox"
                checked={isShown(column)}
                onChange={(event) => set(column.id, event.currentTarget.checked)}
              />
              {column.title}
            </label>
          ))}
      </fieldset>
    </details>
  );
}
