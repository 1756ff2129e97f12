/** A part of a CSV, and the line in which it begins, from 1. */
export type CsvItem =
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly line: number }
  /** A line that starts with `#`, without it. */
  | { readonly kind: 'comment'; readonly text: string; readonly line: number };

/** Reads a CSV in chunks. */
export interface CsvReader {
  /** Returns items that are complete so far; a row of more than 64 KiB may be returned later. */
  push(chunk: string): readonly CsvItem[];
  /** Returns the rest; `open` counts unclosed quotes, whose lines are among the items as they are. */
  end(): { readonly items: readonly CsvItem[]; readonly open: number };
}

export interface CsvReaderOptions {
  /** A single character; a comma by default. */
  readonly delimiter?: string;
  /** Maximum length of a quoted cell; a longer one counts as unclosed. */
  readonly maxCell?: number;
}

/** An incomplete row longer than this is read again only after it doubles, to stay linear. */
const longRow = 64 * 1024;

const code = { lineFeed: 10, carriageReturn: 13, tab: 9, space: 32, quote: 34, hash: 35 };

/**
 * Reads CSV (RFC 4180) with comment lines, any line breaks, and a byte order mark. Quotes inside an unquoted cell are literal,
 * text after a closing quote belongs to the cell, and empty lines are skipped. Linear; never throws.
 */
export function csvReader({ delimiter = ',', maxCell = 1024 * 1024 }: CsvReaderOptions = {}): CsvReader {
  let rest = '';
  let hasStarted = false;
  let open = 0;
  let readAgainAt = 0;
  let line = 1;
  const read = (last: boolean): readonly CsvItem[] => {
    if (!hasStarted && rest !== '') {
      hasStarted = true;
      if (rest.startsWith('\uFEFF')) rest = rest.slice(1);
    }
    const rows = new Rows(rest, delimiter.charCodeAt(0), maxCell, last, line);
    const items: CsvItem[] = [];
    for (let item = rows.next(); item !== undefined; item = rows.next()) items.push(item);
    rest = rest.slice(rows.used);
    line = rows.line;
    open += rows.open;
    return items;
  };
  return {
    push(chunk) {
      rest += chunk;
      if (rest.length < readAgainAt) return [];
      const items = read(false);
      readAgainAt = rest.length > longRow && items.length === 0 ? 2 * rest.length : 0;
      return items;
    },
    end: () => ({ items: read(true), open }),
  };
}

