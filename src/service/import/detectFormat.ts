import { parseIndicator, parseNetwork } from '../../core/indicators';
import { getColumns } from '../../core/lists/tables/columns';
import { getDelimiter, firstRows, withoutQuoted } from '../../core/lists/tables/preview';
import type { ImportFormat } from '../../core/store/protocol/protocol';

const sampleLines = 40;

export interface Detected {
  readonly format: ImportFormat;
  /** The delimiter of a CSV file. */
  readonly delimiter: string;
}

/** Lines with data at the beginning: neither empty nor a comment, and not the last one, which may be truncated. */
function dataLines(head: string): readonly string[] {
  const lines = head.split(/\r\n|\r|\n/);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '' && !/^\s*(?:#|\/\/)/.test(line)).slice(0, sampleLines);
}

/** Detects the format from the beginning of the text, regardless of the file name. */
export function detectFormat(head: string, wanted?: ImportFormat): Detected {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  const lines = dataLines(withoutQuoted(text));
  const whole = text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) || text;
  const delimiter = getDelimiter(whole);
  const detected = (format: ImportFormat): Detected => ({ format: wanted ?? format, delimiter: delimiter ?? ',' });
  if (text.startsWith('{') || /^\[\s*(?:[{[\]"]|$)/.test(text)) return detected('stix');
  if (isExploreHeader(lines[0] ?? '')) return { ...detected('csv'), delimiter: ',' };
  if (delimiter === undefined) return detected('list');
  if (hasHeader(whole, delimiter)) return detected('csv');
  const isList = areEntries(lines, delimiter) || (delimiter === ',' && lines.every(isSentence));
  return detected(isList ? 'list' : 'csv');
}

/** Whether half of the lines are entries of a text list, although they may contain a delimiter. */
function areEntries(lines: readonly string[], delimiter: string): boolean {
  // A network followed by more cells could be read as a host with a path.
  const beginsWithNetwork = (line: string): boolean => parseNetwork(line.split(delimiter)[0] ?? '') !== undefined;
  const entries = lines.filter((line) => isEntry(line.trim()) && !beginsWithNetwork(line)).length;
  return entries > 0 && entries * 2 >= lines.length;
}

/** Whether a line is one entry of a text list. A comma may end a URL, since it could be that of a row. */
const isEntry = (text: string): boolean =>
  parseIndicator(text) !== undefined || parseNetwork(text)?.value !== undefined;

/**
 * Whether the first row names columns, and all rows have as many cells, so that none of them is a line of a text list,
 * although a URL may contain the delimiter.
 */
function hasHeader(text: string, delimiter: string): boolean {
  const rows = firstRows(text, delimiter)
    .flatMap((item) => (item.kind === 'row' ? [item.cells] : []))
    .slice(0, sampleLines);
  const [header = []] = rows;
  const isHeader =
    header.length > 1 && header.every((cell) => /^[\p{L}\d_ .()/-]{0,60}$/u.test(cell) && !isEntry(cell));
  return (
    isHeader &&
    rows.length > 1 &&
    (getColumns(header) !== undefined || rows.every(({ length }) => length === header.length))
  );
}

/**
 * Whether commas in a line are those of a sentence: spaces follow them, several words are between them, and no indicator
 * alone.
 */
function isSentence(line: string): boolean {
  const [first = '', ...others] = line.split(',');
  const cells = [first, ...others].map((cell) => cell.trim());
  return (
    others.every((cell) => /^\s/.test(cell)) &&
    cells.some((cell) => cell.split(/\s+/).length > 2) &&
    !cells.some(isEntry)
  );
}

const isExploreHeader = (line: string): boolean => /^"?indicator"?,"?type"?,"?risk"?,/i.test(line);

/** Whether a text is the CSV of an Explore search (lookup API: “Explore CSV result”). */
export function isExploreCsv(head: string): boolean {
  return isExploreHeader(dataLines(head.replace(/^\uFEFF/, '').trimStart())[0] ?? '');
}
