import type { RequestLogEntry } from '../../core/lookups/types';
import { formatUtc } from '../common/ages';
import { defangText } from '../common/defangText';
import type { IndicatorTools } from '../common/indicatorTools';
import { textTable } from '../common/textTable';
import { visibleText } from '../common/visibleText';

const reasons: Readonly<Record<RequestLogEntry['why'], string>> = {
  hover: 'hover',
  click: 'look up',
  record: 'open record',
  visible: 'visible text',
  triage: 'triage',
  check: 'check connection',
  scan: 'scan',
  query: 'query',
  sync: 'mirror',
};

const outcomes: Readonly<Record<string, string>> = { pending: 'on its way' };

/**
 * “What Was Sent” as text, newest first: when (UTC), where to, why, what came of it, and what (defanged, last because
 * it may be long). `tools` give the form of a value that no click can open.
 */
export function requestLogText(
  entries: readonly RequestLogEntry[],
  tools: Pick<IndicatorTools, 'defang' | 'findIndicators'>,
): string {
  const head = [
    'What lookups sent from this machine, newest first.',
    'What the local store answered was not sent. No keys here; times are UTC.',
    '',
  ];
  if (entries.length === 0) return [...head, 'Nothing was sent.', ''].join('\n');
  const rows = entries.flatMap((entry) => {
    const shown = (value: string): string =>
      entry.why === 'query' || entry.why === 'sync' ? defangText(value, tools) : tools.defang(value);
    const [first = '', ...others] = entry.what.map((value) => visibleText(shown(value)));
    const row = [
      formatUtc(entry.at).replace(' UTC', ''),
      visibleText(entry.to.replace(/^https:\/\//, '')),
      reasons[entry.why],
      visibleText(outcomes[entry.outcome] ?? entry.outcome),
      first,
    ];
    // Several that went in one request stand below each other.
    return [row, ...others.map((value) => ['', '', '', '', value])];
  });
  return [...head, ...textTable(['When', 'Where to', 'Why', 'Outcome', 'What'], rows), ''].join('\n');
}

/** Entries of this window and those kept by the store, which other windows share; this window knows its own better. */
export function mergeEntries(
  own: readonly RequestLogEntry[],
  stored: readonly RequestLogEntry[],
): readonly RequestLogEntry[] {
  const byId = new Map([...stored, ...own].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((a, b) => b.at - a.at);
}
