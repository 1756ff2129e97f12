import { MailStates } from './encoded/mailStates';
import { findIndicators } from './find';
import { RegionStates } from './incrementalRegions';
import { getSyntax } from './syntax/language';
import { flatConcat } from './flatConcat';
import type { FindOptions, Occurrence } from '../identity/types';

/** A document as lines without line ends. */
export interface LineSource {
  readonly lineCount: number;
  line(index: number): string;
}

/** An occurrence in a document. Lines and UTF-16 columns are zero-based. */
export interface LineOccurrence extends Omit<Occurrence, 'start' | 'end'> {
  readonly line: number;
  readonly start: number;
  /** Differs from `line` only if mail wraps a URL over lines. */
  readonly endLine: number;
  readonly end: number;
}

/** Lines `from` to `to` (inclusive) were replaced by `count` lines. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Lines `from` to `to` (exclusive); `to` may be Infinity. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Finds the indicators of a document on demand, and re-searches only affected lines after an edit. */
export interface IncrementalFinder {
  /**
   * Searches the pending part of lines `from` to `to` (exclusive) in small blocks, until done (true) or `shouldStop`
   * returns true.
   */
  search(from: number, to: number, shouldStop?: () => boolean): boolean;
  /** The occurrences found so far in lines `from` to `to` (exclusive), in order. */
  occurrences(from: number, to: number): LineOccurrence[];
  /**
   * Applies a change. Call it for every change, from the bottom of the document up, once the source contains all of
   * them. Returns the lines to search again.
   */
  applyEdit(change: LineChange): LineRange;
}

/** The minimum context around a line that can affect its occurrences; the engine itself looks at 80 characters. */
const minContext = 256;
/** The minimum context in a mail, where lines in Base64 go on without an end. */
const mailContext = 4_096;
/** How much of an adjacent long line is used as context. */
const maxContext = 8_192;
/** Characters searched at once: about a millisecond. */
const blockLength = 32_768;
/** The maximum number of lines passed to `splice` as arguments; more would overflow the stack. */
const maxSplice = 10_000;
/** The maximum number of lines over which mail wraps one URL. */
const maxSoftBreaks = 64;

/** An occurrence without its line number, which edits above it change. */
interface LineEntry {
  readonly occurrence: Occurrence;
  readonly start: number;
  /** How many lines further down it ends. */
  readonly linesDown: number;
  readonly end: number;
}

/**
 * The incremental form of `findIndicators`: the same occurrences as for the whole text, found on demand and stored by
 * line. Every change of the source must be passed to `applyEdit`.
 */
export function incrementalFinder(source: LineSource, options: FindOptions = {}): IncrementalFinder {
  return new LineFinder(source, options);
}

const never = (): boolean => false;

class LineFinder implements IncrementalFinder {
  /** By line; undefined if not searched yet. */
  private byLine: (readonly LineEntry[] | undefined)[];
  private readonly regions: RegionStates | undefined;
  /** Of text that may be a mail. */
  private readonly mail: MailStates | undefined;

  constructor(
    private readonly source: LineSource,
    private readonly options: FindOptions,
  ) {
    this.byLine = new Array<undefined>(source.lineCount).fill(undefined);
    const syntax = getSyntax(options.languageId);
    this.regions = syntax && new RegionStates((index) => source.line(index), syntax);
    if (syntax === undefined && options.encoded === true) this.mail = new MailStates(source);
  }

  search(from: number, to: number, shouldStop: () => boolean = never): boolean {
    const last = Math.min(to, this.source.lineCount);
    for (let line = Math.max(0, from); line < last; line++) {
      if (this.byLine[line] !== undefined) continue;
      const end = this.blockEnd(line, last);
      if (!this.searchBlock(line, end, shouldStop)) return false;
      line = end - 1;
      if (end < last && shouldStop()) return false;
    }
    return true;
  }

  occurrences(from: number, to: number): LineOccurrence[] {
    const all: LineOccurrence[] = [];
    const last = Math.min(to, this.byLine.length);
    for (let line = Math.max(0, from); line < last; line++) {
      for (const { occurrence, start, linesDown, end } of this.byLine[line] ?? []) {
        all.push({ ...occurrence, line, start, endLine: line + linesDown, end });
      }
    }
    return all;
  }

