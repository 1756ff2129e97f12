import type { Occurrence } from '../indicators/identity/types';
import { type BlockFound, kindOf } from './blockFound';
import { NumberList } from './numberList';
import { maxLocations } from './tally';

/** Indicators after which another list is started, so that a thread needs little memory. */
const maxNames = 200_000;

/** Occurrences without a location are counted by groups of lines, which have at most as many lines and seconds. */
const maxGroup = { lines: 64, seconds: 60 };

/** A string that doesn't keep the text it was cut out of in memory. */
function detached(text: string): string {
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private table = 0;
  private ids: Record<Occurrence['type'], Map<string, number>> = emptyIds();
  /** By index: the locations returned so far, and the occurrences without a location in the last group of lines. */
  private locations: number[] = [];
  private counts: number[] = [];
  /** The indicators that have such occurrences. */
  private counted: number[] = [];
  private group = -1;
  private groupLine = 0;
  private groupTime = 0;
  private readonly located = new NumberList();
  private readonly times = new NumberList();
  private readonly more = new NumberList();
  private readonly groups = new NumberList();
  private names: string[] = [];
  private kinds: number[] = [];
  private occurrences = 0;

  /**
   * Adds an occurrence at a line (from 0, in this part, in ascending order) and a column. `time` is that of the line, in
   * seconds since 1970, 0 if it isn't known.
   */
  add({ type, value, reserved }: Occurrence, line: number, column: number, time = 0): void {
    this.occurrences++;
    const isInGroup = line - this.groupLine < maxGroup.lines && Math.abs(time - this.groupTime) < maxGroup.seconds;
    if (this.group === -1 || !isInGroup) this.startGroup(line, time);
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
      this.locate(id, line, column, time);
      return;
    }
    const count = this.counts[id] ?? 0;
    this.counts[id] = count + 1;
    if (count === 0) this.counted.push(id);
  }

  /** The indicators of this part; the next part starts. */
  take(part: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'> & { readonly isTimed?: boolean }): BlockFound {
    this.endGroup();
    this.group = -1;
    const { table, names, occurrences } = this;
    const { bytes, lineEnds, tail, isTimed = false } = part;
    const kinds = Uint8Array.from(this.kinds);
    const [located, more, groups] = [this.located.take(), this.more.take(), this.groups.take()];
    const times = this.times.take();
    this.names = [];
    this.kinds = [];
    this.occurrences = 0;
    if (this.locations.length >= maxNames) this.startTable();
    return {
      ...{ table, names, kinds, located, more, groups, isTimed, bytes, occurrences, lineEnds, tail },
      times: isTimed ? times : new Int32Array(),
    };
  }

  private startGroup(line: number, time: number): void {
    this.endGroup();
    this.group++;
    this.groupLine = line;
    this.groupTime = time;
    this.groups.add(line);
    this.groups.add(time);
  }

  /** Lists what was counted in the last group of lines. */
  private endGroup(): void {
    for (const id of this.counted) {
      this.more.add(id);
      this.more.add(this.group);
      this.more.add(this.counts[id] ?? 0);
      this.counts[id] = 0;
    }
    this.counted = [];
  }

  private locate(id: number, line: number, column: number, time: number): void {
    this.located.add(id);
    this.located.add(line);
    this.located.add(column);
    this.times.add(time);
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
