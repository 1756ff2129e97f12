import { sourceIdOf, type IndicatorRef, type Records } from '../../core/lookups/opened';
import { hasEarlierValues, type PropertyHistory } from '../../core/records/history';
import type { Known } from '../../core/records/knowledge';
import { recordId } from './recordView';

/** Whether the records of one indicator have earlier scans that they can be compared with. */
export class EarlierScans {
  /** By record id, as far as it is known. */
  private readonly found = new Map<string, boolean>();

  constructor(
    private readonly records: Pick<Records, 'openHistory'>,
    private readonly refOf: (known: Known) => IndicatorRef,
    private readonly changed: () => void,
    private readonly ended: AbortSignal,
  ) {}

  /** Undefined where it is not known: a service is asked for them on a click alone. */
  of(known: Known): boolean | undefined {
    return this.found.get(recordId(known));
  }

  /** Finds out what this machine has of them: that costs nothing, and is listed nowhere. */
  async find(all: readonly Known[]): Promise<void> {
    for (const known of all) {
      const id = recordId(known);
      if (sourceIdOf(known.source) !== 'local:' || !isScanned(known) || this.found.has(id)) continue;
      this.found.set(id, false);
      const opened = await this.records.openHistory(this.refOf(known), {
        ...{ today: known, reason: 'record', again: true, signal: this.ended },
      });
      if (opened.kind === 'found') this.tell(known, opened.value);
    }
  }

  /** What a source said when it was asked for them. */
  tell(known: Known, history: PropertyHistory): void {
    const id = recordId(known);
    const [before, now] = [this.found.get(id), hasEarlierValues(history)];
    this.found.set(id, now);
    if (before !== now) this.changed();
  }
}

/** Whether its source is one that scans. */
export function isScanned({ source: { kind } }: Known): boolean {
  return kind === 'service' || kind === 'scan' || kind === 'sample';
}
