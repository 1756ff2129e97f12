import { type FileHandle, open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LineQuery } from '../../core/largeFiles/lineMatcher';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import { inputFailureOf } from '../files/inputFailureOf';
import { type LinePiece, linePieces, type LinesSource } from './findLines';

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

/** What was written, and why it isn't all of it. */
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
    await writer.flush();
    await file.close();
    for (const reader of readers) await reader.close();
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
  /** Of the first one, in seconds since 1970. */
  readonly time: number;
}

/** The lines of all texts in order of time; those of one in their order. */
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
  private readonly pieces: AsyncGenerator<LinePiece, undefined>;
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
    this.pieces = linePieces(source, query);
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
        const read = await this.pieces.next();
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
        // What is entered is wrong, and no text.
        if (error instanceof SyntaxError) throw error;
        this.failure = inputFailureOf(error);
        this.isOver = true;
      }
    }
    return this.next;
  }

  async close(): Promise<void> {
    await this.pieces.return(undefined);
  }

  private linesOf(piece: LinePiece): readonly Kept[] {
    const { text, hasRecords } = piece;
    const head = this.isFirst && !this.isMerged && !hasRecords ? headLength(text) : 0;
    const kept: Kept[] = head === 0 ? [] : [{ bytes: piece.bytesOf(0, head), lines: 0, time: 0 }];
    const parts: Buffer[] = [];
    for (const unit of this.keeps === 'matching' ? piece.matched() : piece.others()) {
      if (unit.start < head) continue;
      if (this.isMerged) {
        const time = piece.timeOf(unit);
        const line = hasRecords ? recordLine(text.slice(unit.start, unit.end)) : text.slice(unit.start, unit.end);
        kept.push({ bytes: Buffer.from(`${isoOf(time)}\t${this.name}\t${line}\n`), lines: 1, time });
      } else if (hasRecords) parts.push(Buffer.from(`${recordLine(text.slice(unit.start, unit.end))}\n`));
      else parts.push(lineBytes(piece, unit));
    }
    if (parts.length > 0) kept.push({ bytes: Buffer.concat(parts), lines: parts.length, time: 0 });
    return kept;
  }
}

/** A line as it is in its text, with a line end. */
function lineBytes(piece: LinePiece, { start, next }: { readonly start: number; readonly next: number }): Buffer {
  const bytes = piece.bytesOf(start, next);
  return piece.text.charAt(next - 1) === '\n' || next < piece.text.length
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
      // What follows the record is also here, such as the end of the list.
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
