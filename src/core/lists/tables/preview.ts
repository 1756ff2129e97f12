import { type CsvItem, csvReader } from '../../results';
import type { ChosenColumns } from '../../records/sourceDetails';
import { chosenIn, type Columns, getColumns, isUnderstood, understandTable } from './columns';

/** The beginning of a table whose form isn't known, and what its columns seem to contain. */
export interface TablePreview {
  readonly delimiter: string;
  /** Names of the columns; empty if the table has none. */
  readonly header: readonly string[];
  /** The first rows of data. */
  readonly rows: readonly (readonly string[])[];
  readonly columns: ChosenColumns;
  /** Columns that are understood by their name as something that can't be chosen. */
  readonly kept: readonly number[];
  /** Whether the names of the columns show which ones contain the indicators. */
  readonly isNamed: boolean;
}

const [previewRows, sampleRows] = [20, 40];
const [maxCells, maxCell] = [100, 200];
/** Candidates; the first one wins a tie. */
const delimiters = [',', '\t', ';', '|'] as const;

/** The rows at the beginning of a text that are complete, and the comments before them. */
export function firstRows(head: string, delimiter: string): readonly CsvItem[] {
  const reader = csvReader({ delimiter });
  return [...reader.push(head), ...reader.end().items];
}

/** A cell in quotes, whatever the delimiter is; the last one may be cut. */
const quotedCell = /(?<=^|[,;\t|]) *"[^"]*(?:""[^"]*)*(?:"(?= *(?:[,;\t|\r\n]|(?![^])))|(?![^]))/gm;

/** A text without delimiters and line breaks in quotes: nobody knows yet which of them separates cells. */
export function withoutQuoted(text: string): string {
  return text.includes('"') ? text.replace(quotedCell, (cell) => cell.replace(/[,;\t|\r\n]+/g, ' ')) : text;
}

/**
 * The most frequent delimiter that is in nearly all rows; undefined if there is none. A cell in quotes may have several
 * lines.
 * @param head text from the beginning, up to the end of a line
 */
export function getDelimiter(head: string): string | undefined {
  const text = withoutQuoted(head);
  const counted = delimiters.map((delimiter) => {
    const rows = firstRows(text, delimiter)
      .flatMap((item) => (item.kind === 'row' && !/^\s*\/\//.test(item.cells[0] ?? '') ? [item.cells] : []))
      .slice(0, sampleRows);
    return { delimiter, rows: rows.length, wide: rows.filter((cells) => cells.length > 1).length };
  });
  const [best] = counted.toSorted((a, b) => b.wide - a.wide);
  return best !== undefined && best.rows > 0 && best.wide >= best.rows * 0.8 ? best.delimiter : undefined;
}

/** A comment before the first row, if it names as many columns. */
function commentedHeader(
  comment: string | undefined,
  delimiter: string,
  row: readonly string[],
): readonly string[] | undefined {
  if (comment === undefined || row.length < 2) return undefined;
  const cells = comment.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const isHeader = cells.length === row.length && cells.every((cell) => /^[\p{L}_][\p{L}\d_ .()/-]{0,60}$/u.test(cell));
  return isHeader ? cells : undefined;
}

/** A table whose header may be the comment before it, which is then the first row. */
export function understandRows(
  rows: readonly (readonly string[])[],
  comment: string | undefined,
  delimiter: string,
): {
  readonly rows: readonly (readonly string[])[];
  readonly isCommented: boolean;
  readonly understood: ReturnType<typeof understandTable>;
} {
  const own = understandTable(rows);
  const header = own?.isHeader === true ? undefined : commentedHeader(comment, delimiter, rows[0] ?? []);
  const named = header === undefined ? undefined : understandTable([header, ...rows]);
  if (header === undefined || named?.isHeader !== true) return { rows, isCommented: false, understood: own };
  return { rows: [header, ...rows], isCommented: true, understood: named };
}

/**
 * Describes a table by its beginning, so that a user can choose what its columns mean. Undefined if it isn't a table.
 * @param head text from the beginning; its last line is ignored unless it is the only one
 */
export function previewTable(head: string): TablePreview | undefined {
  const lines = head.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const text = `${whole.slice(0, 400).join('\n')}\n`;
  const delimiter = getDelimiter(text);
  if (delimiter === undefined) return undefined;
  const [found, comment] = beginningOf(text, delimiter);
  const { rows, understood } = understandRows(found, comment, delimiter);
  const { columns: all, isHeader } = understood ?? { columns: [], isHeader: false };
  const columns = chosenIn(all);
  const shortened = (row: readonly string[]): readonly string[] =>
    row.slice(0, maxCells).map((cell) => cell.trim().slice(0, maxCell));
  return {
    delimiter,
    header: isHeader ? shortened(rows[0] ?? []) : [],
    rows: rows.slice(isHeader ? 1 : 0, previewRows + (isHeader ? 1 : 0)).map(shortened),
    columns,
    kept: all.flatMap((column, at) => (isUnderstood(column) && !(at in columns) ? [at] : [])),
    isNamed: isHeader && isNamedTable(all, rows[0] ?? []),
  };
}

/** Whether the names of columns show which ones contain the indicators. */
function isNamedTable(columns: Columns, header: readonly string[]): boolean {
  const named = getColumns(header);
  return columns.some(
    ({ meaning }, at) => meaning === 'type' || (meaning === 'indicator' && named?.[at]?.meaning === meaning),
  );
}

/** The first rows, and the last comment before them. */
function beginningOf(
  text: string,
  delimiter: string,
): readonly [rows: readonly (readonly string[])[], comment?: string] {
  const items = firstRows(text, delimiter);
  const rows = items.flatMap((item) => (item.kind === 'row' ? [item.cells] : [])).slice(0, previewRows + 1);
  const first = items.findIndex(({ kind }) => kind === 'row');
  const before = items.slice(0, Math.max(first, 0)).findLast((item) => item.kind === 'comment');
  return [rows, before?.text];
}
