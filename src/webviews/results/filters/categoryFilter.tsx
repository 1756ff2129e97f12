import { formatNumber } from '../../../l10n';
import { toggled } from '../../common/grid/selection';
import { Roving } from '../../common/roving';
import type { ResultChip, RowCountsMessage } from '../../messages/results';

interface CategoryFilterProps {
  readonly chips: readonly ResultChip[];
  readonly all: RowCountsMessage;
  /** Of the rows that match the filter. */
  readonly matching: RowCountsMessage;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (tags: ReadonlySet<string>) => void;
}

/** Number of rows by tag, in labeled groups; a click filters by it. Tags without rows are omitted. */
export function CategoryFilter({ chips, all: allCounts, matching, chosen, choose }: CategoryFilterProps) {
  const all = new Map(allCounts.tags);
  const counts = new Map(matching.tags);
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
