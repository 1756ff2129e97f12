import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findIndicators, getHost } from '../../core/indicators';
import { mailState } from '../../core/indicators/detect/encoded/mail';
import { countLineFeeds } from '../../core/largeFiles/lineFeeds';
import {
  type FoundLine,
  isReadWhole,
  type LineForm,
  LineMatcher,
  type LineQuery,
  lineEnd,
  type MatchedUnit,
  type Range,
} from '../../core/largeFiles/lineMatcher';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { type EventForm, getEventForm, LineClients, getName } from '../../core/triage/clients';
import { getLanguage } from '../../core/triage/getLanguage';
import { BlockTimes } from '../../core/triage/counting/blockTimes';
import type { Chunks } from '../files/byteStream';
import { getInputFailure } from '../files/getInputFailure';
import { entryChunks, openInput } from '../files/parts';
import { openText, toUtf8 } from '../files/text';

/** A text whose lines are read. */
interface LinesSource {
  readonly input: ImportInput;
  /** The file in an archive; without it, all files one after the other. */
  readonly entry?: string | undefined;
  /** The name of the field with the client of a line; default: by the format of the text. */
  readonly clientField?: string | undefined;
  /** Default: by the name of the file. */
  readonly languageId?: string | undefined;
}

/** A search for lines. */
export interface FindLinesInput extends LinesSource {
  readonly query: LineQuery;
  /** Lines that are returned; further ones are only counted. */
  readonly limit: number;
}

/** The lines that match since the last report, and their number so far. */
export interface FindLinesProgress {
  readonly bytes: number;
  /** Unknown for compressed files. */
  readonly totalBytes: number | undefined;
  readonly total: number;
  readonly lines: readonly FoundLine[];
}

/** The result, after all lines were reported. */
export interface FindLinesResult {
  readonly total: number;
  /** Why the file wasn't read to its end, if it wasn't. */
  readonly failure?: InputFailure | undefined;
}

/** Finds the lines of a text that match, in their order, until a signal. Rejects with a SyntaxError for an invalid expression. */
export async function findLines(
  { query, limit, ...source }: FindLinesInput,
  onProgress: (progress: FindLinesProgress) => void,
  signal?: AbortSignal,
): Promise<FindLinesResult> {
  let total = 0;
  let isBegun = false;
  try {
    for await (const block of readLineBlocks(source, query)) {
      isBegun = true;
      const { count, lines } = matchesOf(block, limit - total);
      total += count;
      onProgress({ bytes: block.bytes, totalBytes: block.totalBytes, total, lines });
      if (signal?.aborted === true) break;
    }
    return { total };
  } catch (error) {
    if (!isBegun) throw error;
    return { total, failure: getInputFailure(error) };
  }
}

/** A search for lines in several texts, one after the other. */
export interface FindInAllInput extends Pick<FindLinesInput, 'query' | 'limit'> {
  readonly sources: readonly LinesSource[];
}

/** Progress in one of several texts, by its index. */
export interface FindInAllProgress extends FindLinesProgress {
  readonly source: number;
}

/** Finds the lines of several texts. Returns why texts weren't read to their end, by their index. */
export async function findInAll(
  { sources, query, limit }: FindInAllInput,
  onProgress: (progress: FindInAllProgress) => void,
): Promise<readonly (readonly [source: number, failure: InputFailure])[]> {
  const failures: (readonly [number, InputFailure])[] = [];
  let listed = 0;
  for (const [source, each] of sources.entries()) {
    try {
      const { failure } = await findLines({ ...each, query, limit: limit - listed }, (progress) => {
        listed += progress.lines.length;
        onProgress({ ...progress, source });
      });
      if (failure !== undefined) failures.push([source, failure]);
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
      failures.push([source, getInputFailure(error)]);
    }
  }
  return failures;
}

/** A line that a triage counts for an indicator, whose lookup key this is. */
export interface CountedLine extends Pick<FoundLine, 'line' | 'column' | 'time' | 'client'> {
  readonly key: string;
}

