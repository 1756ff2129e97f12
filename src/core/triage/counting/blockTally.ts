import type { Occurrence } from '../../indicators/identity/types';
import { minGroupSeconds } from './binStore';
import { type BlockFound, type BlockNeed, kindOf, typeOfKind } from './blockFound';
import { KnownWords } from './knownWords';
import { larger } from './larger';
import { maxLocations } from './locationStore';
import { NumberList } from './numberList';
import { TokenTable } from './tokenTable';

/** Bytes in one piece of memory, which threads can send at once. */
class ByteList {
  private bytes = new Uint8Array(1 << 10);
  private size = 0;

  /** Adds a part of other bytes. */
  add(bytes: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    for (let at = from; at < to; at++) this.bytes[this.size++] = bytes[at] ?? 0;
  }

  addByte(byte: number): void {
    this.reserve(1);
    this.bytes[this.size++] = byte;
  }

  /** The bytes added so far; the list is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.size);
    this.size = 0;
    return taken;
  }

  private reserve(count: number): void {
    if (this.size + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.size + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Indicators after which another list is started, so that a thread needs little memory. */
const maxNames = 500_000;

/** Lines of a group in a text of unknown length. */
const defaultGroupLines = 64;

/** A note of a token: whether it was a word, and above that bit how often it occurred. */
const wordFlag = 1;
const countShift = 1;
/** Numbers of a span. */
const spanSize = 3;
const newline = 10;
const urlKind = typeOfKind(kindOf('url', false));

/**
 * Numbers of an occurrence that waits: the hash of its text, both halves, where the text starts and ends, its kind with
 * flags, its line and column, and the time of the line.
 */
const waitingSize = 8;
const [hashPlace, otherPlace, fromPlace, toPlace, kindPlace, linePlace, columnPlace, timePlace] = [
  0, 1, 2, 3, 4, 5, 6, 7,
];
const maxWaiting = 1 << 11;
/** A kind in a waiting occurrence: with flags, or none if the index is known, which is instead of the start. */
const kindMask = 7;
const isWordFlag = 8;
const isCopiedFlag = 16;
const isKnown = -1;

/** Counts the occurrences of one part of a text after the other. */
export class BlockTally {
  private readonly encoder = new TextEncoder();
  private table = 0;
  private readonly tokens = new TokenTable();
  private readonly words = new KnownWords();
  /** Occurrences that are counted together, because what is known about them is far apart in memory. */
  private readonly waiting = new Int32Array(waitingSize * maxWaiting);
  private waitingLength = 0;
  /** The bytes of their texts, or copies. */
  private bytes: Uint8Array = new Uint8Array();
  private copies = new Uint8Array(1 << 10);
  private copied = 0;
  private need: BlockNeed = { groupSeconds: minGroupSeconds, locations: maxLocations };
  /** Indicators that have occurrences without a location in the last group of lines. */
  private readonly counted = new NumberList();
  /** By index: the first and last time, and the last line, of those occurrences. */
  private spans = new Int32Array(spanSize << 10);
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
   * seconds since 1970, 0 if it isn't known. `isWord` as in `Findings`.
   */
  add(
    { type, value, reserved }: Pick<Occurrence, 'type' | 'value' | 'reserved'>,
    line: number,
    column: number,
    time = 0,
    isWord = false,
  ): void {
    const from = this.copied;
    const to = this.copy(value);
    const kind = kindOf(type, reserved);
    this.tokens.read(this.copies, from, to, typeOfKind(kind));
    this.wait(from, to, kind | isCopiedFlag | (isWord ? isWordFlag : 0), line, column, time);
  }

  /** The same, of an indicator in UTF-8 and a {@link kindOf}. The bytes may change after the next call with others, or {@link take}. */
  addBytes(
    bytes: Uint8Array,
    [from, to]: readonly [from: number, to: number],
    kind: number,
    line: number,
    column: number,
    time: number,
    isWord: boolean,
  ): void {
    this.use(bytes);
    this.tokens.read(bytes, from, to, typeOfKind(kind));
    this.wait(from, to, kind | (isWord ? isWordFlag : 0), line, column, time);
  }

  /** Reads the words of bytes in ASCII for {@link knownWordAt}. */
  readWords(bytes: Uint8Array, from: number, to: number): void {
    this.use(bytes);
    this.countWaiting();
    this.words.read(bytes, from, to, this.tokens, urlKind);
  }

  /**
   * The index of the URL that is the word at an offset, if it was added with `isWord` in an earlier text; -1 if not. Offsets
   * ascend.
   */
  knownWordAt(start: number): number {
    return this.words.at(start, this.tokens, wordFlag);
  }

  /** Where the word that {@link knownWordAt} found ends. */
  get knownWordEnd(): number {
    return this.words.end;
  }

  /** Adds an occurrence of the indicator with an index, like {@link add}. */
  addKnown(index: number, line: number, column: number, time: number): void {
    this.wait(index, 0, isKnown, line, column, time);
  }

  /** Sets what the parts from the next one on need; never more locations than before. */
  limit(need: BlockNeed): void {
    if (need.locations < this.need.locations) this.limitCounts(need.locations);
    this.need = need;
  }

