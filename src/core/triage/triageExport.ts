import { span } from '../records/export/markdownParts';
import { wireTimestamp } from '../records/timestamp';
import { truncateText } from '../records/visibleText';
import { csvCell } from '../results/csvCell';
import { countsOf, type Triaged, unreadIn } from './assess';
import type { Location } from './found';
import { aboutOf, reasonsOf } from './reasons';

/** So many reasons of a row are told in words. */
const maxReasons = 4;
const maxReasonLength = 90;
const maxAboutLength = 160;

/** What the rows of a triage are written with. */
export interface TriageFormatters {
  /** The form of a value that no click opens. */
  readonly defang: (value: string) => string;
  /** Foreign words with every indicator in them in that form. */
  readonly defangText: (text: string) => string;
  /** The name of a file, by its place among those read. */
  readonly fileOf: (file: number) => string;
  /** What the analyst says of a row, in a word; absent where nobody can. */
  readonly stateOf?: (row: Triaged) => string | undefined;
}

/** One indicator of a triage in plain data: what it is, how often and where it stands, what is known of it here, and who says so. */
export function triageObject(row: Triaged, { defang, fileOf, stateOf }: TriageFormatters) {
  const { indicator, occurrences, files, locations, standing, known, lead, host, unread } = row;
  const [first] = locations;
  const state = stateOf?.(row);
  const about = aboutOf(row);
  return {
    value: indicator.value,
    type: indicator.type,
    defanged: defang(indicator.value),
    occurrences,
    files,
    first: first === undefined ? null : { file: fileOf(first.file), line: first.line, column: first.column },
    known: standing === 'known',
    standing,
    ...(unread === undefined ? {} : { incomplete: { localStore: unread } }),
    risk: lead?.record.risk ?? 'unknown',
    retired: lead?.record.retired ?? false,
    ...(host === undefined ? {} : { riskOf: host.value }),
    reasons: reasonsOf(row).map(({ description, risk }) => ({ description, risk })),
    ...(about === undefined ? {} : { about }),
    sources: unique(
      (lead === undefined || known.includes(lead) ? known : [lead, ...known]).map(({ source }) => source.name),
    ),
    threats: unique(known.flatMap(({ record }) => record.threats.map(({ name }) => name))),
    seen: wireTimestamp(lead?.record.timestamps.seen),
    ...(state === undefined ? {} : { state }),
  };
}

const columns = [
  'indicator',
  'defanged',
  'type',
  'risk',
  'retired',
  'standing',
  'occurrences',
  'files',
  'first',
  'reasons',
  'sources',
  'threats',
  'seen',
  'state',
] as const;

/** A triage as CSV, with a header row; ends with a line end. Cells that a spreadsheet would run are text. */
export function triageCsv(rows: readonly Triaged[], words: TriageFormatters): string {
  const lines = rows.map((row) => {
    const { value, defanged, type, risk, retired, standing, occurrences, files, first, ...more } = triageObject(
      row,
      words,
    );
    const cells = [
      ...[value, defanged, type, risk, retired ? 'yes' : 'no', standing, String(occurrences), String(files)],
      first === null ? '' : `${first.file}:${first.line}:${first.column}`,
      [
        ...more.reasons.map(({ description, risk: level }) => `${description} (${level})`),
        ...(more.about === undefined ? [] : [`about: ${more.about}`]),
      ].join('; '),
      ...[more.sources.join('; '), more.threats.join('; '), more.seen ?? '', more.state ?? ''],
    ];
    return cells.map(csvCell).join(',');
  });
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** A triage as Markdown for a ticket: every indicator defanged, no foreign text anything but text. `title` is plain text. */
export function triageMarkdown(title: string, rows: readonly Triaged[], words: TriageFormatters, now: number): string {
  const counts = countsOf(rows);
  const cell = (text: string): string => span(text).replaceAll('|', '\\|');
  const hasState = words.stateOf !== undefined;
  const head = ['Risk', 'Indicator', 'Type', 'Times', 'Where', 'Why', 'Threats', ...(hasState ? ['State'] : [])];
  const table = rows.map((row) => {
    const { defanged, type, risk, retired, standing, occurrences, threats, state } = triageObject(row, words);
    return [
      standing === 'known' ? (retired ? `${risk}, retired` : risk) : standingLabels[standing],
      cell(defanged),
      type,
      String(occurrences),
      locationLabel(row, words) === '' ? '' : cell(locationLabel(row, words)),
      formatReasons(row)
        .map((text) => cell(words.defangText(text)))
        .join(', '),
      threats.map((text) => cell(words.defangText(text))).join(', '),
      ...(hasState ? [state ?? ''] : []),
    ];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `# Triage of ${span(title)}`,
    '',
    `- Written: ${(wireTimestamp(now) ?? '').slice(0, 16)} UTC`,
    `- ${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'indicator' : 'indicators'}, ${counts.known.toLocaleString('en')} known`,
    ...(unreadIn(rows) === undefined
      ? []
      : ['- Incomplete: the local store could not be read. Indicators that it holds may be missing here.']),
    '',
    line(head),
    line(head.map(() => '---')),
    ...table.map(line),
    '',
  ].join('\n');
}

/** What a row of which nothing is known here says in place of a risk. */
export const standingLabels: Readonly<Record<Triaged['standing'], string>> = {
  known: 'known',
  unread: 'local store not read',
  unasked: 'not known here',
  notKnown: 'asked, not known',
  wellKnown: 'well known',
  ignored: 'ignored',
  reserved: 'internal or reserved',
};

/** Why a row has its risk, in short: the host whose risk it is, reasons of all who say it, what the leading source writes of it. */
export function formatReasons(row: Triaged): readonly string[] {
  const about = aboutOf(row);
  const descriptions = reasonsOf(row).map(({ description }) => description);
  const shown = descriptions.slice(0, maxReasons);
  return [
    ...(row.host === undefined ? [] : [`host ${row.host.value}`]),
    ...shown.map((text) => truncateText(text, maxReasonLength)),
    ...(descriptions.length > shown.length ? [`${descriptions.length - shown.length} more`] : []),
    ...(about === undefined || descriptions.includes(about) ? [] : [truncateText(about, maxAboutLength)]),
  ];
}

/** Where an indicator stands: its first place, and in how many files where there are more. */
export function locationLabel(
  { locations, files }: Pick<Triaged, 'locations' | 'files'>,
  { fileOf }: Pick<TriageFormatters, 'fileOf'>,
): string {
  const [first] = locations;
  if (first === undefined) return '';
  return `${lineLabel(first, fileOf)}${files > 1 ? `, ${files.toLocaleString('en')} files` : ''}`;
}

function lineLabel({ file, line }: Location, fileOf: TriageFormatters['fileOf']): string {
  return `${fileOf(file)}:${line}`;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
