import { cellText, csvCell, csvComment } from './csvCell';
import { csvReader } from './csvReader';

/**
 * A CSV that came from elsewhere, written anew from the cells that are read from it: what another program reads in it is what
 * is read here, and no cell is a formula. Comment lines, columns and rows stay in their order, ragged ones, too.
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