  applyEdit({ from, to, count }: LineChange): LineRange {
    const fresh = new Array<undefined>(count).fill(undefined);
    if (count === to - from + 1) this.byLine.fill(undefined, from, to + 1);
    else if (count < maxSplice) this.byLine.splice(from, to - from + 1, ...fresh);
    else this.byLine = this.byLine.slice(0, from).concat(fresh, this.byLine.slice(to + 1));
    const regionsUpTo = this.regions?.applyEdit(from, to, count) ?? 0;
    const context = this.contextStart(from);
    const stale =
      this.mail?.applyEdit(from) === true
        ? { from: from <= this.mail.headLines ? 0 : context, to: Infinity }
        : { from: context, to: Math.max(this.contextEnd(from + count), regionsUpTo) };
    this.byLine.fill(undefined, stale.from, stale.to);
    return stale;
  }

  private blockEnd(from: number, last: number): number {
    let end = from;
    let characters = 0;
    while (end < last && this.byLine[end] === undefined && (end === from || characters < blockLength)) {
      characters += this.source.line(end).length + 1;
      end++;
    }
    return end;
  }

  /** The text that replaces a mail in front of a line. */
  private mailAt(line: number): string {
    return this.mail?.isMail() === true ? this.mail.at(line) : '';
  }

  /** Returns false if `shouldStop` stopped it before it started. */
  private searchBlock(from: number, to: number, shouldStop: () => boolean): boolean {
    const first = this.contextStart(from);
    const mail = this.mail?.isMail() === true;
    const prefix = this.regions === undefined ? this.mailAt(first) : this.regions.at(first, shouldStop);
    if (prefix === undefined) return false;
    // Known to the end of the block, so that an edit above can detect whether it affects the occurrences here.
    this.regions?.at(to, never);
    const before = `${prefix}${this.context(this.text(first, from), this.regions === undefined && !mail)}`;
    const after = this.text(to, this.contextEnd(to)).slice(0, maxContext);
    const starts: number[] = [];
    let position = before.length;
    for (let line = from; line < to; line++) {
      starts.push(position);
      position += this.source.line(line).length + 1;
    }
    const byLine: LineEntry[][] = starts.map(() => []);
    let line = 0;
    for (const occurrence of findIndicators(flatConcat(before, this.text(from, to), after), {
      ...this.options,
      mail,
    })) {
      if (occurrence.start < before.length) continue;
      if (occurrence.start >= position) break;
      while (occurrence.start >= (starts[line + 1] ?? position)) line++;
      byLine[line]?.push(this.toLineEntry(occurrence, starts[line] ?? 0, from + line));
    }
    for (const [index, found] of byLine.entries()) this.byLine[from + index] = found;
    return true;
  }

  private toLineEntry(occurrence: Occurrence, lineStart: number, line: number): LineEntry {
    let start = lineStart;
    let linesDown = 0;
    while (occurrence.end > start + this.source.line(line + linesDown).length) {
      start += this.source.line(line + linesDown).length + 1;
      linesDown++;
    }
    return { occurrence, start: occurrence.start - lineStart, linesDown, end: occurrence.end - start };
  }

  /** Lines with line ends; the last line of the document has none. */
  private text(from: number, to: number): string {
    const lines: string[] = [];
    for (let line = from; line < to; line++) lines.push(this.source.line(line));
    if (to > from && to < this.source.lineCount) lines.push('');
    return lines.join('\n');
  }

  /** The last part of a long preceding line, from a space on. In code, all of it, because a string can start there. */
  private context(text: string, mayTruncate: boolean): string {
    if (!mayTruncate || text.length <= maxContext) return text;
    const tail = text.slice(-maxContext);
    return tail.slice(Math.max(0, tail.search(/\s/)));
  }

  /** The first line that affects the occurrences in `line`. */
  private contextStart(line: number): number {
    const context = this.mail?.isMail() === true ? mailContext : minContext;
    let first = line;
    for (let characters = 0; first > 0 && characters < context; first--) {
      characters += this.source.line(first - 1).length + 1;
    }
    for (let breaks = 0; first > 0 && breaks < maxSoftBreaks && this.isSoftBroken(first - 1); breaks++) first--;
    return first;
  }

  /** The line after the last one that affects occurrences before `line`. */
  private contextEnd(line: number): number {
    const { lineCount } = this.source;
    const context = this.mail?.isMail() === true ? mailContext : minContext;
    let end = line;
    for (let characters = 0; end < lineCount && characters < context; end++) {
      characters += this.source.line(end).length + 1;
    }
    for (let breaks = 0; end < lineCount && breaks < maxSoftBreaks && this.isSoftBroken(end - 1); breaks++) end++;
    return end;
  }

  /** Mail wraps long lines with a trailing `=`, where a URL can continue. */
  private isSoftBroken(line: number): boolean {
    const text = this.source.line(line);
    return text.length >= 70 && text.length <= 78 && /=\r?$/.test(text);
  }
}
