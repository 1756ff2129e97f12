import { isDigit } from '../../indicators/detect/scan/characters';
import { headLength, TimestampReader } from './timestamps';

/** Lines at the start of a text that decide whether it has timestamps, and the share of them that must have one. */
const sampledLines = 200;
const timedShare = 0.6;
/** Lines above a line without a timestamp, such as one of a stack trace, that are searched for its time. */
const maxLinesAbove = 20;

const [space, hyphen, brace] = [32, 45, 123];

/** Keys of JSON with the time of an event, and their values. */
const timeKey =
  /"(?:@timestamp|timestamp|event_?time|time_?generated|time_?created|creation_?time|start_?time|time_?stamp|event_?timestamp|event_?date|published|created_?at|log_?time|datetime|date|_?time|ts)"\s*:\s*"?([^",}\s][^",}]{0,40})/i;
const maxEventLength = 16_384;

/** The times of lines in one part of a text. */
export class BlockTimes {
  /** Whether the part has timestamps; undefined before the first text. */
  isTimed: boolean | undefined;
  /** The time zone of the first timestamp, in seconds east of UTC; undefined if it has none. */
  zone: number | undefined;
  private text = '';
  private lastLine = -1;
  private lastTime = 0;
  /** Whether the last line has that time itself. */
  private isOwn = false;

  constructor(private readonly timestamps = new TimestampReader()) {}

  /**
   * Continues with a text of the part, which starts at `from` after some context. `eventStart`: the start of events
   * that aren't lines.
   */
  use(text: string, from: number, eventStart?: string): void {
    this.text = text;
    this.lastLine = -1;
    this.isTimed ??= eventStart === undefined ? this.hasTimestamps(from) : this.hasEventTimes(from, eventStart);
  }

  /** The time of the event between two offsets, in seconds since 1970; 0 if there is none. */
  ofEvent([start, end]: readonly [start: number, end: number]): number {
    if (this.isTimed !== true) return 0;
    if (start !== this.lastLine) this.lastTime = this.readKeys(start, end) ?? 0;
    this.lastLine = start;
    return this.lastTime;
  }

  /**
   * The time of the line that starts at an offset, in seconds since 1970: its own timestamp, or that of the last line
   * above it that has one; 0 if there is none.
   */
  at(lineStart: number): number {
    if (this.isTimed !== true) return 0;
    if (lineStart === this.lastLine) return this.lastTime;
    this.lastLine = lineStart;
    let start = lineStart;
    for (let above = 0; above <= maxLinesAbove; above++) {
      const time = this.timeOfLine(Math.max(0, start));
      this.isOwn = time !== undefined && above === 0;
      if (time !== undefined) return (this.lastTime = time);
      if (start <= 0) break;
      start = this.text.lastIndexOf('\n', start - 2) + 1;
    }
    return this.lastTime;
  }

  /**
   * The end of the number that is the time of the line at an offset and was read with {@link at}, if nothing after it makes
   * it a part of anything else; 0 otherwise.
   */
  numberEnd(lineStart: number): number {
    const { text } = this;
    const length = this.isOwn && lineStart === this.lastLine ? this.timestamps.numberLength : 0;
    const end = lineStart + length;
    if (length === 0 || end + 1 >= text.length) return 0;
    const next = text.charCodeAt(end + 1);
    return text.charCodeAt(end) === space && (isDigit(next) || next === hyphen) ? end : 0;
  }

  /** The time at the start of a line, or, in an object of JSON, of a key anywhere. */
  private timeOfLine(start: number): number | undefined {
    const time = this.timestamps.readAt(this.text, start);
    if (time !== undefined || this.text.charCodeAt(start) !== brace) return time;
    const end = this.text.indexOf('\n', start);
    return this.readKeys(start, end === -1 ? this.text.length : end);
  }

  private readKeys(start: number, end: number): number | undefined {
    const event = this.text.slice(start, Math.min(end, start + maxEventLength));
    const value = timeKey.exec(event)?.[1];
    return value === undefined ? undefined : this.timestamps.read(value);
  }

  private hasEventTimes(from: number, eventStart: string): boolean {
    let sampled = 0;
    let timed = 0;
    for (let start = this.text.indexOf(eventStart, from); start !== -1 && sampled < sampledLines; sampled++) {
      const next = this.text.indexOf(eventStart, start + 1);
      const end = next === -1 ? this.text.length : next;
      if (this.readKeys(start, end) !== undefined && timed++ === 0) this.zone = this.timestamps.zone;
      start = next;
    }
    return isEnough(timed, sampled);
  }

  private headAt(start: number): string {
    const head = this.text.slice(start, start + headLength);
    const end = head.indexOf('\n');
    return end === -1 ? head : head.slice(0, end);
  }

  private hasTimestamps(from: number): boolean {
    let sampled = 0;
    let timed = 0;
    for (let start = from; start < this.text.length && sampled < sampledLines;) {
      const head = this.headAt(start);
      if (head.trim() !== '') {
        sampled++;
        if (this.timeOfLine(start) !== undefined && timed++ === 0) this.zone = this.timestamps.zone;
      }
      const end = this.text.indexOf('\n', start);
      if (end === -1) break;
      start = end + 1;
    }
    return isEnough(timed, sampled);
  }
}

/** Whether enough of some lines have a time; the first one may be a header. */
function isEnough(timed: number, sampled: number): boolean {
  return timed > 0 && (timed >= sampled * timedShare || timed >= sampled - 1);
}
