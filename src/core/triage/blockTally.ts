import type { Occurrence } from '../indicators/identity/types';
import { type BlockFound, kindOf } from './blockFound';
import { maxLocations } from './tally';

/** Indicators after which another list is started, so that a thread needs little memory. */
const maxNames = 200_000;

/** A string that doesn't keep the text it was cut out of in memory. */
function detached(text: string): string {
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private table = 0;
  private ids: Record<Occurrence['type'], Map<string, number>> = emptyIds();
  /** By index: the locations returned so far, and the occurrences without a location in this part. */
  private locations: number[] = [];
  private counts: number[] = [];
  /** The indicators that have such occurrences. */
  private counted: number[] = [];
  private located = new Int32Array(3 << 12);
  private length = 0;
  private names: string[] = [];
  private kinds: number[] = [];
  private occurrences = 0;

  /** Adds an occurrence at a line (from 0, in this part) and a column. */
  add({ type, value, reserved }: Occurrence, line: number, column: number): void {
    this.occurrences++;
    const ids = this.ids[type];
    let id = ids.get(value);
    if (id === undefined) {
      id = this.locations.length;
      const name = detached(value);
      ids.set(name, id);
      this.names.push(name);
      this.kinds.push(kindOf(type, reserved));
      this.locations.push(0);
      this.counts.push(0);
    }
    const locations = this.locations[id] ?? 0;
    if (locations < maxLocations) {
      this.locations[id] = locations + 1;
      this.locate(id, line, column);
      return;
    }
    const count = this.counts[id] ?? 0;
    this.counts[id] = count + 1;
    if (count === 0) this.counted.push(id);
  }

  /** The indicators of this part; the next part starts. */
  take({ bytes, lineEnds, tail }: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'>): BlockFound {
    const { table, names, counted, counts, occurrences } = this;
    const more = new Int32Array(2 * counted.length);
    for (const [at, id] of counted.entries()) {
      more[2 * at] = id;
      more[2 * at + 1] = counts[id] ?? 0;
      counts[id] = 0;
    }
    const kinds = Uint8Array.from(this.kinds);
    const located = this.located.slice(0, this.length);
    this.names = [];
    this.kinds = [];
    this.counted = [];
    this.length = 0;
    this.occurrences = 0;
    if (this.locations.length >= maxNames) this.startTable();
    return { table, names, kinds, located, more, bytes, occurrences, lineEnds, tail };
  }

  private locate(id: number, line: number, column: number): void {
    if (this.length + 3 > this.located.length) {
      const larger = new Int32Array(2 * this.located.length);
      larger.set(this.located);
      this.located = larger;
    }
    this.located[this.length++] = id;
    this.located[this.length++] = line;
    this.located[this.length++] = column;
  }

  private startTable(): void {
    this.table++;
    this.ids = emptyIds();
    this.locations = [];
    this.counts = [];
  }
}

function emptyIds(): Record<Occurrence['type'], Map<string, number>> {
  return { domain: new Map(), ip: new Map(), url: new Map() };
}
