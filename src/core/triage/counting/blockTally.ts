import type { Occurrence } from '../../indicators/identity/types';
import { ByteList } from './byteList';
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
const newline = 10;
const urlKind = typeOfKind(kindOf('url', false));

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private readonly encoder = new TextEncoder();
  private table = 0;
  private tokens = new TokenTable();
  /** Indicators that have occurrences without a location in the last group of lines. */
  private readonly counted = new NumberList();
  private group = -1;
  private groupLine = 0;
  private groupTime = 0;
  private readonly located = new NumberList();
  private readonly more = new NumberList();
  private readonly groups = new NumberList();
  private readonly names = new ByteList();
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
    const bytes = this.encoder.encode(value);
    this.addKnown(this.indexOf(bytes, 0, bytes.length, kindOf(type, reserved)), line, column, time);
  }

  /**
   * The index in the list of an indicator in UTF-8. `isWord` as in `Findings`.
   */
  indexOf(bytes: Uint8Array, from: number, to: number, kind: number, isWord = false): number {
    const { tokens } = this;
    const known = tokens.size;
    const index = tokens.numberOf(bytes, from, to, typeOfKind(kind));
    if (tokens.size > known) {
      this.names.add(bytes, from, to);
      this.names.addByte(newline);
      this.kinds.push(kind);
    }
    if (isWord) tokens.setNote(index, tokens.noteOf(index) | wordFlag);
    return index;
  }

  /** The index of a URL in UTF-8 if it was added with `isWord`; -1 if not. */
  knownWord(bytes: Uint8Array, from: number, to: number): number {
    const index = this.tokens.numberOf(bytes, from, to, urlKind, 0);
    return index !== -1 && (this.tokens.noteOf(index) & wordFlag) !== 0 ? index : -1;
  }

  /** Adds an occurrence of the indicator with an index, like {@link add}. */
  addKnown(index: number, line: number, column: number, time: number): void {
    this.occurrences++;
    const isInGroup = line - this.groupLine < this.groupLines && Math.abs(time - this.groupTime) < maxGroupSeconds;
    if (this.group === -1 || !isInGroup) this.startGroup(line, time);
    const { tokens } = this;
    // The locations returned so far, and then the occurrences without one in the last group of lines.
    const note = tokens.noteOf(index);
    const counted = note >> countShift;
    tokens.setNote(index, note + (1 << countShift));
    if (counted < maxLocations) this.locate(index, line, column, time);
    else if (counted === maxLocations) this.counted.add(index);
  }

  /** The indicators of this part; the next part starts. */
  take(part: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'> & { readonly isTimed?: boolean }): BlockFound {
    this.listCounted();
    this.group = -1;
    const { table, occurrences } = this;
    const { bytes, lineEnds, tail, isTimed = false } = part;
    const names = this.names.take();
    const kinds = Uint8Array.from(this.kinds);
    const [located, more, groups] = [this.located.take(), this.more.take(), this.groups.take()];
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
    for (const index of this.counted.take()) {
      this.more.add(index);
      this.more.add(this.group);
      const note = tokens.noteOf(index);
      this.more.add((note >> countShift) - maxLocations);
      tokens.setNote(index, (maxLocations << countShift) | (note & wordFlag));
    }
  }

  private locate(id: number, line: number, column: number, time: number): void {
    this.located.add(id);
    this.located.add(line);
    this.located.add(column);
    this.located.add(time);
  }
}
