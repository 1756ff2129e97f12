/** Rows of a piece: hits in a piece are placed by going through its rows. */
const pieceRows = 4_096;
/** Names that are only searched as they are shown, since they are shown otherwise than they are. */
const unusual = /[^\x21-\x7e]|@/;

interface Piece {
  readonly text: string;
  /** Where each name ends, after its line break. */
  readonly ends: Uint32Array;
}

/** The names of rows in lower case, many in one text: searching half a million of them takes milliseconds. */
export class NameSearch {
  private readonly pieces: Piece[] = [];
  private names: string[] = [];
  /** Rows with {@link unusual} names. */
  private readonly unusualRows = new Set<number>();
  private size = 0;

  /** @param nameOf a name never changes */
  constructor(private readonly nameOf: (row: number) => string) {}

  /** Adds the rows below a number; it works for `millis` at most, and returns whether all are there. */
  extend(rows: number, millis = Infinity): boolean {
    const end = performance.now() + millis;
    while (this.size < rows) {
      const name = this.nameOf(this.size);
      if (unusual.test(name)) this.unusualRows.add(this.size);
      this.names.push(name.toLowerCase());
      this.size++;
      if (this.names.length === pieceRows) {
        this.pieces.push(pieceOf(this.names));
        this.names = [];
        if (performance.now() > end) return this.size === rows;
      }
    }
    return true;
  }

  /** A function that says whether a text in lower case is in the name of a row; undefined where the name is shown otherwise. */
  test(wanted: string): (row: number) => boolean | undefined {
    const found = new Uint8Array(this.size);
    for (const [index, piece] of [...this.pieces, pieceOf(this.names)].entries())
      mark(piece, wanted, found, index * pieceRows);
    return (row) => (this.unusualRows.has(row) ? undefined : found[row] === 1);
  }
}

function pieceOf(names: readonly string[]): Piece {
  const ends = new Uint32Array(names.length);
  let end = 0;
  for (const [index, name] of names.entries()) ends[index] = end += name.length + 1;
  return { text: names.length === 0 ? '' : `${names.join('\n')}\n`, ends };
}

function mark({ text, ends }: Piece, wanted: string, found: Uint8Array, first: number): void {
  let row = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, ends[row])) {
    while ((ends[row] ?? Infinity) <= at) row++;
    if (row >= ends.length) return;
    found[first + row] = 1;
  }
}
