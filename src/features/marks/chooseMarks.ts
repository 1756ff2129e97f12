import type { LineRange } from '../../core/indicators/incremental';
import type { Mark } from './documentMarks';
import { linesBetween } from './linesBetween';

/** So many marks stand in a document at once. */
export const mostMarks = 1_000;

/** The marks that are shown of all that were found: those in sight, then the nearest ones. In the order of the document. */
export function chooseMarks(
  marks: readonly Mark[],
  visible: readonly LineRange[],
  most: number = mostMarks,
): readonly Mark[] {
  if (marks.length <= most) return marks;
  const byDistance = marks.map((mark, index) => ({
    index,
    distance: linesBetween({ from: mark.line, to: mark.line + 1 }, visible),
  }));
  byDistance.sort((a, b) => a.distance - b.distance || a.index - b.index);
  const chosen = byDistance.slice(0, most).sort((a, b) => a.index - b.index);
  return chosen.flatMap(({ index }) => marks[index] ?? []);
}
