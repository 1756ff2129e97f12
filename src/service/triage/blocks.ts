import { isAscii } from 'node:buffer';
import { type Findings, type FindOptions, type Occurrence, passIndicators } from '../../core/indicators';
import { type ClientRange, type EventForm, LineClients, getName } from '../../core/triage/clients';
import { type BlockFound, getKind } from '../../core/triage/counting/blockFound';
import {
  type BlockPosition,
  type BlockCounter,
  noClient,
  theOtherAddress,
} from '../../core/triage/counting/blockCounter';
import { BlockTimes } from '../../core/triage/counting/blockTimes';
import { epochLength } from '../../core/triage/counting/timestamps';
import { encodingMarks } from '../../core/indicators/detect/encoded/encodedParts';
import type { TextEncoding } from '../../core/text/encoding';

/** Classes of bytes in UTF-8. */
const label = 1;
const bracket = 2;
const hex = 4;
const wide = 8;
const afterColon = 16;

const classes = new Uint8Array(256);
const classify = (pattern: RegExp, flag: number): void => {
  for (let code = 0; code < 128; code++)
    if (pattern.test(String.fromCharCode(code))) classes[code] = (classes[code] ?? 0) | flag;
};
classify(/[a-z0-9_-]/i, label);
classify(/[[({< \\]/, bracket);
classify(/[0-9a-f]/i, hex);
classify(/[:/\\&[\](){}]/, afterColon);
for (let code = 128; code < 256; code++) classes[code] = label | wide;

/** Characters after which an anchor is looked for: `.`, `:`, the `d` of `dot`, and the first bytes of wide dots. */
const anchors = new Uint8Array(256);
for (const code of [0x2e, 0x3a, 0x64, 0x44, 0xe2, 0xe3, 0xef]) anchors[code] = 1;

/** U+2024, U+3002, U+FF0E, and U+FF61 in UTF-8. */
const wideDots = [0xe280a4, 0xe38082, 0xefbc8e, 0xefbda1];

/**
 * Whether bytes in UTF-8 can contain any part of an indicator that `findIndicators` finds by what is between them. False
 * only if nothing in them looks like a dot between two labels, a colon of a URL or of an IPv6 address, or a defanged one;
 * a test compares this with `findIndicators`. Ends at the first such position, which is near in most texts with indicators.
 * Names and URLs of which everything is encoded are looked for last.
 */
export function mayHold(bytes: Uint8Array, from: number, to: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = from;
  // Four bytes at once: in most of them, there is no such character.
  for (; at + 4 <= to; at += 4) {
    const four = view.getInt32(at, true);
    const found = zeroByte(four ^ fullStops) | zeroByte(four ^ colons) | zeroByte((four | spaces) ^ lettersD) | four;
    if ((found & highBits) !== 0 && hasAnchor(bytes, at, at + 4)) return true;
  }
  if (hasAnchor(bytes, at, to)) return true;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
  return markBytes.some(({ byte, marks }) => text.includes(byte) && marks.some((mark) => text.includes(mark)));
}

/** A byte four times: `.`, `:`, `d`, and others. */
const [fullStops, colons, lettersD, spaces] = [0x2e2e2e2e, 0x3a3a3a3a, 0x64646464, 0x20202020];
const [ones, highBits] = [0x01010101, 0x80808080 | 0];

/** Has the highest bit of a byte if one of the four is zero, and of no byte otherwise. */
function zeroByte(four: number): number {
  return (four - ones) & ~four & highBits;
}

function hasAnchor(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = bytes[at] ?? 0;
    if (anchors[code] === 1 && isAnchor(bytes, at, code)) return true;
  }
  return false;
}

function isAnchor(bytes: Uint8Array, at: number, code: number): boolean {
  const before = classes[bytes[at - 1] ?? 0] ?? 0;
  const next = bytes[at + 1] ?? 0;
  switch (code) {
    case 0x2e: {
      const after = classes[next] ?? 0;
      return (before & bracket) !== 0 || ((before & label) !== 0 && ((after & label) !== 0 || next === 0x5d));
    }
    case 0x3a:
      return (before & bracket) !== 0 || ((classes[next] ?? 0) & afterColon) !== 0 || isGroup(bytes, at);
    case 0x64:
    case 0x44:
      return (before & bracket) !== 0 && ((bytes[at + 1] ?? 0) | 32) === 0x6f && ((bytes[at + 2] ?? 0) | 32) === 0x74;
    default:
      return wideDots.includes((code << 16) | (next << 8) | (bytes[at + 2] ?? 0));
  }
}

/** Whether at least two groups of an IPv6 address without `::` follow a colon; a time has two colons. */
function isGroup(bytes: Uint8Array, colon: number): boolean {
  let at = colon;
  for (let groups = 0; groups < 2; groups++) {
    const from = ++at;
    while (at < from + 4 && ((classes[bytes[at] ?? 0] ?? 0) & hex) !== 0) at++;
    if (at === from) return false;
    if (bytes[at] === 0x5b) return true;
    if (bytes[at] !== 0x3a) return false;
  }
  return true;
}

/** The first byte of what only encodings have is looked for first. */
const markBytes = encodingMarks.map(([character, marks]) => ({ byte: character.charCodeAt(0), marks }));

export type Encoding = TextEncoding;

/** A part of a text, and the bytes around it. */
export interface Block {
  readonly bytes: Uint8Array;
  /** Start and end of the part in `bytes`. */
  readonly from: number;
  readonly to: number;
}

/** Bytes searched at once. With what is around them, they are below 128 KiB, where V8 allocates strings much faster. */
const segmentBytes = 96 * 1024;
/** Bytes of a block of a text of unknown length: few enough that its indicators are soon seen. */
export const defaultBlockBytes = 3 * segmentBytes;
/** A larger file has larger blocks, so that threads have less to send. */
const largeFileBytes = 256 * 2 ** 20;
const largeBlockBytes = 6 * segmentBytes;

/** Bytes of a block of a file. */
export function getBlockBytes(fileBytes: number): number {
  return fileBytes < largeFileBytes ? defaultBlockBytes : largeBlockBytes;
}
/** UTF-16 units around a block that a search also reads, as in `findInChunks`; a block that ends with a line needs fewer. */
const reach = 16_384;
const lineReach = 512;
/** The most bytes of a UTF-16 unit, in any encoding. */
const bytesPerUnit = 3;
/** The bytes around a block. */
export const reachBytes = bytesPerUnit * reach;

const newline = 10;
const equals = 61;
const widthOf = (encoding: Encoding): 1 | 2 => (encoding === 'utf-8' ? 1 : 2);

/** Reads UTF-16 units, or bytes of UTF-8. */
function unitAt(bytes: Uint8Array, at: number, encoding: Encoding): number {
  if (at < 0) return 0;
  const first = bytes[at] ?? 0;
  if (encoding === 'utf-8') return first;
  const second = bytes[at + 1] ?? 0;
  return encoding === 'utf-16le' ? first | (second << 8) : (first << 8) | second;
}

/**
 * Returns a point to split bytes, at `at` or before it, but after `lowest`: after a line end, otherwise after a space,
 * and always between two characters. It depends only on the bytes in between, so that threads agree on it.
 */
export function splitPoint(
  bytes: Uint8Array,
  at: number,
  lowest: number,
  encoding: Encoding,
  eventStart?: string,
): number {
  const event = eventStart === undefined ? undefined : eventStartBefore(bytes, at, lowest, eventStart);
  return event ?? lineStartBefore(bytes, at, lowest, encoding) ?? wordStartBefore(bytes, at, lowest, encoding);
}

/** The start of the last event that starts in `(lowest, at]`, see {@link EventForm}. */
export function eventStartBefore(bytes: Uint8Array, at: number, lowest: number, start: string): number | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = view.lastIndexOf(start, at);
  return found > lowest ? found : undefined;
}

/** The start of the last line that starts in `(lowest, at]`; lines that mail wraps after an equals sign are one. */
export function lineStartBefore(bytes: Uint8Array, at: number, lowest: number, encoding: Encoding): number | undefined {
  const width = widthOf(encoding);
  for (let end = at; end > lowest;) {
    const found = bytes.subarray(lowest, end).lastIndexOf(newline);
    if (found === -1) return undefined;
    const line = lowest + found;
    const start = width === 1 ? line : line - (line % 2);
    if (unitAt(bytes, start, encoding) === newline && !isSoftBreak(bytes, start, encoding)) return start + width;
    end = start;
  }
  return undefined;
}

function isSoftBreak(bytes: Uint8Array, line: number, encoding: Encoding): boolean {
  const width = widthOf(encoding);
  const isCarriageReturn = unitAt(bytes, line - width, encoding) === 13;
  return unitAt(bytes, line - (isCarriageReturn ? 2 : 1) * width, encoding) === equals;
}

function wordStartBefore(bytes: Uint8Array, at: number, lowest: number, encoding: Encoding): number {
  const width = widthOf(encoding);
  for (let end = at; end > lowest; end -= width) {
    const unit = unitAt(bytes, end - width, encoding);
    if (unit === 32 || unit === 9) return end;
  }
  return characterStart(bytes, at, encoding);
}

/** The start of the character that contains `at`. */
function characterStart(bytes: Uint8Array, at: number, encoding: Encoding): number {
  if (encoding !== 'utf-8') return unitAt(bytes, at, encoding) >> 10 === 0x37 ? at - 2 : at;
  for (let back = 0; back < 4 && back <= at; back++) {
    const code = bytes[at - back] ?? 0;
    if (code < 0x80) return at;
    if (code >= 0xc0) return at - back;
  }
  return at;
}

/** Decodes whole characters. A byte order mark is a character here. */
function decoded(bytes: Uint8Array, from: number, to: number, encoding: Encoding): string {
  const part = bytes.subarray(from, to);
  if (encoding === 'utf-8' && isAscii(part)) return latin1(bytes, from, to);
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(part);
}

/** Finds the indicators of one part of a text after the other, which must not be code. */
export class BlockFinder implements Findings {
  private text = '';
  /** Start and end of the part in the text. */
  private first = 0;
  private end = 0;
  /** The bytes of the text if it is ASCII, and where it starts there. */
  private ascii: { readonly bytes: Uint8Array; readonly offset: number } | undefined;
  /** Offsets of the start of the current line, and of the next line end. */
  private lineStart = 0;
  private nextLineEnd = 0;
  private lineEnds = 0;
  private tail = 0;
  private times = new BlockTimes();
  /** Offsets of the start of the current event, and of the next one: see {@link EventForm}. */
  private eventStart = 0;
  private nextEvent = 0;
  private eventEnds = 0;
  private readonly clients: LineClients;
  /** Location and number of the current event's client, once it was looked for. */
  private clientEvent = NaN;
  private clientStart = -1;
  private clientEnd = -1;
  private clientNumber = noClient;
  /** That of the occurrence that is added. */
  private readonly position: BlockPosition = { line: 0, column: 0, time: 0, event: 0, client: noClient };

  constructor(
    private readonly counter: BlockCounter,
    private readonly encoding: Encoding,
    private readonly options: FindOptions,
    private readonly form: EventForm = noForm,
  ) {
    this.clients = new LineClients(form.clients);
  }

  find(block: Block): BlockFound {
    this.lineEnds = 0;
    this.eventEnds = 0;
    this.tail = 0;
    this.times = new BlockTimes();
    this.counter.start(!this.isEventStart(block));
    for (const { from, to, isEmpty } of this.segments(block)) {
      if (isEmpty) this.skip(block.bytes, from, to);
      else this.search(block.bytes, from, to);
    }
    const { isTimed = false, zone } = this.times;
    const { lineEnds, eventEnds, tail } = this;
    return this.counter.take({ bytes: block.to - block.from, lineEnds, eventEnds, tail, isTimed, zone });
  }

  private isEventStart({ bytes, from }: Block): boolean {
    const { start } = this.form;
    if (from === 0) return true;
    if (start !== undefined) return latin1(bytes, from, Math.min(bytes.length, from + start.length)) === start;
    return unitAt(bytes, from - widthOf(this.encoding), this.encoding) === newline;
  }

  /** The parts of a block that can contain indicators, and those that can't, which aren't decoded. */
  private segments({ bytes, from, to }: Block): readonly { from: number; to: number; isEmpty: boolean }[] {
    if (this.encoding !== 'utf-8' || this.form.start !== undefined) return [{ from, to, isEmpty: false }];
    const segments: { from: number; to: number; isEmpty: boolean }[] = [];
    for (let start = from; start < to;) {
      const isLast = to - start <= 1.125 * segmentBytes;
      const line = isLast ? undefined : lineStartBefore(bytes, start + segmentBytes, start, this.encoding);
      const end = line ?? to;
      // A word that isn't whole may continue with a dot.
      const isWhole = bytes[end - 1] === newline || end === bytes.length;
      const isEmpty = !mayHold(bytes, start, isWhole ? end : Math.min(bytes.length, end + reachBytes));
      const last = segments.at(-1);
      if (isEmpty && last?.isEmpty === true) last.to = end;
      else segments.push({ from: start, to: end, isEmpty });
      start = end;
    }
    return segments;
  }

  add(occurrence: Occurrence, isWord = false): void {
    const { start, end, raw, value, type, reserved } = occurrence;
    if (start < this.first || start >= this.end) return;
    const { counter, ascii } = this;
    const position = this.positionOf(start, end, reserved);
    if (ascii === undefined || raw !== value) {
      counter.add(occurrence, position, isWord);
      return;
    }
    const range = [ascii.offset + start, ascii.offset + end] as const;
    counter.addBytes(ascii.bytes, range, getKind(type, reserved), position, isWord);
  }

  addAgain(start: number): number {
    const { ascii, counter } = this;
    if (ascii === undefined) return 0;
    const index = counter.knownWordAt(ascii.offset + start);
    if (index === -1) return 0;
    if (start >= this.first && start < this.end)
      counter.addKnown(index, this.positionOf(start, counter.knownWordEnd - ascii.offset, false));
    return counter.knownWordEnd - ascii.offset;
  }

  skipNumber(offset: number): number {
    // Only the time of a line, which is at its start, is known before it was searched.
    const lineStart = offset - epochLength;
    if (lineStart <= this.first || offset >= this.end || this.text.charCodeAt(lineStart - 1) !== newline) return 0;
    return this.times.at(lineStart) === 0 ? 0 : this.times.numberEnd(lineStart);
  }

  private skip(bytes: Uint8Array, from: number, to: number): void {
    let lines = 0;
    let lineStart = from;
    for (let at = bytes.indexOf(newline, from); at !== -1 && at < to; at = bytes.indexOf(newline, at + 1)) {
      lines++;
      lineStart = at + 1;
    }
    this.lineEnds += lines;
    this.eventEnds += lines;
    this.tail = (lines === 0 ? this.tail : 0) + decoded(bytes, lineStart, to, this.encoding).length;
  }

  private search(bytes: Uint8Array, from: number, to: number): void {
    const { text, start, end, offset } = this.withContext(bytes, from, to);
    this.text = text;
    this.ascii = offset === undefined ? undefined : { bytes, offset };
    this.lineStart = start - this.tail;
    this.nextLineEnd = this.lineEndFrom(start);
    this.times.use(this.text, start, this.form.start);
    this.startEvents(start);
    this.first = start;
    this.end = end;
    if (offset !== undefined) this.counter.readWords(bytes, offset, offset + text.length);
    passIndicators(this.text, this, this.options);
    this.advance(end);
    this.tail = end - this.lineStart;
    if (this.form.start !== undefined && this.text.startsWith(this.form.start, end)) this.eventEnds++;
    this.text = '';
  }

  private withContext(bytes: Uint8Array, from: number, to: number): PartInContext {
    const { encoding } = this;
    const width = widthOf(encoding);
    const isLine = (at: number): boolean => unitAt(bytes, at - width, encoding) === newline;
    const [back, ahead] = [isLine(from) ? lineReach : reach, isLine(to) ? lineReach : reach];
    const ascii = encoding === 'utf-8' ? asciiContext(bytes, [from, to], back, ahead) : undefined;
    if (ascii !== undefined) return ascii;
    const first = characterStart(bytes, Math.max(from % width, from - bytesPerUnit * back), encoding);
    const whole = bytes.length - ((bytes.length - to) % width);
    const last = characterStart(bytes, Math.min(whole, to + bytesPerUnit * ahead), encoding);
    const before = decoded(bytes, first, from, encoding);
    const own = decoded(bytes, from, to, encoding);
    const after = decoded(bytes, to, last, encoding).slice(0, ahead);
    const context = before.slice(contextStart(before, back));
    return { text: [context, own, after].join(''), start: context.length, end: context.length + own.length };
  }

  /** The position of an occurrence, which the next one overwrites. */
  private positionOf(start: number, end: number, reserved: boolean): BlockPosition {
    const { position } = this;
    this.advance(start);
    position.line = this.lineEnds;
    position.column = start - this.lineStart + 1;
    position.event = this.eventEnds;
    position.time =
      this.form.start === undefined ? this.times.at(this.lineStart) : this.times.ofEvent(this.eventRange());
    position.client = this.form.clients.length === 0 ? this.otherAddress() : this.clientOf(start, end, reserved);
    return position;
  }

  /** Without known fields of clients, only timed lines have another address. */
  private otherAddress(): number {
    const { start, isAboutNobody } = this.form;
    return start === undefined && isAboutNobody !== true && this.times.isTimed === true ? theOtherAddress : noClient;
  }

  /** Who the current event is about, if that isn't the indicator between two offsets itself. */
  private clientOf(start: number, end: number, reserved: boolean): number {
    if (this.clientEvent !== this.eventStart) this.readClient();
    if (this.clientStart !== start || this.clientEnd !== end) return this.clientNumber;
    // An internal client isn't what somebody else talked to.
    if (reserved) return noClient;
    const found = this.findClient(this.text.slice(start, end));
    return found === undefined ? noClient : this.numberOf(found);
  }

  private readClient(): void {
    this.clientEvent = this.eventStart;
    const found = this.findClient();
    this.clientStart = found?.start ?? -1;
    this.clientEnd = found?.end ?? -1;
    this.clientNumber = found === undefined ? noClient : this.numberOf(found);
  }

  private findClient(other?: string): ClientRange | undefined {
    const { text } = this;
    return this.clients.find(text, Math.max(0, this.eventStart), Math.min(this.nextEvent, text.length), other);
  }

  /** The number of a client in the text. */
  private numberOf(found: ClientRange): number {
    const { text, ascii, counter } = this;
    const { start, end, escapes } = found;
    if (ascii === undefined || escapes !== undefined) return counter.clientOf(getName(text, found));
    return counter.client(ascii.bytes, ascii.offset + start, ascii.offset + end);
  }

  private eventRange(): readonly [start: number, end: number] {
    return [Math.max(0, this.eventStart), Math.min(this.nextEvent, this.text.length)];
  }

  /** Continues with the event at an offset of another text. */
  private startEvents(offset: number): void {
    const { start } = this.form;
    this.clientEvent = NaN;
    if (start === undefined) {
      this.eventStart = this.lineStart;
      this.nextEvent = this.nextLineEnd;
      return;
    }
    const before = this.text.lastIndexOf(start, offset);
    this.eventStart = Math.max(0, before);
    this.nextEvent = this.eventFrom(Math.max(offset, before + 1));
  }

  private eventFrom(at: number): number {
    const found = this.text.indexOf(this.form.start ?? '\n', at);
    return found === -1 ? Infinity : found;
  }

  private advanceEvents(to: number): void {
    if (this.form.start === undefined) {
      this.eventEnds = this.lineEnds;
      this.eventStart = this.lineStart;
      this.nextEvent = this.nextLineEnd;
      return;
    }
    while (this.nextEvent < to) {
      this.eventEnds++;
      this.eventStart = this.nextEvent;
      this.nextEvent = this.eventFrom(this.nextEvent + 1);
    }
  }

  /** Counts the line ends before an offset. */
  private advance(to: number): void {
    while (this.nextLineEnd < to) {
      this.lineEnds++;
      this.lineStart = this.nextLineEnd + 1;
      this.nextLineEnd = this.lineEndFrom(this.lineStart);
    }
    this.advanceEvents(to);
  }

  private lineEndFrom(at: number): number {
    const found = this.text.indexOf('\n', at);
    return found === -1 ? Infinity : found;
  }
}

const noForm: EventForm = { clients: [] };

/** The text of a part and around it. */
interface PartInContext {
  readonly text: string;
  /** Start and end of the part in `text`. */
  readonly start: number;
  readonly end: number;
  /** Start of the text in the bytes, if it is ASCII. */
  readonly offset?: number;
}

/** The text of a part and around it, copied once; undefined if it isn't ASCII. */
function asciiContext(
  bytes: Uint8Array,
  [from, to]: readonly [from: number, to: number],
  back: number,
  ahead: number,
): PartInContext | undefined {
  // The text before is also searched for the start of a line.
  const first = Math.max(0, from - bytesPerUnit * back);
  const last = Math.min(bytes.length, to + ahead);
  if (!isAscii(bytes.subarray(first, last))) return undefined;
  const low = first + contextStart(latin1(bytes, first, from), back);
  return { text: latin1(bytes, low, last), start: from - low, end: to - low, offset: low };
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}

/** Returns the start of the relevant text before a part: `findInChunks` keeps as much. */
function contextStart(before: string, units: number): number {
  const lowest = before.length - units;
  if (lowest <= 0) return 0;
  for (let at = lowest; at < lowest + units / 2; at++) {
    const code = before.charCodeAt(at - 1);
    const isLineEnd = code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
    if (isLineEnd && before.charCodeAt(at - (before.charCodeAt(at - 2) === 13 ? 3 : 2)) !== equals) return at;
  }
  for (let at = lowest; at < lowest + units / 2; at++) if (/\s/.test(before.charAt(at - 1))) return at;
  return lowest;
}
