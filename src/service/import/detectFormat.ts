import { parseListEntry, parseNetwork } from '../../core/indicators';
import { delimiterOf } from '../../core/lists/tables/preview';
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
  const lines = dataLines(text);
  const delimiter = delimiterOf(lines);
  const detected = (format: ImportFormat): Detected => ({ format: wanted ?? format, delimiter: delimiter ?? ',' });
  if (text.startsWith('{') || /^\[\s*(?:[{[\]"]|$)/.test(text)) return detected('stix');
  if (isExploreHeader(lines[0] ?? '')) return { ...detected('csv'), delimiter: ',' };
  // A network followed by more cells could be read as a host with a path.
  const beginsWithNetwork = (line: string): boolean =>
    delimiter !== undefined && parseNetwork(line.split(delimiter)[0] ?? '') !== undefined;
  const plain = lines.filter((line) => parseListEntry(line.trim()) !== undefined && !beginsWithNetwork(line)).length;
  if (plain * 2 >= lines.length && plain > 0) return detected('list');
  return detected(delimiter === undefined || (delimiter === ',' && lines.every(isSentence)) ? 'list' : 'csv');
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
    cells.every((cell) => parseListEntry(cell) === undefined)
  );
}

const isExploreHeader = (line: string): boolean => /^"?indicator"?,"?type"?,"?risk"?,/i.test(line);

/** Whether a text is the CSV of an Explore search (“Explore: CSV” in the specification). */
export function isExploreCsv(head: string): boolean {
  return isExploreHeader(dataLines(head.replace(/^\uFEFF/, '').trimStart())[0] ?? '');
}
