import type { LineSource } from '../../core/indicators/detect/incremental';
import { blockLines, type DocumentHighlights, type Highlight } from './documentHighlights';
import { worstFirst } from './painting/highlightLabels';
import type { TimeSlices } from './timeSlices';

/** The risky indicators of a document. */
export interface RiskSummary {
  /** Each indicator counts once. */
  readonly count: number;
  readonly worst: Highlight;
  /** The end of the document wasn't searched. */
  readonly isPartial: boolean;
}

/** How much of a document is searched, in characters. */
const maxCharacters = 4_000_000;

/** Sums up the highlights from the start of a document; undefined if there are none, or if canceled. */
export async function riskSummary(
  highlights: Pick<DocumentHighlights, 'block' | 'hasBlock'>,
  lines: LineSource,
  timeSlices: TimeSlices,
  max = maxCharacters,
): Promise<RiskSummary | undefined> {
  const worstByValue = new Map<string, Highlight>();
  let characters = 0;
  let block = 0;
  for (; block * blockLines < lines.lineCount && characters <= max; block++) {
    if (!highlights.hasBlock(block) && timeSlices.shouldYield() && !(await timeSlices.pause())) return undefined;
    const found = await highlights.block(block, timeSlices);
    if (found === undefined) return undefined;
    for (const highlight of found) {
      const existing = worstByValue.get(highlight.value);
      if (existing === undefined || worstFirst(highlight, existing) < 0) worstByValue.set(highlight.value, highlight);
    }
    characters += blockLines * lines.line(block * blockLines).length;
  }
  const [worst] = [...worstByValue.values()].sort(worstFirst);
  if (worst === undefined) return undefined;
  return { count: worstByValue.size, worst, isPartial: block * blockLines < lines.lineCount };
}
