import { stat } from 'node:fs/promises';
import { type ReadAt, withFile } from './fileBytes';
import { LineIndex } from './lineIndex';
import { countLineFeeds, lineStartAfter } from './lineFeeds';
import { type Section, sectionAt, sectionCount, getSection, type SectionSizes, sectionSizes } from './sections';
import { decodeText, documentBytes, formatBytes, type TextFormat, getTextFormat } from './textFormat';
import { findTime, type LogTimes, timeNear, getTimes, type TimedFile } from './timeSearch';

/** A position in a section, from 0. */
export interface SectionPosition {
  readonly section: number;
  readonly line: number;
  readonly column: number;
}

/** How many lines there are before a section and in it, as far as they are indexed. */
export interface SectionLines {
  readonly first: number;
  readonly last: number;
}

interface State {
  readonly size: number;
  readonly mtimeMs: number;
  readonly format: TextFormat;
}

/** A file of any size that is read in sections. */
export class LargeFile {
  readonly index = new LineIndex();

  private constructor(
    readonly path: string,
    private state: State,
    private readonly sizes: SectionSizes,
  ) {}

  /** Opens a file; reads only its first bytes. Rejects as `fs` does. */
  static async open(path: string, sizes: SectionSizes = sectionSizes): Promise<LargeFile> {
    return new LargeFile(path, await stateOf(path), sizes);
  }

  get size(): number {
    return this.state.size;
  }

  get mtimeMs(): number {
    return this.state.mtimeMs;
  }

  get encoding(): TextFormat['encoding'] {
    return this.state.format.encoding;
  }

  /** Whether every line is indexed. */
  get isIndexed(): boolean {
    return this.index.bytes === this.size;
  }

  /** Reads the size of the file again. Returns whether it has changed. */
  async refresh(): Promise<boolean> {
    const now = await stateOf(this.path);
    const { size, mtimeMs } = this.state;
    this.state = now;
    return now.size !== size || now.mtimeMs !== mtimeMs;
  }

  /** The number of sections. */
  sectionCount(): Promise<number> {
    return this.reading((read) => sectionCount(this.divided(read), this.sizes));
  }

  /** A section by its index; the last one if there are fewer. */
  section(index: number): Promise<Section> {
    return this.reading((read) => sectionAt(this.divided(read), index, this.sizes));
  }

  /** The text of a section for a document. */
  async sectionBytes({ start, end }: Section): Promise<Buffer> {
    const bytes = await this.reading((read) => read(start, end - start));
    return documentBytes(bytes, this.state.format, start === 0);
  }

  /** The number of lines as in an editor without a last empty one; undefined until all are indexed. */
  async lineCount(): Promise<number | undefined> {
    if (!this.isIndexed) return undefined;
    return this.reading(async (read) => this.index.lineFeeds + (await this.unfinishedLines(read, this.size)));
  }

  /** The first and the last line of a section, from 0; undefined until they are indexed. */
  sectionLines({ start, end }: Section): Promise<SectionLines | undefined> {
    return this.reading(async (read) => {
      const { format } = this.state;
      const first = await this.index.lineAt(read, format, start);
      const next = await this.index.lineAt(read, format, end);
      if (first === undefined || next === undefined) return undefined;
      return { first, last: Math.max(first, next - 1 + (await this.unfinishedLines(read, end))) };
    });
  }

  /** The position of a line and a column, from 0; undefined if the line isn't indexed or doesn't exist. */
  locate(line: number, column = 0): Promise<SectionPosition | undefined> {
    return this.reading(async (read) => {
      const offset = await this.index.offsetOf(read, this.state.format, line);
      if (offset === undefined || (offset >= this.size && line > 0)) return undefined;
      return this.position(read, offset, column);
    });
  }

  /** The times of the lines; undefined if they have none. */
  times(signal?: AbortSignal): Promise<LogTimes | undefined> {
    return this.reading((read) => getTimes(this.timed(read, signal)));
  }

  /** The position of the first line at or after a time; undefined if all lines are before it. */
  locateTime(
    { format }: LogTimes,
    at: number,
    signal?: AbortSignal,
  ): Promise<{ readonly position: SectionPosition; readonly at: number } | undefined> {
    return this.reading(async (read) => {
      const found = await findTime(this.timed(read, signal), format, at);
      if (found === undefined) return undefined;
      return { position: await this.position(read, found.offset, 0), at: found.at };
    });
  }

  /** The time at the beginning of a section. */
  timeOfSection({ format }: LogTimes, { start }: Section): Promise<number | undefined> {
    return this.reading((read) => timeNear(this.timed(read), format, start));
  }

  /** The position of a line that starts at an offset: in the first section, or in later ones if the line is cut. */
  private async position(read: ReadAt, offset: number, column: number): Promise<SectionPosition> {
    const { format } = this.state;
    const file = this.divided(read);
    let section = await getSection(file, offset, this.sizes);
    let line = await this.linesBetween(read, section.start, offset);
    let left = column;
    let from = Math.max(offset, format.markBytes);
    while (section.endsInLine) {
      const bytes = await read(from, section.end - from);
      if (lineStartAfter(bytes, format) !== -1) break;
      const { length } = decodeText(bytes, format);
      if (left < length) break;
      left -= length;
      from = section.end;
      section = await sectionAt(file, section.index + 1, this.sizes);
      line = 0;
    }
    return { section: section.index, line, column: left };
  }

  /** The number of lines between two offsets, also if they aren't indexed yet. */
  private async linesBetween(read: ReadAt, from: number, to: number): Promise<number> {
    const { format } = this.state;
    const first = await this.index.lineAt(read, format, from);
    const last = await this.index.lineAt(read, format, to);
    if (first !== undefined && last !== undefined) return last - first;
    return countLineFeeds(await read(from, to - from), format);
  }

  /** 1 if the text before an offset doesn't end with a line feed, otherwise 0. */
  private async unfinishedLines(read: ReadAt, end: number): Promise<number> {
    const { format } = this.state;
    if (end === 0) return 0;
    return lineStartAfter(await read(end - format.unit, format.unit), format) === -1 ? 1 : 0;
  }

  private divided(read: ReadAt): { readonly read: ReadAt; readonly size: number; readonly format: TextFormat } {
    return { read, size: this.size, format: this.state.format };
  }

  private timed(read: ReadAt, signal?: AbortSignal): TimedFile {
    return { ...this.divided(read), context: { lastWritten: this.mtimeMs }, signal };
  }

  private reading<T>(use: (read: ReadAt) => Promise<T>): Promise<T> {
    return withFile(this.path, use);
  }
}

async function stateOf(path: string): Promise<State> {
  const { size, mtimeMs } = await stat(path);
  const format = await withFile(path, async (read) => getTextFormat(await read(0, formatBytes)));
  return { size, mtimeMs, format };
}
