import { isDigit } from '../../indicators/detect/scan/characters';
import { getHost } from '../../indicators/identity/getHost';
import type { Occurrence } from '../../indicators/identity/types';
import { type BlockFound, type BlockNeed, firstAddress, getKind, typeOfKind } from './blockFound';
import { PairList } from './clientCounts';
import { KnownWords } from './knownWords';
import { larger } from './larger';
import { maxLocations } from './locationStore';
import { NumberList } from './numberList';
import { TokenTable } from './tokenTable';

const [slash, colon, fullStop] = [47, 58, 46];
/** Characters of hosts that are written as their own names are: lower case, digits, and `-`, `_`, and `.`. */
const hostBytes = Uint8Array.from({ length: 256 }, (_, code) =>
  /[a-z0-9._-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Characters that end the host of a URL: `/`, `?`, and `#`. */
const hostEnds = new Set([slash, 63, 35]);

/** Returns the start of the authority of a URL. */
function hostStartOf(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at + 2 < to; at++)
    if (bytes[at] === colon && bytes[at + 1] === slash && bytes[at + 2] === slash) return at + 3;
  return to;
}

/**
 * Returns the end of the host of a URL if its bytes are the name of the host, as in most URLs; -1 if it has to be read:
 * an address, or with a user, an escape, or capital letters.
 */
function plainHostEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = from;
  let labelStart = from;
  for (; end < to && hostBytes[bytes[end] ?? 0] === 1; end++) if (bytes[end] === fullStop) labelStart = end + 1;
  const first = bytes[labelStart] ?? 0;
  // Addresses end with a number.
  if (labelStart === end || first < 97 || first > 122) return -1;
  let port = end;
  if (bytes[end] === colon) for (port = end + 1; port < to && isDigit(bytes[port] ?? 0);) port++;
  return port >= to || hostEnds.has(bytes[port] ?? 0) ? end : -1;
}

/** Bytes in one buffer, which threads can send at once. */
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

/** A note of a token: whether it was a word, and above that bit in how many lines it was. */
const wordFlag = 1;
const countShift = 1;
/**
 * Details of a token: the last event that it was in; of a URL, the index of its host plus one, and where the host starts in
 * it; of an address, {@link isAddress} instead of the index.
 */
const [eventDetail, hostDetail, hostAtDetail] = [0, 1, 2];
const details = 3;
const isAddress = -1;
/** Numbers of a span. */
const spanSize = 4;
const newline = 10;
const [urlKind, ipKind] = [typeOfKind(getKind('url', false)), typeOfKind(getKind('ip', false))];

/** The place of an occurrence in the part, with lines from 0 and columns from 1. */
export interface BlockPosition {
  line: number;
  column: number;
  /** The time of the line, in seconds since 1970; 0 if it isn't known. */
  time: number;
  /** The number of the line, or of the record in a document of records. */
  event: number;
  /**
   * The number of the event's client, see {@link BlockCounter.client}; or {@link noClient}, or {@link theOtherAddress}.
   */
  client: number;
}

/** No client is known. */
export const noClient = -1;
/** The only other address of the event, if it has one. */
export const theOtherAddress = -2;
/** Different addresses of an event, after which none of them is the only other one. */
const maxAddresses = 3;
/** Numbers of an indicator whose client isn't decided yet. */
const undecidedSize = 3;

/**
 * Numbers of an occurrence that waits: the hash of its text, both halves, where the text starts and ends, its kind with
 * flags, and the numbers of its position.
 */
