import { creditLine } from '../../core/records/labels/credit';
import { LayerBuilder } from '../../core/context/places';
import type { UtcMillis } from '../../core/records/record';
import { layerIdOf } from '../../core/store/places';
import type { Store } from '../../core/store/store';
import type { SourceTarget } from '../../core/store/writing/sources';
import type { ImportTally } from './importTally';
import type { ParsedChunk } from './parsedChunk';
import { retryWhileLocked } from './retryWhileLocked';

/** What an import does with the ranges of a list of locations: they become location data at the end. */
export class PlaceImport {
  private builder: LayerBuilder | undefined;

  constructor(private readonly source: SourceTarget) {}

  /** The number of ranges taken. */
  get count(): number {
    return this.builder?.count ?? 0;
  }

  take({ locations }: ParsedChunk, tally: ImportTally): void {
    if (locations === undefined) return;
    this.builder ??= new LayerBuilder();
    for (const { value, place = {} } of locations)
      if (!this.builder.add(value, place)) tally.skip([{ reason: { kind: 'noIndicator' }, example: value }]);
  }

  /** Whether there is location data of the source. */
  isIn(store: Store): boolean {
    const id = layerIdOf(this.source);
    return store.places.info()?.sources.some((each) => each.id === id) === true;
  }

  /** Replaces the location data of the source, or removes it if the source has become a short list. */
  async finish(store: Store, now: UtcMillis, signal: AbortSignal | undefined): Promise<void> {
    const { builder, source, count } = this;
    const id = layerIdOf(source);
    const { name, details } = source;
    const line = creditLine(details ?? {});
    const credit = line === undefined ? {} : { credit: line };
    const layer = count === 0 ? undefined : builder?.build({ id, name, asOf: now, ...credit });
    await retryWhileLocked(() => (layer === undefined ? store.places.tidy(id) : store.places.put(layer)), signal);
  }
}