/** Reads a text, and passes on the lines of indicators, each once for each of them. Rejects if it can't be read to its end. */
export async function readCountedLines(
  { values, ...source }: LinesSource & { readonly values: readonly string[] },
  take: (line: CountedLine) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const block of readLineBlocks(source, { values, asCounted: true })) {
    signal.throwIfAborted();
    for (const unit of block.matched()) for (const line of block.describeEach(unit)) take(line);
  }
}

/** The lines of a block that match, as far as they are wanted, and their number. */
function matchesOf(block: LineBlock, wanted: number): { readonly count: number; readonly lines: readonly FoundLine[] } {
  const lines: FoundLine[] = [];
  let count = 0;
  for (const unit of block.matched()) if (++count <= wanted) lines.push(block.describe(unit));
  return { count, lines };
}

/** Bytes that decide who lines are about, and what counts: as many as in a triage. */
const headBytes = 64 * 1024;
/** Strings up to this size are decoded many times faster than longer ones. */
const blockBytes = 64 * 1024;
/** Longer lines are searched in parts, and matches across their borders aren't found. */
const maxLineBytes = 32 * 2 ** 20;
const newline = 10;
/** UTF-16 units of a line that are shown, and how many of them before the match. */
const [shownLength, shownBefore] = [300, 80];

/** Reads a text block by block. If reading fails, what came before is in blocks first. */
async function* readLineBlocks(
  { input, entry, clientField, languageId = getLanguage(entry ?? input.name) }: LinesSource,
  query: LineQuery,
): AsyncGenerator<LineBlock, undefined> {
  // An invalid expression is refused before anything is read.
  new LineMatcher(query);
  const opened =
    entry === undefined ? await openInput(input) : { chunks: entryChunks(input, entry), totalBytes: undefined };
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of opened.chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const text = await openText(counted());
  if (text === undefined) return undefined;
  let lines: LineReader | undefined;
  const form = { languageId, mail: text.isMail };
  const isWhole = isReadWhole(form);
  for await (const part of wholeLines(toUtf8(text), clientField, isWhole)) {
    lines ??= new LineReader(query, part.form, form);
    for (const block of isWhole ? [part.bytes] : splitIntoBlocks(part.bytes, part.form.start)) {
      const isContinued = part.isContinued && block.byteOffset === part.bytes.byteOffset;
      yield lines.block(block, isContinued, { bytes, totalBytes: opened.totalBytes });
    }
  }
  return undefined;
}

/** Bytes of whole lines or records, or of a line that is too long for that. */
interface LinesPart {
  readonly form: EventForm;
  readonly bytes: Buffer;
  /** Whether its first line began in the part before. */
  readonly isContinued: boolean;
}

/** Bytes that wait for the end of a line. */
class WaitingBytes {
  length = 0;
  private chunks: Uint8Array[] = [];
  private joined: Buffer | undefined;

  add(chunk: Uint8Array): void {
    if (this.joined !== undefined) this.chunks = [this.joined];
    this.joined = undefined;
    this.chunks.push(chunk);
    this.length += chunk.length;
  }

  /** Copies the last chunk, which the next one may overwrite. */
  keep(): void {
    const last = this.chunks.pop();
    if (last !== undefined) this.chunks.push(Buffer.from(last));
  }

  /** A copy of all of them in one buffer. A long line isn't copied with each chunk again. */
  join(): Buffer {
    return (this.joined ??= Buffer.concat(this.chunks));
  }

  dropUntil(end: number): void {
    this.joined = this.join().subarray(end);
    this.length = this.joined.length;
  }
}

