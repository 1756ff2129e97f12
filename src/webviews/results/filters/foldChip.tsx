import type { ResultsState } from '../resultsState';
import type { IndexedRow } from '../rowOrder';
import { strings } from '../strings';

interface FoldChipProps {
  readonly folded: readonly IndexedRow[];
  readonly unfolded: boolean;
  readonly change: (changes: Partial<ResultsState>) => void;
}

/** Shows and hides the rows that say little: unknown and internal ones. */
export function FoldChip({ folded, unfolded, change }: FoldChipProps) {
  if (folded.length === 0) return null;
  return (
    <button
      type="button"
      class="chip fold"
      title={strings.foldedTitle(folded.length)}
      aria-pressed={unfolded}
      onClick={() => change({ unfolded: !unfolded })}
    >
      {unfolded ? '' : '+ '}
      {strings.foldedRows(folded.length)}
    </button>
  );
}
