import { blockLines, type DocumentHighlights, type Highlight } from './documentHighlights';
import type { TimeSlices } from './timeSlices';

export interface Position {
  readonly line: number;
  readonly character: number;
}

/**
 * The first highlight after or before a position, wrapping around as far as the position itself; undefined if there
 * is none, `canceled` if canceled.
 */
export async function nextRisky(
  highlights: DocumentHighlights,
  lineCount: number,
  at: Position,
  direction: 'next' | 'previous',
  timeSlices: TimeSlices,
): Promise<Highlight | 'canceled' | undefined> {
  const blocks = Math.ceil(lineCount / blockLines);
  const own = Math.floor(at.line / blockLines);
  const step = direction === 'next' ? 1 : -1;
  // The position's own block comes first and again last, for highlights on its other side.
  for (let count = 0; count <= blocks; count++) {
    const found = await highlights.block((((own + step * count) % blocks) + blocks) % blocks, timeSlices);
    if (found === undefined) return 'canceled';
    const ordered = direction === 'next' ? found : [...found].reverse();
    const isFuture = (highlight: Highlight): boolean => {
      const lies = compare(highlight, at) * step;
      return count === 0 ? lies > 0 : count < blocks || lies <= 0;
    };
    const highlight = ordered.find(isFuture);
    if (highlight !== undefined) return highlight;
    if (timeSlices.shouldYield() && !(await timeSlices.pause())) return 'canceled';
  }
  return undefined;
}

function compare({ line, start }: Highlight, at: Position): number {
  return line - at.line || start - at.character;
}
