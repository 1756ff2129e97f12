import type { LinkedTextView, RefView } from '../../webviews/messages/parts';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { visibleText } from '../../core/text/visibleText';

/**
 * Untrusted text for panels: line breaks are kept, hidden characters are visible, and every indicator is defanged and
 * opens its record.
 */
export function linkedText(text: string, tools: Pick<IndicatorTools, 'findIndicators' | 'defang'>): LinkedTextView {
  const visible = (part: string): string => visibleText(part, { keepLines: true });
  const parts: (string | RefView)[] = [];
  let done = 0;
  for (const { start, end, raw, defanged, type, value } of tools.findIndicators(text)) {
    if (start > done) parts.push(visible(text.slice(done, start)));
    parts.push({
      text: visible(defanged ? raw : tools.defang(raw)),
      plain: visible(raw),
      open: { kind: 'indicator', type, value },
    });
    done = end;
  }
  if (parts.length === 0) return visible(text);
  if (done < text.length) parts.push(visible(text.slice(done)));
  return parts;
}