/** Iterates over a text; `used` is the start of the first incomplete row. */
class Rows {
  used = 0;
  open = 0;
  private at = 0;
  /** Cached positions, since otherwise every row would search to the end of a text without them. */
  private nextLineFeed = -1;
  private nextCarriageReturn = -1;
  private nextQuote = -1;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
    private readonly maxCell: number,
    private readonly last: boolean,
    /** The line of the next row, from 1. */
    public line: number,
  ) {}

  next(): CsvItem | undefined {
    while (this.used < this.text.length) {
      this.at = this.used;
      const { line } = this;
      const lineEnd = this.lineEnd();
      if (this.text.charCodeAt(this.at) === code.hash) {
        if (lineEnd === undefined) return undefined;
        const comment = this.text.slice(this.at + 1, lineEnd).trim();
        this.used = this.afterLineEnd(lineEnd);
        this.line++;
        return { kind: 'comment', text: comment, line };
      }
      const cells = this.isQuoted(lineEnd) ? this.quotedRow(lineEnd) : this.plainRow(lineEnd);
      if (cells === undefined) return undefined;
      this.line += 1 + this.breaksBefore(this.used, lineEnd ?? this.text.length);
      if (cells.length > 1 || (cells[0] ?? '').trim() !== '') return { kind: 'row', cells, line };
    }
    return undefined;
  }

  private ahead(known: number, mark: string): number {
    if (known >= this.at) return known;
    const found = this.text.indexOf(mark, this.at);
    return found < 0 ? this.text.length : found;
  }

  /** The end of the line; undefined if it isn't received yet. */
  private lineEnd(): number | undefined {
    this.nextLineFeed = this.ahead(this.nextLineFeed, '\n');
    this.nextCarriageReturn = this.ahead(this.nextCarriageReturn, '\r');
    const end = Math.min(this.nextLineFeed, this.nextCarriageReturn);
    return this.isEnd(end) ? end : undefined;
  }

  /** A carriage return at the end of a chunk may be half of a line break. */
  private isEnd(at: number): boolean {
    return this.last || (this.text.charCodeAt(at) === code.carriageReturn ? at + 1 : at) < this.text.length;
  }

  private afterLineEnd(lineEnd: number): number {
    const two =
      this.text.charCodeAt(lineEnd) === code.carriageReturn && this.text.charCodeAt(lineEnd + 1) === code.lineFeed;
    return Math.min(lineEnd + (two ? 2 : 1), this.text.length);
  }

  /** Line breaks in the cells of a row: those from the end of its first line to its own end, except the last one. */
  private breaksBefore(used: number, lineEnd: number): number {
    if (this.afterLineEnd(lineEnd) >= used) return 0;
    let count = 0;
    for (let at = lineEnd; at < used; at++) {
      const char = this.text.charCodeAt(at);
      const isHalf = char === code.carriageReturn && this.text.charCodeAt(at + 1) === code.lineFeed;
      if ((char === code.lineFeed || char === code.carriageReturn) && !isHalf) count++;
    }
    return Math.max(count - 1, 0);
  }

  private isQuoted(lineEnd: number | undefined): boolean {
    this.nextQuote = this.ahead(this.nextQuote, '"');
    return this.nextQuote < (lineEnd ?? this.text.length);
  }

  private plainRow(lineEnd: number | undefined): readonly string[] | undefined {
    if (lineEnd === undefined) return undefined;
    this.used = this.afterLineEnd(lineEnd);
    return this.text.slice(this.at, lineEnd).split(String.fromCharCode(this.delimiter));
  }

  private quotedRow(lineEnd: number | undefined): readonly string[] | undefined {
    const { text } = this;
    const cells: string[] = [];
    let at = this.at;
    for (;;) {
      const quote = this.openingQuote(at);
      let cell = '';
      if (quote !== undefined) {
        const close = this.closingQuote(quote);
        if (close === undefined) return this.unclosedQuote(quote, lineEnd);
        cell = text.slice(quote + 1, close);
        if (cell.includes('"')) cell = cell.replaceAll('""', '"');
        at = close + 1;
      }
      const end = this.cellEnd(at);
      if (!this.isEnd(end)) return undefined;
      cells.push(end === at ? cell : cell + text.slice(at, end));
      if (text.charCodeAt(end) === this.delimiter) {
        at = end + 1;
        continue;
      }
      this.used = this.afterLineEnd(end);
      return cells;
    }
  }

  /** Position of a cell's opening quote, after optional spaces. */
  private openingQuote(from: number): number | undefined {
    let at = from;
    for (;;) {
      const char = this.text.charCodeAt(at);
      if (char === code.quote) return at;
      if ((char !== code.space && char !== code.tab) || char === this.delimiter) return undefined;
      at++;
    }
  }

  private closingQuote(quote: number): number | undefined {
    let at = quote + 1;
    for (;;) {
      const close = this.text.indexOf('"', at);
      if (close < 0 || close - quote > this.maxCell) return undefined;
      if (this.text.charCodeAt(close + 1) !== code.quote) return close;
      at = close + 2;
    }
  }

  private cellEnd(from: number): number {
    let at = from;
    while (at < this.text.length) {
      const char = this.text.charCodeAt(at);
      if (char === this.delimiter || char === code.lineFeed || char === code.carriageReturn) break;
      at++;
    }
    return at;
  }

  /** Waits for a closing quote; an unclosed one affects only its line. */
  private unclosedQuote(quote: number, lineEnd: number | undefined): readonly string[] | undefined {
    if (!this.last && this.text.length - quote <= this.maxCell) return undefined;
    this.open++;
    return this.plainRow(lineEnd ?? this.text.length);
  }
}
