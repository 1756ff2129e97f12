/** What a CSV is made of, in its order. */
export type CsvItem =
  | { readonly kind: 'row'; readonly cells: readonly string[] }
  /** A line that begins with `#`, without it. */
  | { readonly kind: 'comment'; readonly text: string };

/** Reads a CSV that comes in pieces. */
export interface CsvReader {
  /** Items that the pieces so far complete; a row of more than 64 KiB may be among those of a later piece. */
  push(piece: string): readonly CsvItem[];
  /** What was left; `open` counts the quotes that never ended: their lines are among the items as they stand. */
  end(): { readonly items: readonly CsvItem[]; readonly open: number };
}

export interface CsvReaderOptions {
  /** One character; a comma where it is absent. */
  readonly delimiter?: string;
  /** A quoted cell longer than this, in characters, is one whose quote never ends. */
  readonly maxCell?: number;
}

/** A row that is longer, in characters, is read again when it has doubled: once a piece would be quadratic. */
const longRow = 64 * 1024;

const code = { lineFeed: 10, carriageReturn: 13, tab: 9, space: 32, quote: 34, hash: 35 };

/**
 * Reads CSV (RFC 4180) with comment lines: any line end, a byte order mark, quotes in the middle of an unquoted cell as
 * they stand, text behind a closing quote added to its cell, blank lines skipped. Linear; never throws.
 */
export function csvReader({ delimiter = ',', maxCell = 1024 * 1024 }: CsvReaderOptions = {}): CsvReader {
  let rest = '';
  let began = false;
  let open = 0;
  let readAgainAt = 0;
  const read = (last: boolean): readonly CsvItem[] => {
    if (!began && rest !== '') {
      began = true;
      if (rest.startsWith('\uFEFF')) rest = rest.slice(1);
    }
    const rows = new Rows(rest, delimiter.charCodeAt(0), maxCell, last);
    const items: CsvItem[] = [];
    for (let item = rows.next(); item !== undefined; item = rows.next()) items.push(item);
    rest = rest.slice(rows.used);
    open += rows.open;
    return items;
  };
  return {
    push(piece) {
      rest += piece;
      if (rest.length < readAgainAt) return [];
      const items = read(false);
      readAgainAt = rest.length > longRow && items.length === 0 ? 2 * rest.length : 0;
      return items;
    },
    end: () => ({ items: read(true), open }),
  };
}

/** Walks over one text; `used` is where the first row begins that it does not hold whole. */
class Rows {
  used = 0;
  open = 0;
  private at = 0;
  /** Places ahead are remembered, or a text without any of them would be searched to its end for each row. */
  private nextLineFeed = -1;
  private nextCarriageReturn = -1;
  private nextQuote = -1;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
    private readonly maxCell: number,
    private readonly last: boolean,
  ) {}

  next(): CsvItem | undefined {
    while (this.used < this.text.length) {
      this.at = this.used;
      const lineEnd = this.lineEnd();
      if (this.text.charCodeAt(this.at) === code.hash) {
        if (lineEnd === undefined) return undefined;
        const comment = this.text.slice(this.at + 1, lineEnd).trim();
        this.used = this.afterLineEnd(lineEnd);
        return { kind: 'comment', text: comment };
      }
      const cells = this.isQuoted(lineEnd) ? this.quotedRow(lineEnd) : this.plainRow(lineEnd);
      if (cells === undefined) return undefined;
      if (cells.length > 1 || (cells[0] ?? '').trim() !== '') return { kind: 'row', cells };
    }
    return undefined;
  }

  private ahead(known: number, mark: string): number {
    if (known >= this.at) return known;
    const found = this.text.indexOf(mark, this.at);
    return found < 0 ? this.text.length : found;
  }

  /** Where the line ends, undefined where that has not come yet. */
  private lineEnd(): number | undefined {
    this.nextLineFeed = this.ahead(this.nextLineFeed, '\n');
    this.nextCarriageReturn = this.ahead(this.nextCarriageReturn, '\r');
    const end = Math.min(this.nextLineFeed, this.nextCarriageReturn);
    return this.isEnd(end) ? end : undefined;
  }

  /** A carriage return at the end of a piece may be half of a line end. */
  private isEnd(at: number): boolean {
    return this.last || (this.text.charCodeAt(at) === code.carriageReturn ? at + 1 : at) < this.text.length;
  }

  private afterLineEnd(lineEnd: number): number {
    const two =
      this.text.charCodeAt(lineEnd) === code.carriageReturn && this.text.charCodeAt(lineEnd + 1) === code.lineFeed;
    return Math.min(lineEnd + (two ? 2 : 1), this.text.length);
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

  /** Of a cell that begins with one, blanks before it left aside. */
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

  /** A quote whose end is not there yet; one that never ends spoils its own line, not the rest of the file. */
  private unclosedQuote(quote: number, lineEnd: number | undefined): readonly string[] | undefined {
    if (!this.last && this.text.length - quote <= this.maxCell) return undefined;
    this.open++;
    return this.plainRow(lineEnd ?? this.text.length);
  }
}