/** A text in UTF-8 in parts; `isWhole`: in as few as possible. If reading fails, what came before is in parts first. */
async function* wholeLines(
  chunks: Chunks,
  clientField: string | undefined,
  isWhole: boolean,
): AsyncGenerator<LinesPart, undefined> {
  const waiting = new WaitingBytes();
  let form: EventForm | undefined;
  let isContinued = false;
  let failure: { readonly error: unknown } | undefined;
  const isEnough = (chunk: Uint8Array): boolean => {
    if (isWhole) return waiting.length >= maxLineBytes;
    return form === undefined ? waiting.length >= headBytes : mayEnd(chunk, form, waiting.length);
  };
  const formOf = (): EventForm => getEventForm(waiting.join().toString('utf8', 0, headBytes), clientField);
  try {
    for await (const chunk of chunks) {
      waiting.add(chunk);
      if (!isEnough(chunk)) {
        waiting.keep();
        continue;
      }
      form ??= formOf();
      const bytes = waiting.join();
      const cut = cutPoint(bytes, form.start);
      const end = cut === 0 && bytes.length >= maxLineBytes ? characterStart(bytes) : cut;
      if (end === 0) continue;
      yield { form, bytes: bytes.subarray(0, end), isContinued };
      isContinued = cut === 0;
      waiting.dropUntil(end);
    }
  } catch (error) {
    failure = { error };
  }
  if (waiting.length > 0) yield { form: form ?? formOf(), bytes: waiting.join(), isContinued };
  if (failure !== undefined) throw failure.error;
  return undefined;
}

/** Whether a line can end in a chunk, or has to be cut; the start of a record can be in two chunks. */
function mayEnd(chunk: Uint8Array, { start }: EventForm, length: number): boolean {
  return start !== undefined || length >= maxLineBytes || chunk.includes(newline);
}

/** Start of the last line or record, which may be incomplete. */
function cutPoint(bytes: Buffer, eventStart: string | undefined): number {
  return eventStart === undefined ? bytes.lastIndexOf(newline) + 1 : Math.max(0, bytes.lastIndexOf(eventStart));
}

