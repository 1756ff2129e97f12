import type { ComponentChildren } from 'preact';
import type { ResultsView, RowCountsMessage, ResultChip } from '../../messages/results';
import type { ResultsState } from '../resultsState';
import { RiskFilter } from './riskFilter';
import { formatNumber, t } from '../../../l10n';
import { toggled } from '../../common/grid/selection';
import { Roving } from '../../common/roving';

/** The id of the bar, which its button names. */
export const filterBarId = 'filters';

interface FilterBarProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly all: RowCountsMessage;
  /** Counts of the rows that match the text filter. */
  readonly matching: RowCountsMessage;
  readonly change: (changes: Partial<ResultsState>) => void;
  /** Whether the risks are here; in a wide panel they are always in view. */
  readonly hasRisk: boolean;
  /** Tools without room elsewhere in a narrow panel. */
  readonly children: ComponentChildren;
}

/** The filters by risk and by tag; takes no room while it is closed. */
export function FilterBar({ view, state, all, matching, change, hasRisk, children }: FilterBarProps) {
  if (!state.filtersOpen) return null;
  return (
    <div id={filterBarId} class="filters">
      <div class="chip-groups">
        {hasRisk ? (
          <RiskFilter
            all={all}
            matching={matching}
            risks={view.risks}
            chosen={state.levels}
            choose={(levels) => change({ levels })}
            form="bar"
          />
        ) : null}
        {view.chips === undefined ? null : (
          <CategoryFilter
            chips={view.chips}
            matching={matching}
            chosen={state.tags}
            choose={(tags) => change({ tags })}
          />
        )}
      </div>
      {children}
    </div>
  );
}

interface CategoryFilterProps {
  readonly chips: readonly ResultChip[];
  /** Counts of the rows that match the filter. */
  readonly matching: RowCountsMessage;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (tags: ReadonlySet<string>) => void;
}

/** Number of rows by tag, in labeled groups; a click filters by it. Tags without rows that match are omitted. */
function CategoryFilter({ chips, matching, chosen, choose }: CategoryFilterProps) {
  const counts = new Map(matching.tags);
  const groups = Map.groupBy(
    chips.filter(({ id }) => counts.has(id) || chosen.has(id)),
    ({ group }) => group,
  );
  return (
    <>
      {Array.from(groups, ([group, options]) => (
        <Roving key={group} class="chips" role="group" label={group}>
          <span class="group-name" aria-hidden="true">
            {group}
          </span>
          {options.map(({ id, label, title }) => (
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

interface FoldChipProps {
  readonly folded: number;
  /** Whether all of them are internal or reserved. */
  readonly areReserved: boolean;
  readonly unfolded: boolean;
  /** Cuts the text if it has no room. */
  readonly isShort: boolean;
  readonly change: (changes: Partial<ResultsState>) => void;
}

/** Shows and hides the less useful rows: unknown and internal ones. */
export function FoldChip({ folded, areReserved, unfolded, isShort, change }: FoldChipProps) {
  if (folded === 0) return null;
  const prefix = unfolded ? '' : '+ ';
  const label = prefix + (areReserved ? t('{0} internal or reserved', folded) : t('{0} unknown or internal', folded));
  return (
    <button
      type="button"
      class={`chip fold${isShort ? ' short' : ''}`}
      title={label}
      aria-pressed={unfolded}
      onClick={() => change({ unfolded: !unfolded })}
    >
      {label}
    </button>
  );
}
