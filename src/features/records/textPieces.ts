import type { PiecesView, RefView } from '../../webviews/messages/parts';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { visibleText } from '../../core/text/visibleText';

/**
 * Untrusted text for panels: line breaks are kept, hidden characters are visible, and every indicator is defanged and
 * opens its record.
 */
export function textPieces(text: string, tools: Pick<IndicatorTools, 'findIndicators' | 'defang'>): PiecesView {
  const visible = (part: string): string => visibleText(part, { keepLines: true });
  const pieces: (string | RefView)[] = [];
  let done = 0;
  for (const { start, end, raw, defanged, type, value } of tools.findIndicators(text)) {
    if (start > done) pieces.push(visible(text.slice(done, start)));
    pieces.push({
      text: visible(defanged ? raw : tools.defang(raw)),
      plain: visible(raw),
      open: { kind: 'indicator', type, value },
    });
    done = end;
  }
  if (pieces.length === 0) return visible(text);
  if (done < text.length) pieces.push(visible(text.slice(done)));
  return pieces;
}