/** Start of the last character, which may be incomplete. */
function characterStart(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** Blocks of whole lines or records. */
function* splitIntoBlocks(bytes: Buffer, eventStart: string | undefined): Generator<Buffer, undefined> {
  for (let start = 0; start < bytes.length;) {
    const nominal = start + blockBytes;
    let end = bytes.length;
    if (nominal < bytes.length) {
      const before =
        eventStart === undefined ? bytes.lastIndexOf(newline, nominal) + 1 : bytes.lastIndexOf(eventStart, nominal);
      const after = eventStart === undefined ? bytes.indexOf(newline, nominal) + 1 : bytes.indexOf(eventStart, nominal);
      end = before > start ? before : after > start ? after : bytes.length;
    }
    yield bytes.subarray(start, end);
    start = end;
  }
  return undefined;
}

/** How far a text was read. */
type BytesRead = Pick<FindLinesProgress, 'bytes' | 'totalBytes'>;

/** A part of a text with whole lines or records, and which of them match. */
interface LineBlock extends BytesRead {
  readonly text: string;
  /** Whether its units are records of a document, and not lines. */
  readonly hasRecords: boolean;
  /** Those that match; one that continues from the block before only if it didn't match there. */
  matched(): Iterable<MatchedUnit>;
  /** All others, in their order. */
  others(): Iterable<Pick<MatchedUnit, 'start' | 'end' | 'next'>>;
  describe(unit: MatchedUnit): FoundLine;
  /** Describes each indicator of the query in a unit. */
  describeEach(unit: MatchedUnit): readonly CountedLine[];
  /** Seconds since 1970; 0 if it isn't known. Units must be asked for in their order. */
  timeOf(unit: Pick<MatchedUnit, 'start' | 'end'>): number;
  /** The bytes of a part of the text. Parts must be asked for in their order. */
  bytesOf(start: number, end: number): Buffer;
}

/** Reads one block of a text after the other. */
class LineReader {
  private readonly times = new BlockTimes();
  private readonly clients: LineClients;
  private text = '';
  private source: Buffer = Buffer.alloc(0);
  private isUtf8 = true;
  private located = { offset: 0, byte: 0 };
  /** Lines before the block, and UTF-16 units of its first line that are in blocks before. */
  private linesBefore = 0;
  private column = 0;
  /** Up to where lines were counted in the block, and how many there were. */
  private counted = 0;
  private lines = 0;
  /** Whether the last line matched. */
  private isLastMatched = false;
  private readonly matcher: LineMatcher;
  private readonly asCounted: boolean;
  /** State of a mail that continues at the start of the block. */
  private state = '';

  constructor(
    query: LineQuery,
    private readonly form: EventForm,
    private readonly lineForm: LineForm,
  ) {
    this.matcher = new LineMatcher(query, { ...lineForm, eventStart: form.start });
    this.asCounted = query.asCounted === true;
    this.clients = new LineClients(form.clients);
  }

  block(bytes: Buffer, isContinued: boolean, read: BytesRead): LineBlock {
    const isSkipped = isContinued && this.isLastMatched;
    this.column = isContinued ? this.column + this.text.length : 0;
    // Times of lines without one are those of lines above, which may be in the block before.
    if (this.form.start === undefined && this.text !== '')
      this.times.at(this.text.lastIndexOf('\n', this.text.length - 2) + 1);
    this.linesBefore += this.lines;
    if (this.lineForm.mail === true && this.text !== '') this.state = mailState(`${this.state}${this.text}`);
    this.source = bytes;
    this.isUtf8 = isUtf8(bytes);
    this.located = { offset: 0, byte: 0 };
    this.text = bytes.toString(this.isUtf8 ? 'utf8' : 'latin1');
    this.counted = 0;
    this.lines = countLineFeeds(bytes, { encoding: 'bytes' });
    this.times.use(this.text, 0, this.form.start);
    return {
      ...read,
      text: this.text,
      hasRecords: this.form.start !== undefined,
      matched: () => this.matched(isSkipped),
      others: () => this.others(isSkipped),
      describe: (unit) => this.describe(unit),
      describeEach: (unit) => this.describeEach(unit),
      timeOf: ({ start, end }) => this.timeOf(start, end),
      bytesOf: (start, end) => bytes.subarray(this.byteAt(start), this.byteAt(end)),
    };
  }

  private *others(isSkipped: boolean): Generator<Pick<MatchedUnit, 'start' | 'end' | 'next'>, undefined> {
    const { text, matcher } = this;
    const matched = matcher.matched(text, this.state);
    let next = matched.next();
    for (let start = 0; start < text.length;) {
      const [, unitNext] = matcher.unitAround(text, start);
      const isMatch = next.value?.start === start;
      if (isMatch) next = matched.next();
      else if (!isSkipped || start > 0) yield { start, end: lineEnd(text, start, unitNext), next: unitNext };
      this.isLastMatched = (isMatch || (isSkipped && start === 0)) && !text.endsWith('\n');
      start = unitNext;
    }
    return undefined;
  }

  /** Offsets ascend. */
  private byteAt(offset: number): number {
    const { source, text, located } = this;
    if (!this.isUtf8 || source.length === text.length) return offset;
    located.byte += Buffer.byteLength(text.slice(located.offset, offset));
    located.offset = offset;
    return located.byte;
  }

  private timeOf(start: number, end: number): number {
    return this.form.start === undefined ? this.times.at(start) : this.times.ofEvent([start, end]);
  }

  private *matched(isSkipped: boolean): Generator<MatchedUnit, undefined> {
    const { text } = this;
    this.isLastMatched &&= isSkipped;
    for (const unit of this.matcher.matched(text, this.state)) {
      this.isLastMatched = unit.end === text.length;
      if (!isSkipped || unit.start > 0) yield unit;
    }
    return undefined;
  }

  private describe({ start, end, ranges }: MatchedUnit): FoundLine {
    const [first = [start, start]] = ranges;
    return {
      ...this.about(start, end, first),
      length: first[1] - first[0],
      time: this.timeOf(start, end),
      ...shown(this.text, [start, end], ranges),
    };
  }

  private describeEach({ start, end, occurrences }: MatchedUnit): readonly CountedLine[] {
    const time = this.timeOf(start, end);
    const lines = new Map<string, CountedLine>();
    for (const { range, keys } of occurrences) {
      const fresh = keys.filter((key) => !lines.has(key));
      if (fresh.length === 0) continue;
      const about = this.about(start, end, range);
      for (const key of fresh) lines.set(key, { key, time, ...about });
    }
    return [...lines.values()];
  }

  /** Returns the location of a match in a line or record, and its client. */
  private about(start: number, end: number, [from, to]: Range): Pick<FoundLine, 'line' | 'column' | 'client'> {
    const lineStart = from === 0 ? 0 : this.text.lastIndexOf('\n', from - 1) + 1;
    return {
      line: this.lineAt(lineStart) + 1,
      column: (lineStart === 0 ? this.column : 0) + from - lineStart + 1,
      client: this.clientOf(start, end, [from, to]),
    };
  }

  private lineAt(offset: number): number {
    const { text } = this;
    // Offsets ascend.
    for (
      let feed = text.indexOf('\n', this.counted);
      feed !== -1 && feed < offset;
      feed = text.indexOf('\n', feed + 1)
    ) {
      this.linesBefore++;
      this.lines--;
      this.counted = feed + 1;
    }
    return this.linesBefore;
  }

  /** Who a line is about: never the indicator itself, as in a triage, unless an internal one is searched for. */
  private clientOf(start: number, end: number, [from, to]: Range): string {
    const { text, clients, form, asCounted } = this;
    const isCut = start === 0 && this.column > 0;
    if (form.isAboutNobody === true || isCut) return '';
    if (form.clients.length === 0) return this.otherAddress(start, end, [from, to]);
    const found = clients.find(text, start, end);
    if (found === undefined) return '';
    if (found.start !== from || found.end !== to) return getName(text, found);
    const matched = text.slice(from, to);
    const [own] = findIndicators(matched);
    if (own === undefined || own.reserved) return asCounted ? '' : getName(text, found);
    const other = clients.find(text, start, end, matched);
    return other === undefined ? '' : getName(text, other);
  }

  /** The only other address of a line with a time. */
  private otherAddress(start: number, end: number, [from, to]: Range): string {
    if (this.form.start !== undefined || this.times.isTimed !== true || end - start > maxDescribed) return '';
    const occurrences = findIndicators(this.text.slice(start, end));
    const matched = occurrences.filter((each) => start + each.start < to && start + each.end > from);
    const own = new Set(matched.map((each) => getHost(each)?.value));
    const others = new Set(occurrences.flatMap(({ type, value }) => (type === 'ip' && !own.has(value) ? [value] : [])));
    const [first = ''] = others;
    return others.size === 1 ? first : '';
  }
}

/** Longer lines aren't searched for another address. */
const maxDescribed = 64 * 1024;

/** The part of a line around its first match, without line ends, and what matches there. */
function shown(text: string, [start, end]: Range, ranges: readonly Range[]): Pick<FoundLine, 'text' | 'marks'> {
  const first = ranges[0]?.[0] ?? start;
  const from = first - start <= shownBefore * 2 ? start : first - shownBefore;
  const to = Math.min(end, from + shownLength);
  let all = from > start ? '…' : '';
  const marks: Range[] = [];
  let at = from;
  const add = (until: number): void => {
    all += text.slice(at, until).replace(/\r?\n[ \t]*/g, ' ');
    at = until;
  };
  for (const [matchStart, matchEnd] of ranges) {
    if (matchStart >= to) break;
    add(matchStart);
    const mark = all.length;
    add(Math.min(to, matchEnd));
    marks.push([mark, all.length]);
  }
  add(to);
  return { text: to < end ? `${all}…` : all.trimEnd(), marks };
}

/** Writes lines of texts to a new file. */
export interface FilterInput {
  /** Lines of several are in order of time, each after its time and the name of its text. */
  readonly sources: readonly (LinesSource & { readonly name: string })[];
  readonly query: LineQuery;
  /** Whether lines that match are written, or all others. */
  readonly keeps: 'matching' | 'others';
  readonly target: string;
}

/** How far the texts were read, and the lines that were written. */
export interface FilterProgress {
  readonly bytes: number;
  readonly totalBytes: number | undefined;
  readonly lines: number;
}

/** Lines written, and why some are missing. */
export interface FilterResult {
  readonly lines: number;
  readonly failures: readonly { readonly name: string; readonly failure: InputFailure }[];
  /** Whether the disk is full. */
  readonly isCapped: boolean;
}

/** Disk space that is left free. */
const reservedBytes = 2 ** 30;
const writtenAtOnce = 1024 * 1024;
const progressMillis = 100;

/** Writes the lines of texts that match, or all others, to a new file. */
export async function filterLines(
  { sources, query, keeps, target }: FilterInput,
  onProgress: (progress: FilterProgress) => void,
): Promise<FilterResult> {
  const { bavail, bsize } = await statfs(dirname(target));
  const limit = Math.max(0, bavail * bsize - reservedBytes);
  const file = await open(target, 'wx', 0o600);
  const writer = new Writer(file);
  let reported = performance.now();
  const onRead = (): void => {
    if (performance.now() - reported < progressMillis) return;
    reported = performance.now();
    onProgress({ ...bytesRead(readers), lines: writer.lines });
  };
  const readers = sources.map((source) => new KeptLines(source, query, keeps, sources.length > 1, onRead));
  try {
    for await (const kept of inOrder(readers)) {
      if (writer.bytes + kept.bytes.length > limit) return { ...resultOf(readers, writer), isCapped: true };
      await writer.write(kept);
    }
    return { ...resultOf(readers, writer), isCapped: false };
  } finally {
    try {
      // Also what was kept before an error.
      await writer.flush();
    } finally {
      await file.close();
      for (const reader of readers) await reader.close();
    }
  }
}

function resultOf(readers: readonly KeptLines[], { lines }: Writer): Omit<FilterResult, 'isCapped'> {
  return {
    lines,
    failures: readers.flatMap(({ name, failure }) => (failure === undefined ? [] : [{ name, failure }])),
  };
}

function bytesRead(readers: readonly KeptLines[]): Pick<FilterProgress, 'bytes' | 'totalBytes'> {
  let [bytes, totalBytes]: [number, number | undefined] = [0, 0];
  for (const reader of readers) {
    bytes += reader.bytes;
    totalBytes =
      totalBytes === undefined || reader.totalBytes === undefined ? undefined : totalBytes + reader.totalBytes;
  }
  return { bytes, totalBytes };
}

/** Writes lines to a file, many at once. */
class Writer {
  bytes = 0;
  lines = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  constructor(private readonly file: FileHandle) {}

  async write({ bytes, lines }: Kept): Promise<void> {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.bytes += bytes.length;
    this.lines += lines;
    if (this.waitingBytes >= writtenAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    await this.file.writeFile(Buffer.concat(this.waiting));
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

/** Lines to write. */
interface Kept {
  readonly bytes: Buffer;
  readonly lines: number;
  /** Time of the first line, in seconds since 1970. */
  readonly time: number;
}

/** Merges the lines of all texts by time; the lines of each text keep their order. */
async function* inOrder(readers: readonly KeptLines[]): AsyncGenerator<Kept, undefined> {
  for (;;) {
    let first: KeptLines | undefined;
    for (const reader of readers) {
      const { next } = reader;
      const head = next ?? (await reader.load());
      if (head !== undefined && (first?.next === undefined || head.time < first.next.time)) first = reader;
    }
    const kept = first?.take();
    if (kept === undefined) return undefined;
    yield kept;
  }
}

/** The lines of a text that are kept. */
class KeptLines {
  readonly name: string;
  failure: InputFailure | undefined;
  bytes = 0;
  totalBytes: number | undefined;
  private readonly blocks: AsyncGenerator<LineBlock, undefined>;
  private waiting: readonly Kept[] = [];
  private at = 0;
  private isFirst = true;
  private isOver = false;

  constructor(
    source: LinesSource & { readonly name: string },
    query: LineQuery,
    private readonly keeps: 'matching' | 'others',
    private readonly isMerged: boolean,
    private readonly onRead: () => void,
  ) {
    this.name = source.name;
    this.blocks = readLineBlocks(source, query);
  }

  get next(): Kept | undefined {
    return this.waiting[this.at];
  }

  take(): Kept | undefined {
    return this.waiting[this.at++];
  }

  /** Reads until there are lines; undefined at the end. */
  async load(): Promise<Kept | undefined> {
    while (!this.isOver && this.next === undefined) {
      try {
        const read = await this.blocks.next();
        if (read.done === true) this.isOver = true;
        else {
          this.bytes = read.value.bytes;
          this.totalBytes = read.value.totalBytes;
          this.waiting = this.linesOf(read.value);
          this.at = 0;
          this.isFirst = false;
          this.onRead();
        }
      } catch (error) {
        // The query is invalid, not a text.
        if (error instanceof SyntaxError) throw error;
        this.failure = getInputFailure(error);
        this.isOver = true;
      }
    }
    return this.next;
  }

  async close(): Promise<void> {
    await this.blocks.return(undefined);
  }

  private linesOf(block: LineBlock): readonly Kept[] {
    const { text, hasRecords } = block;
    const head = this.isFirst && !this.isMerged && !hasRecords ? headLength(text) : 0;
    const kept: Kept[] = head === 0 ? [] : [{ bytes: block.bytesOf(0, head), lines: 0, time: 0 }];
    const parts: Buffer[] = [];
    for (const unit of this.keeps === 'matching' ? block.matched() : block.others()) {
      if (unit.start < head) continue;
      if (this.isMerged) {
        const time = block.timeOf(unit);
        const line = hasRecords ? recordLine(text.slice(unit.start, unit.end)) : text.slice(unit.start, unit.end);
        kept.push({ bytes: Buffer.from(`${isoOf(time)}\t${this.name}\t${line}\n`), lines: 1, time });
      } else if (hasRecords) parts.push(Buffer.from(`${recordLine(text.slice(unit.start, unit.end))}\n`));
      else parts.push(lineBytes(block, unit));
    }
    if (parts.length > 0) kept.push({ bytes: Buffer.concat(parts), lines: parts.length, time: 0 });
    return kept;
  }
}

/** A line as it is in its text, with a line end. */
function lineBytes(block: LineBlock, { start, next }: { readonly start: number; readonly next: number }): Buffer {
  const bytes = block.bytesOf(start, next);
  return block.text.charAt(next - 1) === '\n' || next < block.text.length
    ? bytes
    : Buffer.concat([bytes, Buffer.from('\n')]);
}

/** A record of a document in one line, as in logs of JSON lines. */
function recordLine(text: string): string {
  for (
    let end = text.lastIndexOf('}'), tries = 0;
    end > 0 && tries < 3;
    end = text.lastIndexOf('}', end - 1), tries++
  ) {
    try {
      return JSON.stringify(JSON.parse(text.slice(0, end + 1)));
    } catch {
      // The text includes something after the record, such as the end of the list.
    }
  }
  return text.replace(/[\r\n]+[ \t]*/g, ' ').trim();
}

const columnNames = /^"?[A-Za-z_][\w .@/-]{0,60}"?(?:[,;\t|]"?[A-Za-z_][\w .@/()-]{0,60}"?)+\r?\n/;

/** The length of the lines with the names of columns, without which the others can't be read. */
function headLength(text: string): number {
  const comments = /^(?:#.*\n)*/.exec(text)?.[0].length ?? 0;
  return comments > 0 ? comments : (columnNames.exec(text)?.[0].length ?? 0);
}

function isoOf(time: number): string {
  return time === 0 ? '-' : new Date(time * 1000).toISOString().replace('.000Z', 'Z');
}
