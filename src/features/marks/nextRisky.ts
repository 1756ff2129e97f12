import { blockLines, type DocumentMarks, type Mark } from './documentMarks';
import type { Slices } from './slices';

export interface Place {
  readonly line: number;
  readonly character: number;
}

/**
 * The first mark behind a place, or before it, round the end of the document and as far as the place itself; undefined
 * where there is none, `called off` where nobody waits any more.
 */
export async function nextRisky(
  marks: DocumentMarks,
  lineCount: number,
  at: Place,
  direction: 'next' | 'previous',
  slices: Slices,
): Promise<Mark | 'called off' | undefined> {
  const blocks = Math.ceil(lineCount / blockLines);
  const own = Math.floor(at.line / blockLines);
  const step = direction === 'next' ? 1 : -1;
  // The own block comes first and, for what lies on the other side of the place, last.
  for (let count = 0; count <= blocks; count++) {
    const found = await marks.block((((own + step * count) % blocks) + blocks) % blocks, slices);
    if (found === undefined) return 'called off';
    const ordered = direction === 'next' ? found : [...found].reverse();
    const isFuture = (mark: Mark): boolean => {
      const lies = compare(mark, at) * step;
      return count === 0 ? lies > 0 : count < blocks || lies <= 0;
    };
    const mark = ordered.find(isFuture);
    if (mark !== undefined) return mark;
    if (slices.enough() && !(await slices.pause())) return 'called off';
  }
  return undefined;
}

function compare({ line, start }: Mark, at: Place): number {
  return line - at.line || start - at.character;
}
