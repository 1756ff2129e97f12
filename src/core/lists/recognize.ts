import { impliedHeader } from './impliedHeader';
import type { ListHead, LineShape, TableShape } from './listRow';
import { isComment } from './notList';
import { textShapes } from './shapes';

const headLines = 400;
const dataLines = 50;

/** Cells of a header in lower case, without the mark of a comment and quotes. */
export function headerCells(line: string, delimiter: string): readonly string[] {
  return line
    .replace(/^\uFEFF?[#;]*\s*/, '')
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase());
}

/**
 * The beginning of a list. The header is the last comment before the data if it looks like one, since several lists
 * write theirs behind `#`; otherwise the first row, unless it is one of a known list without a header.
 * @param text from the beginning; its last line may be incomplete if it is not `whole`
 */
export function listHead(text: string, name: string, whole: boolean): ListHead {
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, headLines + 1);
  const lines = whole || all.length > headLines ? all.slice(0, headLines) : all.slice(0, -1);
  const data = lines.filter((line) => !isComment(line)).slice(0, dataLines);
  const first = lines.findIndex((line) => !isComment(line));
  const before = lines
    .slice(0, Math.max(first, 0))
    .filter((line) => /^[#;].*\w/.test(line))
    .at(-1);
  const isHeader = before !== undefined && /^[#;]+\s*"?\w+"?\s*,\s*"?\w+/.test(before);
  const [row = ''] = data;
  const header = isHeader ? headerCells(before, ',') : (impliedHeader(row) ?? headerCells(row, ','));
  return { name: name.toLowerCase(), lines, data, header };
}

/** The known shape of a list of lines or a table; undefined for any other. */
export function recognizeText(head: ListHead): LineShape | TableShape | undefined {
  return textShapes.find((shape) => shape.recognizes(head));
}
