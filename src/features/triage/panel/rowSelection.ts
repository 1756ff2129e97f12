import type { Triaged } from '../../../core/triage/assess';
import { maxRows } from './triageModel';

/** Rows to export. */
export interface WantedRows {
  readonly which: 'selected' | 'shown' | 'all';
  readonly rows: readonly Triaged[];
}

/** The rows that commands apply to, by their indexes, as the page reports them. */
export class RowSelection {
  selected: readonly number[] = [];
  focused: number | undefined;
  /** Rows that match the filter, in the order shown. */
  shown: readonly number[] | undefined;

  clear(): void {
    this.selected = [];
    this.focused = undefined;
    this.shown = undefined;
  }

  /** The selected rows, or the row whose menu was opened, if it isn't selected; else the focused row. */
  targets(rows: readonly Triaged[], clicked?: { readonly type: string; readonly value: string }): readonly Triaged[] {
    const chosen = this.selected.flatMap((index) => rows[index] ?? []);
    const isThat = ({ indicator }: Triaged): boolean =>
      indicator.type === clicked?.type && indicator.value === clicked.value;
    if (clicked !== undefined && !chosen.some(isThat)) return rows.filter(isThat);
    if (chosen.length > 0) return chosen;
    const row = this.focused === undefined ? undefined : rows[this.focused];
    return row === undefined ? [] : [row];
  }

  /** The selected rows, else those that match the filter, else all. */
  wanted(rows: readonly Triaged[]): WantedRows {
    const some = (indexes: readonly number[]): readonly Triaged[] => indexes.flatMap((index) => rows[index] ?? []);
    if (this.selected.length > 0) return { which: 'selected', rows: some(this.selected) };
    const { shown } = this;
    // Without a filter, the page shows only the first ones.
    const isNarrowed =
      shown !== undefined && (shown.length < Math.min(rows.length, maxRows) || shown.some((index) => index >= maxRows));
    return isNarrowed ? { which: 'shown', rows: some(shown) } : { which: 'all', rows };
  }
}
