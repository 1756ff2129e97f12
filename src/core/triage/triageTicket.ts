import { formatUtc, t, plural } from '../../l10n';
import { creditLines } from '../export/credits';
import { span } from '../export/markdownParts';
import type { Known } from '../records/knowledge';
import { wireTimestamp } from '../records/timestamp';
import { annotationColumns } from '../export/annotationColumns';
import { type Triaged, unreadIn } from './assess';
import { strings } from './strings';
import { formatReasons, locationLabel, triageCredits, type TriageFormatters } from './triageExport';

/** Rows of a ticket at most. */
export const maxTicketRows = 200;
const maxSources = 4;

/**
 * A short Markdown table for a ticket: the verdict of each row, its reasons, and each source with the date of what it
 * states. Indicators are defanged, untrusted text is escaped. `title` is plain text.
 */
export function triageTicket(
  title: string,
  rows: readonly Triaged[],
  formatters: TriageFormatters,
  now: number,
): string {
  const shown = rows.slice(0, maxTicketRows);
  const cell = (text: string): string => span(formatters.defangText(text)).replaceAll('|', '\\|');
  const notes = annotationColumns(shown, formatters);
  const head = [
    t('Verdict'),
    t('Indicator'),
    t('Reason'),
    t('Source'),
    t('Location'),
    ...notes.map(({ title }) => title),
  ];
  const table = shown.map((row) => {
    const location = locationLabel(row, formatters);
    return [
      verdictOf(row),
      span(formatters.defang(row.indicator.value)).replaceAll('|', '\\|'),
      formatReasons(row).map(cell).join(', '),
      statementsOf(row).slice(0, maxSources).map(sourceLabel).map(cell).join(', '),
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
    ...(hasSample ? [`- ${t('Contains sample data, which is made up.')}`] : []),
    `- ${strings.created(formatUtc(now))}`,
    ...(unreadIn(shown) === undefined
      ? []
      : [`- ${t("Incomplete: the local store couldn't be read, so known indicators may be missing.")}`]),
    ...(rows.length > shown.length
      ? [
          `- ${plural(rows.length - shown.length, { one: "{0} more indicator isn't listed.", other: "{0} more indicators aren't listed." })}`,
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

function verdictOf({ lead, standing }: Triaged): string {
  if (lead === undefined) return strings.standing(standing);
  const { risk, retired } = lead.record;
  return retired ? strings.retiredRisk(risk) : risk;
}

/** The leading source first, which can be about the host of a URL. */
function statementsOf({ lead, known }: Triaged): readonly Known[] {
  return lead === undefined || known.includes(lead) ? known : [lead, ...known];
}

/** “URLhaus, 2026-11-24”: when it last saw the indicator, else how old the statement is. */
function sourceLabel({ source, asOf, record }: Known): string {
  const date = wireTimestamp(record.timestamps.seen) ?? wireTimestamp(asOf);
  return date === null ? source.name : t('{0}, {1}', source.name, date.slice(0, 10));
}
