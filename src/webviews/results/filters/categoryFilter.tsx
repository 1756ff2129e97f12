import { formatNumber } from '../../../l10n';
import { toggled } from '../../common/grid/selection';
import { Roving } from '../../common/roving';
import type { ResultChip } from '../../messages/results';
import type { IndexedRow } from '../rowOrder';

interface CategoryFilterProps {
  readonly chips: readonly ResultChip[];
  readonly rows: readonly IndexedRow[];
  /** The rows that match the filter, which are counted. */
  readonly matching: readonly IndexedRow[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (tags: ReadonlySet<string>) => void;
}

/** Number of rows by tag, in labeled groups; a click filters by it. Tags without rows are omitted. */
export function CategoryFilter({ chips, rows, matching, chosen, choose }: CategoryFilterProps) {
  const all = countsOf(rows);
  const counts = countsOf(matching);
  const groups = Map.groupBy(
    chips.filter(({ id }) => all.has(id) || chosen.has(id)),
    ({ group }) => group,
  );
  return (
    <>
      {Array.from(groups, ([group, members]) => (
        <Roving key={group} class="chips" role="group" label={group}>
          <span class="group-name" aria-hidden="true">
            {group}
          </span>
          {members.map(({ id, label, title }) => (
            <button
              key={id}
              type="button"
              class={`chip${counts.has(id) ? '' : ' off'}`}
              title={title}
              aria-pressed={chosen.has(id)}
              onClick={() => choose(toggled(chosen, id))}
            >
              {label} <span class="chip-count">{formatNumber(counts.get(id) ?? 0)}</span>
            </button>
          ))}
        </Roving>
      ))}
    </>
  );
}

function countsOf(rows: readonly IndexedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of rows) for (const tag of row.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}
