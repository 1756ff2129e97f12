import type { LineRange } from '../../core/indicators/detect/incremental';
import type { Highlight } from './documentHighlights';
import { linesBetween } from './documentHighlights';

/** The maximum number of highlights shown in a document. */
export const maxHighlights = 1_000;

/** The highlights to show: the visible ones, then the nearest. In the order of the document. */
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
