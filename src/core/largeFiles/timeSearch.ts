import type { ReadAt } from './fileBytes';
import { type LineTime, type TimeContext, type TimeFormat, getTimeFormat, getTime } from './logTimes';
import type { TextFormat } from './textFormat';
import { lineStartAfter } from './lineFeeds';
import { decodeText } from './textFormat';

const chunkBytes = 64 * 1024;
/** As much of a line as is looked at; times are at its beginning. */
const headBytes = 2 * 1024;

/** The beginning of a line. */
interface LineHead {
  /** Byte offsets of this line and of the next one. */
  readonly start: number;
  readonly next: number;
  readonly text: string;
}

/** Lines one after the other, from `from`, where a line starts, to the last one that starts before `to`. */
async function* lineHeads(
  read: ReadAt,
  format: TextFormat,
  from: number,
  to: number,
): AsyncGenerator<LineHead, undefined> {
  let start = from;
  while (start < to) {
    const chunk = await read(start, chunkBytes);
    if (chunk.length === 0) return undefined;
    let at = 0;
    for (let next = lineStartAfter(chunk, format); next !== -1; next = lineStartAfter(chunk, format, at)) {
      if (start + at >= to) return undefined;
      yield { start: start + at, next: start + next, text: headOf(chunk.subarray(at, next), format) };
      at = next;
    }
    if (at > 0 && chunk.length === chunkBytes) {
      start += at;
      continue;
    }
    if (at < chunk.length && start + at < to) {
      // A line longer than a chunk, or the last one.
      const next = await nextLineStart(read, format, start + chunk.length - (chunk.length % 2));
      yield { start: start + at, next, text: headOf(chunk.subarray(at), format) };
      start = next;
    } else return undefined;
  }
  return undefined;
}

/** The start of the first line at or after an offset, or the end of the file. */
async function nextLineStart(read: ReadAt, format: TextFormat, offset: number): Promise<number> {
  // The line feed directly before the offset counts.
  let at = Math.max(0, offset - (offset % format.unit) - format.unit);
  if (offset <= 0) return 0;
  for (;;) {
    const chunk = await read(at, chunkBytes);
    const found = lineStartAfter(chunk, format);
    if (found !== -1) return at + found;
    if (chunk.length < chunkBytes) return at + chunk.length;
    at += chunkBytes;
  }
}

function headOf(bytes: Buffer, format: TextFormat): string {
  return decodeText(bytes.subarray(0, headBytes), format)
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
}

/** A log whose times are searched. */
export interface TimedFile {
  readonly read: ReadAt;
  readonly size: number;
  readonly format: TextFormat;
  readonly context: TimeContext;
  readonly signal?: AbortSignal | undefined;
}

/** The times of a log. */
export interface LogTimes {
  readonly format: TimeFormat;
  /** Minutes east of UTC; 0 if its times have no zone. */
  readonly zone: number;
  readonly first: number;
  readonly last: number;
  /** Whether samples from the whole file are in order; times are only found in ordered logs. */
  readonly isOrdered: boolean;
}

interface TimedLine {
  readonly line: LineHead;
  readonly time: LineTime;
}

const sampleLines = 200;
const sampleBytes = 256 * 1024;
const samples = 32;
/** Lines of several processes are written with small delays. */
const toleranceMillis = 60_000;
/** Below this distance, lines are read one after the other. */
const nearBytes = 64 * 1024;

/** The times of a log by its first and last lines, and samples between; undefined if no lines have times. */
export async function getTimes(file: TimedFile): Promise<LogTimes | undefined> {
  const { read, size, context } = file;
  const lines: string[] = [];
  for await (const { text } of lineHeads(read, file.format, 0, Math.min(size, sampleBytes))) {
    if (lines.push(text) >= sampleLines) break;
  }
  const format = getTimeFormat(lines, context);
  if (format === undefined) return undefined;
  const sampled: LineTime[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const from = Math.floor((size * sample) / samples);
    const found = await firstTimed(file, format, from, Math.min(size, from + sampleBytes));
    if (found !== undefined) sampled.push(found.time);
  }
  const end = await lastTimed(file, format);
  if (end !== undefined) sampled.push(end);
  const [first] = sampled;
  const last = sampled.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isOrdered = sampled.every(({ at }, index) => at >= (sampled[index - 1]?.at ?? at) - toleranceMillis);
  return { format, zone: first.zone ?? 0, first: first.at, last: last.at, isOrdered };
}

/** The first line at or after a time, by binary search; undefined if all lines are before it. */
export async function findTime(
  file: TimedFile,
  format: TimeFormat,
  at: number,
): Promise<{ readonly offset: number; readonly at: number } | undefined> {
  // All timed lines that start before `low` are before the time.
  let [low, high] = [0, file.size];
  let found: TimedLine | undefined;
  while (high - low > nearBytes) {
    const middle = Math.floor((low + high) / 2);
    const timed = await firstTimed(file, format, middle, high);
    if (timed === undefined) high = middle;
    else if (timed.time.at >= at) {
      found = timed;
      high = middle;
    } else low = timed.line.next;
  }
  for await (const timed of timedLines(file, format, low, high)) {
    if (timed.time.at < at) continue;
    found = timed;
    break;
  }
  return found === undefined ? undefined : { offset: found.line.start, at: found.time.at };
}

/** The time of the line at an offset, or of the next one that has one. */
export async function timeNear(file: TimedFile, format: TimeFormat, offset: number): Promise<number | undefined> {
  const found = await firstTimed(file, format, offset, Math.min(file.size, offset + sampleBytes));
  return found?.time.at;
}

async function firstTimed(
  file: TimedFile,
  format: TimeFormat,
  from: number,
  to: number,
): Promise<TimedLine | undefined> {
  for await (const timed of timedLines(file, format, from, to)) return timed;
  return undefined;
}

async function* timedLines(
  { read, format: text, context, signal }: TimedFile,
  format: TimeFormat,
  from: number,
  to: number,
): AsyncGenerator<TimedLine, undefined> {
  const start = await nextLineStart(read, text, from);
  for await (const line of lineHeads(read, text, start, to)) {
    signal?.throwIfAborted();
    const time = getTime(line.text, format, context);
    if (time !== undefined) yield { line, time };
  }
  return undefined;
}

async function lastTimed(file: TimedFile, format: TimeFormat): Promise<LineTime | undefined> {
  let last: LineTime | undefined;
  for await (const { time } of timedLines(file, format, Math.max(0, file.size - sampleBytes), file.size)) last = time;
  return last;
}
