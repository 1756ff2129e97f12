import type { ComponentChildren } from 'preact';
import type { ResultsView, RowCountsMessage } from '../../messages/results';
import { CategoryFilter } from './categoryFilter';
import type { ResultsState } from '../resultsState';
import { RiskFilter } from './riskFilter';

/** The id of the bar, which its button names. */
export const filterBarId = 'filters';

interface FilterBarProps {
  readonly view: ResultsView;
  readonly state: ResultsState;
  readonly all: RowCountsMessage;
  /** Of the rows that match the text filter. */
  readonly matching: RowCountsMessage;
  readonly change: (changes: Partial<ResultsState>) => void;
  /** Whether the risks are here; in a wide panel they are always in view. */
  readonly hasRisk: boolean;
  /** What has no room elsewhere in a narrow panel. */
  readonly children: ComponentChildren;
}

/** The filters by risk, by what is known, by type, and by state; closed, it takes no room. */
export function FilterBar({ view, state, all, matching, change, hasRisk, children }: FilterBarProps) {
  if (!state.filtersOpen) return null;
  return (
    <div id={filterBarId} class="filters">
      {hasRisk ? (
        <RiskFilter
          all={all}
          matching={matching}
          risks={view.risks}
          chosen={state.levels}
          choose={(levels) => change({ levels })}
        />
      ) : null}
      {view.chips === undefined ? null : (
        <CategoryFilter
          chips={view.chips}
          all={all}
          matching={matching}
          chosen={state.tags}
          choose={(tags) => change({ tags })}
        />
      )}
      {children}
    </div>
  );
}
