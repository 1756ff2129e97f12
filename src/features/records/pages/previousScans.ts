import type { IndicatorRef, Records } from '../../../core/lookups/opened';
import { isLocalSource, sourceIdOf } from '../../../core/records/sourceId';
import { hasPreviousValues, type PropertyHistory } from '../../../core/records/history';
import type { Known } from '../../../core/records/knowledge';
import { recordId } from '../view/recordView';

/** Whether the records of an indicator have previous scans to compare with. */
export class PreviousScans {
  /** By record id, if known. */
  private readonly found = new Map<string, boolean>();

  constructor(
    private readonly records: Pick<Records, 'openHistory'>,
    private readonly refOf: (known: Known) => IndicatorRef,
    private readonly changed: () => void,
    private readonly ended: AbortSignal,
  ) {}

  /** Undefined if unknown: a service is queried for them only on a click. */
  of(known: Known): boolean | undefined {
    return this.found.get(recordId(known));
  }

  /** Looks for local ones, which needs no request. */
  async find(all: readonly Known[]): Promise<void> {
    for (const known of all) {
      const id = recordId(known);
      if (!isLocalSource(sourceIdOf(known.source)) || !isScanned(known) || this.found.has(id)) continue;
      this.found.set(id, false);
      const opened = await this.records.openHistory(this.refOf(known), {
        ...{ today: known, reason: 'record', again: true, signal: this.ended },
      });
      if (opened.kind === 'found') this.setHistory(known, opened.value);
    }
  }

  /** Stores the answer of a source. */
  setHistory(known: Known, history: PropertyHistory): void {
    const id = recordId(known);
    const [before, now] = [this.found.get(id), hasPreviousValues(history)];
    this.found.set(id, now);
    if (before !== now) this.changed();
  }
}

/** Whether its source can scan. */
export function isScanned({ source: { kind } }: Known): boolean {
  return kind === 'service' || kind === 'scan' || kind === 'sample';
}
