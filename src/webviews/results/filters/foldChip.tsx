import type { ResultsState } from '../resultsState';
import { plural } from '../../../l10n';

interface FoldChipProps {
  readonly folded: number;
  readonly unfolded: boolean;
  readonly change: (changes: Partial<ResultsState>) => void;
}

/** Shows and hides the rows that say little: unknown and internal ones. */
export function FoldChip({ folded, unfolded, change }: FoldChipProps) {
  if (folded === 0) return null;
  return (
    <button
      type="button"
      class="chip fold"
      title={plural(folded, {
        one: 'Show {0} indicator about which nothing is known, or that is internal',
        other: 'Show {0} indicators about which nothing is known, or that are internal',
      })}
      aria-pressed={unfolded}
      onClick={() => change({ unfolded: !unfolded })}
    >
      {unfolded ? '' : '+ '}
      {plural(folded, { one: '{0} unknown or internal', other: '{0} unknown or internal' })}
    </button>
  );
}
