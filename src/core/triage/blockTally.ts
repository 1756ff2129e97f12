import type { Occurrence } from '../indicators/identity/types';
import { type BlockFound, kindOf } from './blockFound';
import { maxLocations } from './tally';

/** Indicators after which another list is started, so that a thread needs little memory. */
const maxNames = 50_000;

/** A string that doesn't keep the text it was cut out of in memory. */
function detached(text: string): string {
  // eslint-disable-next-line no-control-regex -- all characters of one byte
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private table = 0;
  private ids: Record<Occurrence['type'], Map<string, number>> = emptyIds();
  private size = 0;
  /** By index: locations returned so far, and in this part the occurrences and locations. */
  private located: number[] = [];
  private counts: number[] = [];
  private locations: (number[] | undefined)[] = [];
  /** The indicators of this part. */
  private touched: number[] = [];
  private names: string[] = [];
  private kinds: number[] = [];
  private occurrences = 0;

  /** Adds an occurrence at a line (from 0, in this part) and a column. */
  add({ type, value, reserved }: Occurrence, line: number, column: number): void {
    this.occurrences++;
    let id = this.ids[type].get(value);
    if (id === undefined) {
      id = this.size++;
      const name = detached(value);
      this.ids[type].set(name, id);
      this.names.push(name);
      this.kinds.push(kindOf(type, reserved));
      this.located.push(0);
      this.counts.push(0);
      this.locations.push(undefined);
    }
    const count = this.counts[id] ?? 0;
    this.counts[id] = count + 1;
    if (count === 0) this.touched.push(id);
    const located = this.located[id] ?? 0;
    if (located >= maxLocations) return;
    this.located[id] = located + 1;
    const locations = this.locations[id];
    if (locations === undefined) this.locations[id] = [line, column];
    else locations.push(line, column);
  }

  /** The indicators of this part; the next part starts. */
  take({ bytes, lineEnds, tail }: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'>): BlockFound {
    const { table, names, kinds, occurrences } = this;
    const found = { table, names, kinds: Uint8Array.from(kinds), counts: this.takeCounts(), bytes, occurrences };
    this.names = [];
    this.kinds = [];
    this.touched = [];
    this.occurrences = 0;
    if (this.size >= maxNames) this.startTable();
    return { ...found, lineEnds, tail };
  }

  private takeCounts(): Int32Array {
    const { touched, locations, counts } = this;
    const length = touched.reduce((sum, id) => sum + 3 + (locations[id]?.length ?? 0), 0);
    const numbers = new Int32Array(length);
    let at = 0;
    for (const id of touched) {
      const places = locations[id] ?? [];
      numbers[at++] = id;
      numbers[at++] = counts[id] ?? 0;
      numbers[at++] = places.length / 2;
      for (const place of places) numbers[at++] = place;
      counts[id] = 0;
      locations[id] = undefined;
    }
    return numbers;
  }

  private startTable(): void {
    this.table++;
    this.ids = emptyIds();
    this.size = 0;
    this.located = [];
    this.counts = [];
    this.locations = [];
  }
}

function emptyIds(): Record<Occurrence['type'], Map<string, number>> {
  return { domain: new Map(), ip: new Map(), url: new Map() };
}
