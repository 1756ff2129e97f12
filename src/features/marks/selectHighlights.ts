import type { LineRange } from '../../core/indicators/incremental';
import type { Highlight } from './documentHighlights';
import { linesBetween } from './linesBetween';

/** So many marks stand in a document at once. */
export const maxHighlights = 1_000;

/** The marks that are shown of all that were found: those in sight, then the nearest ones. In the order of the document. */
export function selectHighlights(
  highlights: readonly Highlight[],
  visible: readonly LineRange[],
  max: number = maxHighlights,
): readonly Highlight[] {
  if (highlights.length <= max) return highlights;
  const byDistance = highlights.map((highlight, index) => ({
    index,
    distance: linesBetween({ from: highlight.line, to: highlight.line + 1 }, visible),
  }));
  byDistance.sort((a, b) => a.distance - b.distance || a.index - b.index);
  const chosen = byDistance.slice(0, max).sort((a, b) => a.index - b.index);
  return chosen.flatMap(({ index }) => highlights[index] ?? []);
}
