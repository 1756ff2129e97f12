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

/** A note of a token: whether it was a word, and above that bit how often it occurred. */
const wordFlag = 1;
const countShift = 1;
const urlKind = typeOfKind(kindOf('url', false));

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private table = 0;
  private tokens = new TokenTable();
  /** Records in `tokens` of indicators that have occurrences without a location in the last group of lines. */
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
   * seconds since 1970, 0 if it isn't known. `isWord` as in `Findings`.
   */
  add(
    { type, value, reserved }: Pick<Occurrence, 'type' | 'value' | 'reserved'>,
    line: number,
    column: number,
    time = 0,
    isWord = false,
  ): void {
    const { tokens } = this;
    if (tokens.isFull) this.growTable();
    const kind = kindOf(type, reserved);
    const known = tokens.size;
    const record = tokens.recordOf(value, 0, value.length, typeOfKind(kind));
    if (tokens.size > known) {
      this.names.push(value);
      this.kinds.push(kind);
    }
    if (isWord) tokens.setNoteAt(record, tokens.noteAt(record) | wordFlag);
    this.addKnown(record, line, column, time);
  }

  /** The URL of a part of a text if it was added with `isWord`, for {@link addKnown}; -1 if not. */
  knownWord(text: string, from: number, to: number): number {
    const record = this.tokens.recordOf(text, from, to, urlKind, 0);
    return record !== -1 && (this.tokens.noteAt(record) & wordFlag) !== 0 ? record : -1;
  }

  /** Adds an occurrence of the URL that {@link knownWord} returned last, like {@link add}. */
  addKnown(record: number, line: number, column: number, time: number): void {
    this.occurrences++;
    const isInGroup = line - this.groupLine < this.groupLines && Math.abs(time - this.groupTime) < maxGroupSeconds;
    if (this.group === -1 || !isInGroup) this.startGroup(line, time);
    const { tokens } = this;
    // The locations returned so far, and then the occurrences without one in the last group of lines.
    const note = tokens.noteAt(record);
    const counted = note >> countShift;
    tokens.setNoteAt(record, note + (1 << countShift));
    if (counted < maxLocations) this.locate(tokens.numberAt(record), line, column, time);
    else if (counted === maxLocations) this.counted.add(record);
  }

  /** The indicators of this part; the next part starts. */
  take(part: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'> & { readonly isTimed?: boolean }): BlockFound {
    this.listCounted();
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
  }

  private growTable(): void {
    this.listCounted();
    this.tokens.grow();
  }

  private startGroup(line: number, time: number): void {
    this.listCounted();
    this.group++;
    this.groupLine = line;
    this.groupTime = time;
    this.groups.add(line);
    this.groups.add(time);
  }

  /** Lists what was counted in the last group of lines. */
  private listCounted(): void {
    const { tokens } = this;
    for (const record of this.counted.take()) {
      this.more.add(tokens.numberAt(record));
      this.more.add(this.group);
      const note = tokens.noteAt(record);
      this.more.add((note >> countShift) - maxLocations);
      tokens.setNoteAt(record, (maxLocations << countShift) | (note & wordFlag));
    }
  }

  private locate(id: number, line: number, column: number, time: number): void {
    this.located.add(id);
    this.located.add(line);
    this.located.add(column);
    this.located.add(time);
  }
}
