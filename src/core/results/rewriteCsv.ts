import { cellText, csvCell, csvComment } from '../export/csvCell';
import { csvReader } from './csvReader';

/**
 * Rewrites an untrusted CSV from its parsed cells, so that other programs read the same cells and none is a formula. Keeps
 * the order of comments, columns, and rows, including rows of other lengths.
 */
export function rewriteCsv(text: string): string {
  const reader = csvReader();
  const items = [...reader.push(text), ...reader.end().items];
  return items
    .map((item) =>
      item.kind === 'comment'
        ? `${csvComment(item.text)}\n`
        : `${item.cells.map((cell) => csvCell(cellText(cell))).join(',')}\n`,
    )
    .join('');
}
