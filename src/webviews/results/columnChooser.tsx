import type { ResultColumn } from '../messages/results';

interface ChooserProps {
  readonly columns: readonly ResultColumn[];
  readonly isShown: (column: ResultColumn) => boolean;
  readonly set: (id: string, shown: boolean) => void;
}

/** Which columns there are; what names a row is always there. */
export function ColumnChooser({ columns, isShown, set }: ChooserProps) {
  return (
    <details class="chooser">
      <summary>Columns</summary>
      <fieldset>
        <legend class="unseen">Columns</legend>
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
