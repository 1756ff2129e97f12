import type { RequestLogEntry } from '../../core/lookups/types';
import { formatUtc } from '../../l10n';
import { defangText } from '../common/defangText';
import type { IndicatorTools } from '../common/indicatorTools';
import { textTable } from '../common/textTable';
import { visibleText } from '../common/visibleText';
import { strings } from './strings';

/**
 * The request log as text, newest first: time (UTC), destination, reason, result, and the sent values (defanged, last because
 * they may be long). `tools` provide the defanged forms.
 */
export function requestLogText(
  entries: readonly RequestLogEntry[],
  tools: Pick<IndicatorTools, 'defang' | 'findIndicators'>,
): string {
  const head = [strings.head(), strings.note(), ''];
  if (entries.length === 0) return [...head, strings.empty(), ''].join('\n');
  const rows = entries.flatMap((entry) => {
    const shown = (value: string): string =>
      entry.why === 'query' || entry.why === 'sync' ? defangText(value, tools) : tools.defang(value);
    const [first = '', ...others] = entry.what.map((value) =>
      strings.sentValue(visibleText(shown(value)), entry.subject),
    );
    const row = [
      formatUtc(entry.at).replace(' UTC', ''),
      visibleText(entry.to.replace(/^https:\/\//, '')),
      strings.reasons(entry.why),
      strings.outcome(entry),
      first,
    ];
    // Values of one request are listed below each other.
    return [row, ...others.map((value) => ['', '', '', '', value])];
  });
  const titles = [strings.time(), strings.destination(), strings.reason(), strings.result(), strings.sent()];
  return [...head, ...textTable(titles, rows), ''].join('\n');
}

/** Entries of this window and of the store, which all windows share; this window's own are more recent. */
export function mergeEntries(
  own: readonly RequestLogEntry[],
  stored: readonly RequestLogEntry[],
): readonly RequestLogEntry[] {
  const byId = new Map([...stored, ...own].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((a, b) => b.at - a.at);
}