  /** The indicators of this part; the next part starts. */
  take(part: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail'> & { readonly isTimed?: boolean }): BlockFound {
    this.countWaiting();
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
    this.tokens.clear();
  }

  /** Copies a text in UTF-8. Returns where it ends. */
  private copy(value: string): number {
    const longest = 3 * value.length;
    if (this.copied + longest > this.copies.length) {
      const larger = new Uint8Array(2 * (this.copied + longest));
      larger.set(this.copies);
      this.copies = larger;
    }
    this.copied += this.encoder.encodeInto(value, this.copies.subarray(this.copied)).written;
    return this.copied;
  }

  private use(bytes: Uint8Array): void {
    if (this.bytes === bytes) return;
    this.countWaiting();
    this.bytes = bytes;
  }

  private wait(from: number, to: number, kind: number, line: number, column: number, time: number): void {
    const { waiting, tokens, waitingLength: at } = this;
    waiting[at + hashPlace] = tokens.hash;
    waiting[at + otherPlace] = tokens.other;
    waiting[at + fromPlace] = from;
    waiting[at + toPlace] = to;
    waiting[at + kindPlace] = kind;
    waiting[at + linePlace] = line;
    waiting[at + columnPlace] = column;
    waiting[at + timePlace] = time;
    this.waitingLength = at + waitingSize;
    if (this.waitingLength === waiting.length) this.countWaiting();
  }

  private countWaiting(): void {
    const { waiting, waitingLength, tokens } = this;
    if (waitingLength === 0) return;
    this.waitingLength = 0;
    tokens.preload(waiting, waitingLength, waitingSize);
    for (let at = 0; at < waitingLength; at += waitingSize) {
      const isNumbered = waiting[at + kindPlace] === isKnown;
      const index = isNumbered ? (waiting[at + fromPlace] ?? 0) : this.indexOf(at);
      // Times have all 32 bits, for logs after January 2038.
      const time = (waiting[at + timePlace] ?? 0) >>> 0;
      this.count(index, waiting[at + linePlace] ?? 0, waiting[at + columnPlace] ?? 0, time);
    }
    this.copied = 0;
  }

  /** The index in the list of a waiting occurrence. */
  private indexOf(at: number): number {
    const { tokens, waiting } = this;
    const known = tokens.size;
    const index = tokens.numberOf(waiting[at + hashPlace] ?? 0, waiting[at + otherPlace] ?? 0);
    const kind = waiting[at + kindPlace] ?? 0;
    if (tokens.size > known) {
      const bytes = (kind & isCopiedFlag) === 0 ? this.bytes : this.copies;
      this.names.add(bytes, waiting[at + fromPlace] ?? 0, waiting[at + toPlace] ?? 0);
      this.names.addByte(newline);
      this.kinds.push(kind & kindMask);
    }
    if ((kind & isWordFlag) !== 0) tokens.setNote(index, tokens.noteOf(index) | wordFlag);
    return index;
  }

  private count(index: number, line: number, column: number, time: number): void {
    this.occurrences++;
    const isInGroup =
      line - this.groupLine < this.groupLines && Math.abs(time - this.groupTime) < this.need.groupSeconds;
    if (this.group === -1 || !isInGroup) this.startGroup(line, time);
    const { tokens } = this;
    // The locations returned so far, and then the occurrences without one in the last group of lines.
    const note = tokens.noteOf(index);
    const counted = note >> countShift;
    tokens.setNote(index, note + (1 << countShift));
    if (counted < this.need.locations) this.locate(index, line, column, time);
    else this.addToSpan(index, line, time, counted === this.need.locations);
  }

  private addToSpan(index: number, line: number, time: number, isFirst: boolean): void {
    const at = spanSize * index;
    if (at >= this.spans.length) this.spans = larger(this.spans, 2 * (at + spanSize));
    const { spans } = this;
    spans[at + 2] = line;
    if (isFirst) {
      this.counted.add(index);
      spans[at] = time;
      spans[at + 1] = time;
    } else if (time > 0) {
      const from = (spans[at] ?? 0) >>> 0;
      if (from === 0 || time < from) spans[at] = time;
      if (time > (spans[at + 1] ?? 0) >>> 0) spans[at + 1] = time;
    }
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
    const { locations } = this.need;
    for (const index of this.counted.take()) {
      this.more.add(index);
      this.more.add(this.group);
      const note = tokens.noteOf(index);
      this.more.add((note >> countShift) - locations);
      const at = spanSize * index;
      this.more.add(this.spans[at] ?? 0);
      this.more.add(this.spans[at + 1] ?? 0);
      this.more.add(this.spans[at + 2] ?? 0);
      tokens.setNote(index, (locations << countShift) | (note & wordFlag));
    }
  }

  private limitCounts(max: number): void {
    const { tokens } = this;
    for (let token = 0; token < tokens.size; token++) {
      const note = tokens.noteOf(token);
      if (note >> countShift > max) tokens.setNote(token, (max << countShift) | (note & wordFlag));
    }
  }

  private locate(id: number, line: number, column: number, time: number): void {
    this.located.add(id);
    this.located.add(line);
    this.located.add(column);
    this.located.add(time);
  }
}
