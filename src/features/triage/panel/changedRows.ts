import type { Triaged } from '../../../core/triage/assess';
import { rowsByKey } from './triageModel';
import type { TriageParts } from '../triageParts';

/** How often changed rows are reported, in milliseconds. */
const updateMillis = 100;

/** Collects the rows whose verdicts may have changed, and reports them together. */
export class ChangedRows {
  private readonly keys = new Set<string | undefined>();
  private byKey: { readonly rows: readonly Triaged[]; readonly indexes: ReturnType<typeof rowsByKey> } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly rows: () => readonly Triaged[],
    private readonly lookups: Pick<TriageParts['lookups'], 'wouldSend'>,
    private readonly onChanged: (indexes: readonly number[]) => void,
  ) {}

  /** The verdict of a lookup key has changed; undefined for all. */
  add(key: string | undefined): void {
    this.keys.add(key);
    this.timer ??= setTimeout(() => this.report(), updateMillis);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private report(): void {
    this.timer = undefined;
    const keys = [...this.keys];
    this.keys.clear();
    const rows = this.rows();
    if (keys.includes(undefined)) {
      // Settings determine how URLs are looked up, and so the keys.
      this.byKey = undefined;
      this.onChanged([...rows.keys()]);
      return;
    }
    if (this.byKey?.rows !== rows) this.byKey = { rows, indexes: rowsByKey(rows, this.lookups) };
    const { indexes } = this.byKey;
    this.onChanged([...new Set(keys.flatMap((key) => (key === undefined ? [] : (indexes.get(key) ?? []))))]);
  }
}
