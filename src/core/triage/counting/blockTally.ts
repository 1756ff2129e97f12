import type { Occurrence } from '../../indicators/identity/types';
import { type BlockFound, kindOf, typeOfKind } from './blockFound';
import { maxLocations } from './locationStore';
import { NumberList } from './numberList';
import { TokenTable } from './tokenTable';

/** Indicators after which another list is started, so that a thread needs little memory. */
const maxNames = 500_000;

/** Occurrences without a location are counted by groups of lines, which have at most as many seconds. */
const maxGroupSeconds = 60;
/** Lines of a group in a text of unknown length. */
const defaultGroupLines = 64;

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private table = 0;
  private tokens = new TokenTable();
  /** By index: the locations returned so far, and the occurrences without a location in the last group of lines. */
  private locations = new NumberList();
  private counts = new NumberList();
  /** The indicators that have such occurrences. */
  private readonly counted = new NumberList();
  private group = -1;
  private groupLine = 0;
  private groupTime = 0;
  private readonly located = new NumberList();
  private readonly more = new NumberList();
  private readonly groups = new NumberList();
  private names: string[] = [];
  private kinds: number[] = [];
  private occurrences = 0;

  /** `groupLines`: lines in which occurrences without a location are counted together; far fewer than the text has. */
  constructor(private readonly groupLines = defaultGroupLines) {}

  /**
   * Adds an occurrence at a line (from 0, in this part, in ascending order) and a column. `time` is that of the line, in
   * seconds since 1970, 0 if it isn't known.
   */
  add(
    { type, value, reserved }: Pick<Occurrence, 'type' | 'value' | 'reserved'>,
    line: number,
    column: number,
    time = 0,
  ): void {
    this.occurrences++;
    const isInGroup = line - this.groupLine < this.groupLines && Math.abs(time - this.groupTime) < maxGroupSeconds;
    if (this.group === -1 || !isInGroup) this.startGroup(line, time);
    const kind = kindOf(type, reserved);
    const id = this.tokens.numberOf(value, typeOfKind(kind));
    if (id === this.locations.length) {
      this.names.push(value);
      this.kinds.push(kind);
      this.locations.add(0);
      this.counts.add(0);
    }
    const locations = this.locations.at(id);
    if (locations < maxLocations) {
      this.locations.set(id, locations + 1);
      this.locate(id, line, column, time);
      return;
    }
    const count = this.counts.at(id);
    this.counts.set(id, count + 1);
    if (count === 0) this.counted.add(id);
  }

  /** The indicators of this part; the next part starts. */
  take(part: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'> & { readonly isTimed?: boolean }): BlockFound {
    this.endGroup();
    this.group = -1;
    const { table, occurrences } = this;
    const { bytes, lineEnds, tail, isTimed = false } = part;
    const names = new TextEncoder().encode(this.names.map((name) => `${name}\n`).join(''));
    const kinds = Uint8Array.from(this.kinds);
    const [located, more, groups] = [this.located.take(), this.more.take(), this.groups.take()];
    this.names = [];
    this.kinds = [];
    this.occurrences = 0;
    if (this.tokens.size >= maxNames) this.startTable();
    return { table, names, kinds, located, more, groups, isTimed, bytes, occurrences, lineEnds, tail };
  }

  /** Starts another list: locations of the next part are returned whatever was returned before. */
  startTable(): void {
    this.table++;
    this.tokens = new TokenTable();
    this.locations = new NumberList();
    this.counts = new NumberList();
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
    for (const id of this.counted.take()) {
      this.more.add(id);
      this.more.add(this.group);
      this.more.add(this.counts.at(id));
      this.counts.set(id, 0);
    }
  }

  private locate(id: number, line: number, column: number, time: number): void {
    this.located.add(id);
    this.located.add(line);
    this.located.add(column);
    this.located.add(time);
  }
}