const waitingSize = 10;
const [
  hashOffset,
  otherOffset,
  fromOffset,
  toOffset,
  kindOffset,
  lineOffset,
  columnOffset,
  timeOffset,
  eventOffset,
  clientOffset,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const maxWaiting = 1 << 11;
/** A kind in a waiting occurrence: with flags, or none if the index is known, which is instead of the start. */
const kindMask = 7;
const isWordFlag = 8;
const isCopiedFlag = 16;
/** It is written as its value, so that a host is where it is in the value. */
const isAsIsFlag = 32;
const isKnown = -1;

/**
 * Counts the lines with each indicator, one part of a text after the other. A line counts once for an indicator, and a line
 * with a URL also for its host.
 */
export class BlockCounter {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private table = 0;
  private readonly tokens = new TokenTable(details);
  private readonly clientTokens = new TokenTable();
  private readonly clientNames = new ByteList();
  private readonly clients = new PairList();
  /** The event that is counted, and the number of those before this part; their sum marks an event that was counted. */
  private event = -1;
  private eventBase = 1;
  /** Indicators of this event whose client is the only other address, each with its line and column, and its addresses. */
  private readonly undecided: number[] = [];
  private readonly addresses: number[] = [];
  private undecidedTime = 0;
  /** The first event of this part began in the one before. */
  private isContinued = false;
  private readonly words = new KnownWords();
  /** Occurrences that are counted together, because their data is far apart in memory. */
  private readonly waiting = new Int32Array(waitingSize * maxWaiting);
  private waitingLength = 0;
  /** The bytes of their texts, or copies. */
  private bytes: Uint8Array = new Uint8Array();
  private copies = new Uint8Array(1 << 10);
  private copied = 0;
  private need: BlockNeed = { binSeconds: 1, locations: maxLocations };
  /** Indicators that have lines without a location in the last group of lines. */
  private readonly counted = new NumberList();
  /** By index: the first and last time, the last line, and the last event, of those lines. */
  private spans = new Int32Array(spanSize << 10);
  private group = -1;
  private groupLine = 0;
  private groupTime = 0;
  private readonly located = new NumberList();
  private readonly more = new NumberList();
  private readonly groups = new NumberList();
  private readonly names = new ByteList();
  private kinds: number[] = [];
  private linesCounted = 0;

  /** `groupLines`: lines in which occurrences without a location are counted together; far fewer than the text has. */
  constructor(private readonly groupLines = defaultGroupLines) {}

  /** Starts a part; `isContinued` if its first event began in the part before. */
  start(isContinued: boolean): void {
    this.isContinued = isContinued;
  }

  /** The number of a client whose name is in bytes in UTF-8. */
  client(bytes: Uint8Array, from: number, to: number): number {
    const { clientTokens: tokens } = this;
    tokens.read(bytes, from, to, 0);
    const { size } = tokens;
    const client = tokens.numberOf(tokens.hash, tokens.other);
    if (client < size) return client;
    this.clientNames.add(bytes, from, to);
    this.clientNames.addByte(newline);
    return client;
  }

  /** Like {@link client}, but for a text. */
  clientOf(name: string): number {
    const bytes = this.encoder.encode(name);
    return this.client(bytes, 0, bytes.length);
  }

  /** Adds an occurrence; events ascend. `isWord` as in `Findings`. */
  add(
    { type, value, raw, reserved }: Pick<Occurrence, 'type' | 'value' | 'raw' | 'reserved'>,
    position: BlockPosition,
    isWord = false,
  ): void {
    const from = this.copied;
    const to = this.copy(value);
    const kind = getKind(type, reserved);
    this.tokens.read(this.copies, from, to, typeOfKind(kind));
    const asIs = raw === value ? isAsIsFlag : 0;
    this.wait(from, to, kind | isCopiedFlag | asIs | (isWord ? isWordFlag : 0), position);
  }

  /**
   * Like {@link add}, but for an indicator in UTF-8 and a {@link getKind}. The bytes may change after the next call
   * with others, or {@link take}.
   */
  addBytes(
    bytes: Uint8Array,
    [from, to]: readonly [from: number, to: number],
    kind: number,
    position: BlockPosition,
    isWord: boolean,
  ): void {
    this.use(bytes);
    this.tokens.read(bytes, from, to, typeOfKind(kind));
    this.wait(from, to, kind | isAsIsFlag | (isWord ? isWordFlag : 0), position);
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

  /** The end of the word that {@link knownWordAt} found. */
  get knownWordEnd(): number {
    return this.words.end;
  }

  /** Adds an occurrence of the indicator with an index, like {@link add}. */
  addKnown(index: number, position: BlockPosition): void {
    this.wait(index, 0, isKnown, position);
  }

  /** Sets the limits for the parts from the next one on; never more locations than before. */
  limit(need: BlockNeed): void {
    if (need.locations < this.need.locations) this.limitCounts(need.locations);
    this.need = need;
  }

  /** The indicators of this part; the next part starts. */
  take(
    part: Pick<BlockFound, 'bytes' | 'lineEnds' | 'tail' | 'eventEnds' | 'isAbsolute'> & {
      readonly isTimed?: boolean;
      readonly zone?: number | undefined;
    },
  ): BlockFound {
    this.countWaiting();
    this.decide();
    this.listCounted();
    this.group = -1;
    const { table, linesCounted: counted } = this;
    const { isTimed = false } = part;
    if (part.isAbsolute !== true) {
      this.eventBase += part.eventEnds + 1;
      this.event = -1;
    }
    const [clientNames, clients] = [this.clientNames.take(), this.clients.take()];
    const names = this.names.take();
    const kinds = Uint8Array.from(this.kinds);
    const [located, more, groups] = [this.located.take(), this.more.take(), this.groups.take()];
    this.kinds = [];
    this.linesCounted = 0;
    if (Math.max(this.tokens.size, this.clientTokens.size) >= maxNames) this.startTable();
    return { ...part, table, names, kinds, located, more, groups, isTimed, counted, clientNames, clients };
  }

  /** Starts another list: locations of the next part are returned whatever was returned before. */
  startTable(): void {
    this.table++;
    this.tokens.clear();
    this.clientTokens.clear();
  }

  /** Copies a text in UTF-8. Returns the end of the copy. */
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

  private wait(from: number, to: number, kind: number, { line, column, time, event, client }: BlockPosition): void {
    const { waiting, tokens, waitingLength: at } = this;
    waiting[at + hashOffset] = tokens.hash;
    waiting[at + otherOffset] = tokens.other;
    waiting[at + fromOffset] = from;
    waiting[at + toOffset] = to;
    waiting[at + kindOffset] = kind;
    waiting[at + lineOffset] = line;
    waiting[at + columnOffset] = column;
    waiting[at + timeOffset] = time;
    waiting[at + eventOffset] = event;
    waiting[at + clientOffset] = client;
    this.waitingLength = at + waitingSize;
    if (this.waitingLength === waiting.length) this.countWaiting();
  }

  private countWaiting(): void {
    const { waiting, waitingLength, tokens } = this;
    if (waitingLength === 0) return;
    this.waitingLength = 0;
    tokens.preload(waiting, waitingLength, waitingSize);
    for (let at = 0; at < waitingLength; at += waitingSize) this.countOccurrence(at);
    this.copied = 0;
  }

  private countOccurrence(at: number): void {
    const { waiting, tokens } = this;
    const kind = waiting[at + kindOffset] ?? 0;
    const index = kind === isKnown ? (waiting[at + fromOffset] ?? 0) : this.indexOf(at);
    const event = waiting[at + eventOffset] ?? 0;
    if (event !== this.event) {
      this.decide();
      this.event = event;
    }
    const column = waiting[at + columnOffset] ?? 0;
    this.count(index, at, column);
    const host = tokens.detailOf(index, hostDetail);
    if (host === 0 || host === isAddress) return;
    this.count(host - 1, at, (kind & isAsIsFlag) === 0 ? column : column + tokens.detailOf(index, hostAtDetail));
  }

  /** The index of a waiting occurrence in the list. */
  private indexOf(at: number): number {
    const { tokens, waiting } = this;
    const known = tokens.size;
    const index = tokens.numberOf(waiting[at + hashOffset] ?? 0, waiting[at + otherOffset] ?? 0);
    const kind = waiting[at + kindOffset] ?? 0;
    if (tokens.size > known) {
      const bytes = (kind & isCopiedFlag) === 0 ? this.bytes : this.copies;
      const [from, to] = [waiting[at + fromOffset] ?? 0, waiting[at + toOffset] ?? 0];
      this.addName(bytes, from, to, kind & kindMask);
      if (typeOfKind(kind & kindMask) === urlKind) this.addHost(index, bytes, from, to, kind & kindMask);
      else if (typeOfKind(kind & kindMask) === ipKind) tokens.setDetail(index, hostDetail, isAddress);
    }
    if ((kind & isWordFlag) !== 0) tokens.setNote(index, tokens.noteOf(index) | wordFlag);
    return index;
  }

  private addName(bytes: Uint8Array, from: number, to: number, kind: number): void {
    this.names.add(bytes, from, to);
    this.names.addByte(newline);
    this.kinds.push(kind);
  }

  /** Notes the host of a URL, which is an indicator as well. */
  private addHost(url: number, bytes: Uint8Array, from: number, to: number, kind: number): void {
    const start = hostStartOf(bytes, from, to);
    const end = plainHostEnd(bytes, start, to);
    const isReserved = kind !== typeOfKind(kind);
    if (end !== -1) {
      this.setHost(url, bytes, start, end, getKind('domain', isReserved), start - from);
      return;
    }
    const value = this.decoder.decode(bytes.subarray(from, to));
    const host = getHost({ type: 'url', value });
    if (host === undefined) return;
    const name = this.encoder.encode(host.value);
    const offset = Math.max(0, value.indexOf(host.value, value.indexOf('://')));
    this.setHost(url, name, 0, name.length, getKind(host.type, isReserved), offset);
  }

  /** Notes the host of a URL that is in bytes, and where it starts in the URL. */
  private setHost(url: number, bytes: Uint8Array, from: number, to: number, kind: number, offset: number): void {
    const { tokens } = this;
    tokens.read(bytes, from, to, typeOfKind(kind));
    const known = tokens.size;
    const index = tokens.numberOf(tokens.hash, tokens.other);
    if (tokens.size > known) {
      this.addName(bytes, from, to, kind);
      if (typeOfKind(kind) === ipKind) tokens.setDetail(index, hostDetail, isAddress);
    }
    tokens.setDetail(url, hostDetail, index + 1);
    tokens.setDetail(url, hostAtDetail, offset);
  }

  /** Counts the event of a waiting occurrence for an indicator, unless it was counted before. */
  private count(index: number, at: number, column: number): void {
    const { tokens, waiting, event } = this;
    const mark = this.eventBase + event;
    if (tokens.detailOf(index, eventDetail) === mark) return;
    tokens.setDetail(index, eventDetail, mark);
    const line = waiting[at + lineOffset] ?? 0;
    // Times have all 32 bits, for logs after January 2038.
    const time = (waiting[at + timeOffset] ?? 0) >>> 0;
    this.linesCounted++;
    const isInGroup = line - this.groupLine < this.groupLines && this.binOf(time) === this.binOf(this.groupTime);
    if (this.group === -1 || !isInGroup) this.startGroup(line, time);
    // The locations returned so far, and then the lines without one in the last group of lines.
    const note = tokens.noteOf(index);
    const counted = note >> countShift;
    const isWithoutLocation = counted >= this.need.locations;
    // The part before may have counted this event.
    if (isWithoutLocation && this.isContinued && event === 0) this.locate(index, line, column, time);
    else {
      tokens.setNote(index, note + (1 << countShift));
      if (isWithoutLocation) this.addToSpan(index, line, time, counted === this.need.locations);
      else this.locate(index, line, column, time);
    }
    this.addClient(index, waiting[at + clientOffset] ?? noClient, line, column, time);
  }

  private binOf(time: number): number {
    return Math.floor(time / this.need.binSeconds);
  }

  private addClient(index: number, client: number, line: number, column: number, time: number): void {
    if (client === noClient || (this.isContinued && this.event === 0)) return;
    if (client !== theOtherAddress) {
      this.clients.add(index, client, line, column, time);
      return;
    }
    this.undecided.push(index, line, column);
    this.undecidedTime = time;
    const isOne = this.tokens.detailOf(index, hostDetail) === isAddress;
    if (isOne && this.addresses.length < maxAddresses) this.addresses.push(index);
  }

  /** Counts the lines of an event about the only other address, once all of it was read. */
  private decide(): void {
    const { addresses, undecided } = this;
    for (let at = 0; at < undecided.length && addresses.length > 0; at += undecidedSize) {
      const index = undecided[at] ?? 0;
      const other = this.otherAddress(index);
      if (other === -1) continue;
      const [line, column] = [undecided[at + 1] ?? 0, undecided[at + 2] ?? 0];
      this.clients.add(index, firstAddress - other, line, column, this.undecidedTime);
    }
    addresses.length = 0;
    undecided.length = 0;
  }

  /** The only address of the event that is neither an indicator nor its host; -1 if there are none or several. */
  private otherAddress(index: number): number {
    const host = this.tokens.detailOf(index, hostDetail) - 1;
    let other = -1;
    for (const address of this.addresses) {
      if (address === index || address === host) continue;
      if (other !== -1) return -1;
      other = address;
    }
    return other;
  }

  private addToSpan(index: number, line: number, time: number, isFirst: boolean): void {
    const at = spanSize * index;
    if (at >= this.spans.length) this.spans = larger(this.spans, 2 * (at + spanSize));
    const { spans } = this;
    spans[at + 2] = line;
    spans[at + 3] = this.event;
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

  /** Lists the counts of the last group of lines. */
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
      this.more.add(this.spans[at + 3] ?? 0);
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
    this.located.add(this.event);
  }
}
