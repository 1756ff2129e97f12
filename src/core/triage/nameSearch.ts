import { withoutDefanging } from '../rows/rowText';

/** Rows of a block: hits in a block are located by going through its rows. */
const blockRows = 4_096;
/** Names that are only searched as they are shown, since more than defanging makes them different. */
const unusual = /[^\x21-\x7e]|@/;

/** Differences of a name as it is shown, as bits. */
const shownAs = { unusual: 1, hxxp: 2, hxxps: 4, fxp: 8, dots: 16 } as const;

/** Texts that are in a name as it is shown, if it has the bit. */
const defangedParts = [
  ['hxxp://', shownAs.hxxp],
  ['hxxps://', shownAs.hxxps],
  ['fxp://', shownAs.fxp],
  ['[.]', shownAs.dots],
] as const;

const bitsOfSchemes: Readonly<Record<string, number>> = {
  http: shownAs.hxxp,
  https: shownAs.hxxps,
  ftp: shownAs.fxp,
};

interface NameBlock {
  readonly text: string;
  /** The end of each name, after its line break. */
  readonly ends: Uint32Array;
}

/** The names of rows in lower case, many in one text: searching half a million of them takes milliseconds. */
export class NameSearch {
  private readonly blocks: NameBlock[] = [];
  private names: string[] = [];
  /** By row, bits of {@link shownAs}. */
  private readonly bits: number[] = [];

  /** @param nameOf a name never changes */
  constructor(private readonly nameOf: (row: number) => string) {}

  /** Adds the rows below a number; it works for `millis` at most, and returns whether all are there. */
  extend(rows: number, millis = Infinity): boolean {
    const end = performance.now() + millis;
    while (this.size < rows) {
      const name = this.nameOf(this.size);
      this.bits.push(bitsOf(name));
      this.names.push(name.toLowerCase());
      if (this.names.length === blockRows) {
        this.blocks.push(toBlock(this.names));
        this.names = [];
        if (performance.now() > end) return this.size === rows;
      }
    }
    return true;
  }

  private get size(): number {
    return this.bits.length;
  }

  /**
   * Returns a function that checks whether a typed text in lower case is in the name of a row, as it is or defanged.
   * The function returns undefined where only the name as it is shown decides that.
   */
  test(typed: string): (row: number) => boolean | undefined {
    const found = this.rowsWith(withoutDefanging(typed));
    const certain = defangedParts.reduce((bits, [text, bit]) => bits | (text.includes(typed) ? bit : 0), 0);
    const likely = hasDefanging(typed) ? this.rowsWith(longestPlainPart(typed)) : undefined;
    return (row) => {
      const bits = this.bits[row] ?? 0;
      if (found[row] === 1 || (bits & certain) !== 0) return true;
      return (bits & shownAs.unusual) !== 0 || likely?.[row] === 1 ? undefined : false;
    };
  }

  private rowsWith(wanted: string): Uint8Array {
    const found = new Uint8Array(this.size);
    for (const [index, block] of [...this.blocks, toBlock(this.names)].entries())
      mark(block, wanted, found, index * blockRows);
    return found;
  }
}

/** The longest part of a typed text that defanging doesn't change: a name that has the text has this as well. */
function longestPlainPart(typed: string): string {
  const parts = plainScheme(typed).split(/[[\]]+/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Whether a text may have something that is only in names as they are shown. */
function hasDefanging(text: string): boolean {
  return /[[\]]/.test(text) || plainScheme(text) !== text;
}

/** A text that starts with the end of a defanged scheme, with that as it is in names. */
function plainScheme(text: string): string {
  return text.replace(/^[hf]?x{1,2}p(?=s?(?::|$))/, (scheme) => scheme.replaceAll('x', 't'));
}

function bitsOf(name: string): number {
  const [, scheme = '', host = name] = /^(https?|ftp):\/\/([^\\/?#]*)/i.exec(name) ?? [];
  const bits = bitsOfSchemes[scheme.toLowerCase()] ?? 0;
  return bits | (unusual.test(name) ? shownAs.unusual : 0) | (host.includes('.') ? shownAs.dots : 0);
}

function toBlock(names: readonly string[]): NameBlock {
  const ends = new Uint32Array(names.length);
  let end = 0;
  for (const [index, name] of names.entries()) ends[index] = end += name.length + 1;
  return { text: names.length === 0 ? '' : `${names.join('\n')}\n`, ends };
}

function mark({ text, ends }: NameBlock, wanted: string, found: Uint8Array, first: number): void {
  let row = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, ends[row])) {
    while ((ends[row] ?? Infinity) <= at) row++;
    if (row >= ends.length) return;
    found[first + row] = 1;
  }
}
