import type { Triaged } from '../../core/triage/assess';
import { maxRows } from './triageModel';

/** Rows that leave, and how they are called before the word “Rows”. */
export interface WantedRows {
  readonly which: 'Selected ' | 'Shown ' | 'All ';
  readonly rows: readonly Triaged[];
}

/** Which rows of a panel commands are about, by their indexes, as the page tells it. */
export class RowSelection {
  selected: readonly number[] = [];
  focused: number | undefined;
  /** Those that fit the filter, in the order shown. */
  shown: readonly number[] | undefined;

  clear(): void {
    this.selected = [];
    this.focused = undefined;
    this.shown = undefined;
  }

  /** Those selected; where a menu was opened on another row, that one; else the one with the focus. */
  targets(rows: readonly Triaged[], clicked?: { readonly type: string; readonly value: string }): readonly Triaged[] {
    const chosen = this.selected.flatMap((index) => rows[index] ?? []);
    const isThat = ({ indicator }: Triaged): boolean =>
      indicator.type === clicked?.type && indicator.value === clicked.value;
    if (clicked !== undefined && !chosen.some(isThat)) return rows.filter(isThat);
    if (chosen.length > 0) return chosen;
    const row = this.focused === undefined ? undefined : rows[this.focused];
    return row === undefined ? [] : [row];
  }

  /** Those selected, else those that fit the filter, else all. */
  wanted(rows: readonly Triaged[]): WantedRows {
    const some = (indexes: readonly number[]): readonly Triaged[] => indexes.flatMap((index) => rows[index] ?? []);
    if (this.selected.length > 0) return { which: 'Selected ', rows: some(this.selected) };
    const { shown } = this;
    const isNarrowed = shown !== undefined && shown.length < Math.min(rows.length, maxRows);
    return isNarrowed ? { which: 'Shown ', rows: some(shown) } : { which: 'All ', rows };
  }
}
