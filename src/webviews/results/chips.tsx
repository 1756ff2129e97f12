import { toggled } from '../common/grid/selection';
import type { ResultChip } from '../messages/results';
import type { IndexedRow } from './rowOrder';

interface ChipsProps {
  readonly chips: readonly ResultChip[];
  readonly rows: readonly IndexedRow[];
  /** Those of them that fit the filter: these are counted. */
  readonly matching: readonly IndexedRow[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (tags: ReadonlySet<string>) => void;
}

/** How many rows have each tag, and a click narrows to them; what no row has is not there. */
export function Chips({ chips, rows, matching, chosen, choose }: ChipsProps) {
  const all = countsOf(rows);
  const counts = countsOf(matching);
  return (
    <div class="chips" role="group" aria-label="Kinds of rows; a button shows only those of its kind">
      {chips
        .filter(({ id }) => all.has(id) || chosen.has(id))
        .map(({ id, label, title }) => (
          <button
            key={id}
            type="button"
            class={`chip${counts.has(id) ? '' : ' off'}`}
            title={title}
            aria-pressed={chosen.has(id)}
            onClick={() => choose(toggled(chosen, id))}
          >
            {(counts.get(id) ?? 0).toLocaleString()} {label}
          </button>
        ))}
    </div>
  );
}

function countsOf(rows: readonly IndexedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of rows) for (const tag of row.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}
