import { truncateMiddle } from '../../../core/text/visibleText';
import { type CliIo, hasFlag, type ParsedArgs } from '../command';
import { jsonRows } from '../jsonRows';
import { safeLine, type Output } from '../output';

const widest = 60;

/** Prints rows in columns below their titles, for people. The last column may be longer. */
async function printColumns(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  io: Pick<Output, 'line'>,
): Promise<void> {
  const last = titles.length - 1;
  const lines = [
    titles,
    ...rows.map((row) => row.map((cell, at) => safeLine(at === last ? cell : truncateMiddle(cell, widest)))),
  ];
  const widths = titles.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (const line of lines) {
    const text = line.map((cell, at) => (at === last ? cell : cell.padEnd(widths[at] ?? 0))).join('  ');
    await io.line([{ text, style: line === titles ? 'bold' : undefined }]);
  }
}

/** Prints rows as a table on a terminal, or as JSON without a terminal or with `--json`. */
export async function printRows<T>(
  rows: readonly T[],
  { titles, cells }: { readonly titles: readonly string[]; readonly cells: (row: T) => readonly string[] },
  given: ParsedArgs,
  io: Pick<CliIo, 'json' | 'jsonPart' | 'line' | 'isTerminal'>,
): Promise<void> {
  if (io.isTerminal && !hasFlag(given, 'json')) return printColumns(titles, rows.map(cells), io);
  const json = jsonRows(given, io);
  for (const row of rows) await json.row(row);
  await json.end(true);
}

/** A date and time in UTC without the “T” and “Z” of ISO 8601. */
export function shortDate(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
