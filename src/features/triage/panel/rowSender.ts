import type { Triaged } from '../../../core/triage/assess';
import type { ResultRow, ToResultsPanel } from '../../../webviews/messages/results';
import { Slices } from '../slices';
import type { FoundRows } from './rowSearch';
import { maxRows } from './triageModel';
import { triageRow, type TriageRowContext } from './triageRows';

/** Rows of the first message, which is small so that it is shown soon, and the most of each further one. */
const first = 100;
const chunk = 4_000;
/** Rows between two looks at the clock. */
const step = 50;

/** Sends the first {@link maxRows} rows, and rows that a text was found in, to the page of a panel, in chunks, so that neither side is blocked. */
export class RowSender {
  /** What the triage list has about each row, as it was sent. */
  private entries: string[] = [];
  /** Later rows that the page has because a text was found in them. */
  private found: ReadonlySet<number> = new Set();
  private sendCount = 0;
  /** Rows that are made, but not sent yet. */
  private unsent: { readonly from: number; readonly made: ResultRow[] } | undefined;

  constructor(
    private readonly context: () => TriageRowContext,
    private readonly post: (message: ToResultsPanel) => void,
  ) {}

  /** Sends all rows of a reading, and stops sending earlier ones. */
  send(id: string, rows: readonly Triaged[]): void {
    const sendNumber = ++this.sendCount;
    this.entries = [];
    this.found = new Set();
    const context = this.context();
    const count = Math.min(rows.length, maxRows);
    let from = 0;
    let made: ResultRow[] = [];
    this.unsent = undefined;
    const makeSlice = (): void => {
      if (sendNumber !== this.sendCount || from >= count) return;
      const end = Math.min(count, from === 0 ? first : from + chunk);
      const slices = new Slices();
      while (from + made.length < end && !slices.isOver) {
        const start = from + made.length;
        const indexes = Array.from({ length: Math.min(step, end - start) }, (_, at) => start + at);
        made.push(...this.makeRows(rows, indexes, context).map(([, row]) => row));
      }
      // For every message, the page filters and sorts all of its rows.
      this.unsent = { from, made };
      if (from + made.length === end) {
        this.post({ kind: 'rows', id, from, rows: made });
        this.unsent = undefined;
        from = end;
        made = [];
      }
      setTimeout(makeSlice, 0);
    };
    makeSlice();
  }

  /** Sends rows in which a text was found, of `count` that have it. */
  sendFound(id: string, text: string, rows: readonly Triaged[], { indexes, count }: FoundRows): void {
    this.found = new Set(indexes);
    this.post({ kind: 'found', id, text, count, rows: this.makeRows(rows, indexes, this.context()) });
  }

  /** Sends changed rows. */
  update(id: string, rows: readonly Triaged[], indexes: readonly number[]): void {
    const context = this.context();
    for (let from = 0; from < indexes.length; from += chunk) {
      const changed = this.makeRows(rows, indexes.slice(from, from + chunk), context);
      const { unsent } = this;
      for (const [index, row] of changed) {
        const at = index - (unsent?.from ?? 0);
        if (unsent !== undefined && at >= 0 && at < unsent.made.length) unsent.made[at] = row;
      }
      this.post({ kind: 'renewed', id, rows: changed });
    }
  }

  /** The rows whose state, note, or tags have changed. */
  rowsWithNewEntry(rows: readonly Triaged[]): readonly number[] {
    const context = this.context();
    return rows.flatMap((row, index) => (entryKey(row, context) === (this.entries[index] ?? '') ? [] : [index]));
  }

  private makeRows(rows: readonly Triaged[], indexes: readonly number[], context: TriageRowContext) {
    return indexes.flatMap((index): [number, ResultRow][] => {
      const row = index < maxRows || this.found.has(index) ? rows[index] : undefined;
      if (row === undefined) return [];
      this.entries[index] = entryKey(row, context);
      return [[index, triageRow(row, context)]];
    });
  }
}

function entryKey(row: Triaged, { stateOf, annotationOf }: TriageRowContext): string {
  const state = stateOf(row);
  return state === undefined ? '' : JSON.stringify([state, annotationOf(row)]);
}
