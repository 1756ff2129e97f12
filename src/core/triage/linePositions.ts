import type { TimelineUnit } from './timeline';
import { headLength, TimestampReader } from './timestamps';

/** Lines at the start of a text that decide whether it has timestamps, and the share of them that must have one. */
const sampledLines = 200;
const timedShare = 0.6;
/** Lines above a line without a timestamp, such as one of a stack trace, that are searched for its time. */
const maxLinesAbove = 20;
/** Lines that are kept at most until their positions are requested. */
const maxKept = 131_072;

/** Where the lines of a streamed text are on its timeline: their own timestamps, or their numbers if it has none. */
export class LinePositions {
  /** The starts of lines from `firstLine` on. */
  private heads: string[] = [''];
  private firstLine = 1;
  private decided: TimelineUnit | undefined;
  private lastTime: number | undefined;

  constructor(private readonly timestamps = new TimestampReader()) {}

  /** The unit of positions, which the first lines decide. */
  get unit(): TimelineUnit {
    return (this.decided ??= this.decide());
  }

  /** Passes the chunks through and keeps the starts of their lines. */
  async *watch(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      this.keep(chunk);
      yield chunk;
    }
  }

  /** The position of a line, which must not be before the last one requested; undefined before the first timestamp. */
  at(line: number): number | undefined {
    if (this.unit === 'lines') {
      this.heads.length = 0;
      return line;
    }
    const index = line - this.firstLine;
    for (let above = 0; above <= maxLinesAbove && index - above >= 0; above++) {
      const time = this.timestamps.read(this.heads[index - above] ?? '');
      if (time === undefined) continue;
      this.lastTime = time;
      break;
    }
    if (index > 4_096) this.drop(index - maxLinesAbove);
    return this.lastTime;
  }

  private keep(chunk: string): void {
    // Without timestamps, no line is needed any more.
    if (this.decided === 'lines') return;
    const { heads } = this;
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf('\n', start);
      const head = heads[heads.length - 1] ?? '';
      const room = headLength - head.length;
      if (room > 0)
        heads[heads.length - 1] = head + chunk.slice(start, Math.min(end < 0 ? chunk.length : end, start + room));
      if (end < 0) break;
      heads.push('');
      start = end + 1;
    }
    if (heads.length > 2 * maxKept) this.drop(heads.length - maxKept);
  }

  private drop(count: number): void {
    this.heads.splice(0, count);
    this.firstLine += count;
  }

  private decide(): TimelineUnit {
    const sample = this.heads.filter((head) => head.trim() !== '').slice(0, sampledLines);
    const timed = sample.filter((head) => this.timestamps.read(head) !== undefined).length;
    return timed > 0 && timed >= sample.length * timedShare ? 'seconds' : 'lines';
  }
}
