import { getHost } from '../indicators/identity/getHost';
import { formatList, formatNumber, formatUtc, t, plural } from '../../l10n';
import { creditLines } from '../export/credits';
import { span } from '../export/markdownParts';
import type { Known } from '../records/knowledge';
import { wireTimestamp } from '../records/timestamp';
import { annotationColumns } from '../export/annotationColumns';
import type { Triaged } from './assess';
import { strings } from './strings';
import {
  formatReasons,
  incompleteLines,
  locationLabel,
  observedColumns,
  triageCredits,
  type TriageFormatters,
} from './triageExport';

/** Rows of a ticket at most. */
export const maxTicketRows = 200;
const maxSources = 4;
const maxThreats = 4;
/** Files that the summary names. */
const maxFiles = 3;

/** Rows without the URLs of which only the host is known, if it has a row, in which their lines count. */
export function withoutUrlsOfHosts(rows: readonly Triaged[]): readonly Triaged[] {
  const names = new Set(rows.flatMap(({ indicator: { type, value } }) => (type === 'url' ? [] : [value])));
  return rows.filter(({ indicator, status }) => {
    const host = indicator.type === 'url' && status === 'hostFound' ? getHost(indicator) : undefined;
    return host === undefined || !names.has(host.value);
  });
}

/**
 * A Markdown table for a ticket, after a summary of the files, the period, and the clients: the risk of each row, its
 * threats, reasons, and sources with the dates of what they state, and its lines, clients, first and last time.
 * Indicators are defanged, untrusted text is escaped. `title` is plain text. `urlsOfHosts`: the number of skipped URLs, see
 * {@link withoutUrlsOfHosts}.
 */
export function triageTicket(
  title: string,
  rows: readonly Triaged[],
  formatters: TriageFormatters,
  now: number,
  urlsOfHosts = 0,
): string {
  const shown = rows.slice(0, maxTicketRows);
  const cell = (text: string): string => span(formatters.defangText(text)).replaceAll('|', '\\|');
  const notes = annotationColumns(shown, formatters);
  const observed = observedColumns(shown, formatters);
  const head = [
    t('Risk'),
    t('Indicator'),
    t('Threats'),
    t('Reason'),
    t('Source'),
    t('Lines'),
    ...observed.map(({ title }) => title),
    t('Found at'),
    ...notes.map(({ title }) => title),
  ];
  const table = shown.map((row) => {
    const location = locationLabel(row, formatters);
    return [
      riskOf(row),
      span(formatters.defang(row.indicator.value)).replaceAll('|', '\\|'),
      [...new Set(statementsOf(row).flatMap(({ record }) => record.threats.map(({ name }) => name)))]
        .slice(0, maxThreats)
        .map(cell)
        .join(', '),
      formatReasons(row).map(cell).join(', '),
      statementsOf(row).slice(0, maxSources).map(sourceLabel).map(cell).join(', '),
      formatNumber(row.lines),
      ...observed.map(({ cellOf }) => cellOf(row)),
      // File names aren't defanged, so that readers find them.
      location === '' ? '' : span(location).replaceAll('|', '\\|'),
      ...notes.map(({ cellOf }) => cellOf(row)),
    ];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const hasSample = shown.some((row) => statementsOf(row).some(({ source }) => source.kind === 'sample'));
  return [
    `# ${strings.title(span(title))}`,
    '',
    ...(hasSample ? [`- ${t('Contains fictional sample data.')}`] : []),
    `- ${strings.created(formatUtc(now))}`,
    `- ${summaryOf(shown, formatters)}`,
    ...incompleteLines(shown, formatters),
    ...(rows.length > shown.length
      ? [
          `- ${plural(rows.length - shown.length, { one: "{0} more indicator isn't listed.", other: "{0} more indicators aren't listed." })}`,
        ]
      : []),
    ...(urlsOfHosts > 0
      ? [
          `- ${plural(urlsOfHosts, { one: '{0} URL on these hosts is counted under its host.', other: '{0} URLs on these hosts are counted under their hosts.' })}`,
        ]
      : []),
    '',
    line(head),
    line(head.map(() => '---')),
    ...table.map(line),
    ...creditLines([{ credits: triageCredits(shown) }]),
    '',
  ].join('\n');
}

/** “3 indicators in `proxy.log` · 2026-11-26 10:00:01 – 10:05:00 UTC · 12 clients”. */
function summaryOf(rows: readonly Triaged[], { fileOf, timelineUnit }: TriageFormatters): string {
  const files = [...new Set(rows.flatMap(({ locations }) => Array.from(locations, ({ file }) => file)))].map(fileOf);
  const names = files.slice(0, maxFiles).map((name) => span(name));
  const indicators = plural(rows.length, { one: '{0} indicator', other: '{0} indicators' });
  const others = files.length - names.length;
  const more = others > 0 ? [plural(others, { one: '{0} more file', other: '{0} more files' })] : [];
  const times = timelineUnit === 'seconds' ? rows.flatMap(({ timeline }) => timeline ?? []) : [];
  const from = times.reduce((first, { from: at }) => Math.min(first, at), Infinity);
  const to = times.reduce((last, { to: at }) => Math.max(last, at), 0);
  return [
    names.length === 0 ? indicators : t('{0} in {1}', indicators, formatList([...names, ...more])),
    ...(from > 0 && from <= to ? [strings.span(formatUtc(from * 1_000), formatUtc(to * 1_000))] : []),
    ...clientsOf(rows),
  ].join(' · ');
}

/** The number of different clients of rows; none without any. */
function clientsOf(rows: readonly Triaged[]): readonly string[] {
  const all = rows.flatMap(({ clients }) => clients ?? []);
  const named = new Set(all.flatMap(({ top }) => top.map(({ name }) => name)));
  const count = all.reduce((most, clients) => Math.max(most, clients.count), named.size);
  if (count === 0) return [];
  const isMore = all.some((clients) => clients.isMore || clients.count > clients.top.length);
  return [
    isMore
      ? plural(count, { one: 'at least {0} client', other: 'at least {0} clients' })
      : plural(count, { one: '{0} client', other: '{0} clients' }),
  ];
}

function riskOf({ lead, status }: Triaged): string {
  return lead === undefined ? strings.status(status) : strings.risk(lead.record.risk, lead.record.retired);
}

/** The leading source first, which can be about the host of a URL. */
function statementsOf({ lead, known }: Triaged): readonly Known[] {
  return lead === undefined || known.includes(lead) ? known : [lead, ...known];
}

/** “URLhaus, seen 2026-11-24”: when it last saw the indicator, or how old the statement is. */
function sourceLabel({ source, asOf, record }: Known): string {
  const seen = wireTimestamp(record.timestamps.seen);
  if (seen !== null) return t('{0}, seen {1}', source.name, seen.slice(0, 10));
  const date = wireTimestamp(asOf);
  return date === null ? source.name : t('{0}, as of {1}', source.name, date.slice(0, 10));
}
