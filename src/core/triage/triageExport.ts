import { formatList, formatNumber, formatUtc, plural, t } from '../../l10n';
import { geoLocationLabel, type ShownGeoLocation } from '../context/geoLocation';
import { span } from '../export/markdownParts';
import type { UnreadStore } from '../lookups/unreadStore';
import { wireTimestamp } from '../records/timestamp';
import { truncateText, visibleText } from '../text/visibleText';
import { creditColumn, creditLines } from '../export/credits';
import { csvCell } from '../export/csvCell';
import { exportedJudgment, judgmentCell } from '../export/exportedJudgment';
import { creditsField, uniqueCredits } from '../records/labels/credit';
import { annotationColumns, type AnnotationFormatters } from '../export/annotationColumns';
import { getCounts, hasKnowledge, type Triaged, unreadIn, type Assessment } from './assess';
import { clientsObject, clientTexts, seenIn } from './observed';
import type { Location } from './locationList';
import { strings } from './strings';
import { contextTerms, isDescriptionOnly } from '../records/context';
import { contextTexts } from '../records/labels/contextLabels';
import { getDescription } from '../records/labels/getDescription';
import { getHost } from '../indicators/identity/getHost';
import { type Known, isSameSource, judgmentIn, type Source } from '../records/knowledge';
import { parentReason } from '../records/labels/verdict';
import { isRatedByListing } from '../records/sourceDetails';
import { threatReason } from '../records/threat';
import type { RiskFactor } from '../records/record';
import { worseFirst } from '../records/risk';
import { noClients } from './clients/counted';
import type { TimelineUnit } from './timeline';

/** Reasons shown per row. */
const maxReasons = 4;
const maxHostReasons = 2;
const maxReasonLength = 90;
const maxDescriptionLength = 160;
/** Clients that a row names for readers. */
const maxShownClients = 3;

/** How the rows of a triage are formatted. */
export interface TriageFormatters extends AnnotationFormatters<Triaged> {
  readonly defang: (value: string) => string;
  /** The name of a file by its index. */
  readonly fileOf: (file: number) => string;
  /** The state of a row on the triage list. */
  readonly stateOf?: (row: Triaged) => string | undefined;
  /** The unit of the timelines of rows; seconds are when their lines were written. */
  readonly timelineUnit?: TimelineUnit | undefined;
  /** Why rows or their numbers may be missing, as sentences. */
  readonly incomplete?: readonly string[];
}

/** Lines of a Markdown document about missing data. */
export function incompleteLines(rows: readonly Triaged[], { incomplete = [] }: TriageFormatters): readonly string[] {
  const store = t("Incomplete: the local store couldn't be read, so known indicators may be missing.");
  const lines = incomplete.map((sentence) => t('Incomplete: {0}', span(sentence)));
  return [...(unreadIn(rows) === undefined ? [] : [store]), ...lines].map((line) => `- ${line}`);
}

/** An indicator of a triage as plain data. */
export function triageObject(row: Triaged, { defang, fileOf, stateOf, annotationOf, timelineUnit }: TriageFormatters) {
  const { hostKnown = [], place } = row;
  const { indicator, lines, files, locations, isElsewhere, status, known, lead, host, unread, contexts = [] } = row;
  const [first] = isElsewhere === true ? [] : locations;
  const state = stateOf?.(row);
  const judgment = judgmentIn(known);
  const description = row.lead === undefined ? undefined : getDescription(row.lead.record);
  const hostOfUrl = indicator.type === 'url' ? getHost(indicator) : undefined;
  return {
    value: indicator.value,
    type: indicator.type,
    defanged: defang(indicator.value),
    lines,
    files,
    first: first === undefined ? null : { file: fileOf(first.file), line: first.line, column: first.column },
    ...seenIn(row, timelineUnit),
    ...clientsObject(row),
    known: hasKnowledge(row),
    status,
    incomplete: unread === undefined ? undefined : { localStore: unread },
    risk: lead?.record.risk ?? 'unknown',
    retired: lead?.record.retired ?? false,
    riskOf: host?.value,
    context:
      contexts.length === 0 ? undefined : contexts.map(({ category, label, source }) => ({ category, label, source })),
    place: place === undefined ? undefined : geoLocationObject(place),
    reasons: reasonsOf(row).map(({ description, risk }) => ({ description, risk })),
    description,
    sources: (lead === undefined || known.includes(lead) ? known : [lead, ...known]).map(sourceObject),
    host: hostOfUrl === undefined ? undefined : { value: hostOfUrl.value, sources: hostKnown.map(sourceObject) },
    parent: [...known, ...hostKnown].flatMap(({ source }) => source.parent?.name ?? []).at(0),
    sample: lead?.source.kind === 'sample' ? true : undefined,
    threats: unique([...known, ...hostKnown].flatMap(({ record }) => record.threats.map(({ name }) => name))),
    seen: wireTimestamp(lead?.record.timestamps.seen),
    state,
    ...annotationOf?.(row),
    team: judgment && exportedJudgment(judgment),
    ...creditsField(triageCredits([row])),
  };
}

/** The credit lines that the licenses of the sources of rows ask for. */
export function triageCredits(rows: readonly Triaged[]): readonly string[] {
  return uniqueCredits(
    rows.flatMap(({ known, lead, hostKnown = [], place }) => [
      ...[...known, ...(lead === undefined ? [] : [lead]), ...hostKnown].map(({ record }) => record),
      ...(place?.sources ?? []),
    ]),
  );
}

/** One source's statement, with its dates. */
function sourceObject(known: Known) {
  const { source, asOf, record } = known;
  const { seen, added } = record.timestamps;
  return {
    name: source.name,
    kind: source.kind,
    range: source.range,
    parent: source.parent?.name,
    risk: record.risk,
    retired: record.retired,
    asOf: wireTimestamp(asOf),
    seen: wireTimestamp(seen),
    added: wireTimestamp(added),
    reasons: reasonsFrom(known).map(({ description }) => description),
  };
}

/** A source in a cell: “list.csv: high, seen 2026-05-29”. */
function sourceText({ name, risk, retired, seen, asOf }: ReturnType<typeof sourceObject>): string {
  const date = seen === null ? `as of ${(asOf ?? '').slice(0, 10)}` : `seen ${seen.slice(0, 10)}`;
  return `${name}: ${risk}${retired ? ' (retired)' : ''}, ${date}`;
}

/** Clients in a cell: “10.20.2.20 (12); m.rossi (3); and 5 more”. */
function clientNames({ clients, moreClients, clientNames: names }: ReturnType<typeof clientsObject>): string {
  const more = clients - names.length;
  const others =
    moreClients === true ? (more > 0 ? [`and at least ${more} more`] : ['and others']) : [`and ${more} more`];
  return [
    ...names.map(({ name, lines }) => `${name} (${lines})`),
    ...(more > 0 || moreClients === true ? others : []),
  ].join('; ');
}

function geoLocationObject({ country, asn, organization, city, sources }: ShownGeoLocation) {
  return {
    country,
    city,
    asn,
    organization,
    sources: sources.map(({ name, asOf }) => ({ name, asOf: wireTimestamp(asOf) })),
  };
}

/**
 * A JSON document like {@link triageDocument} in chunks, for any number of rows, with the credit lines after the rows.
 * `incomplete` marks rows for which the local store couldn't be read.
 */
export async function* triageJsonChunks(
  parts: AsyncIterable<readonly Triaged[]>,
  formatters: TriageFormatters,
): AsyncGenerator<string> {
  let credits: readonly string[] = [];
  let unread: UnreadStore | undefined;
  let start = '{\n  "results": [';
  for await (const rows of parts) {
    credits = [...new Set([...credits, ...triageCredits(rows)])];
    unread ??= unreadIn(rows);
    let chunk = '';
    for (const row of rows) {
      chunk += `${start}\n${indented(triageObject(row, formatters))}`;
      start = ',';
    }
    yield chunk;
  }
  const more = { ...creditsField(credits), ...(unread === undefined ? {} : { incomplete: { localStore: unread } }) };
  const end = JSON.stringify(more, undefined, 2).slice(1);
  yield `${start === ',' ? '' : start}\n  ]${end === '}' ? '\n}' : `,${end}`}\n`;
}

/** An entry of a list in a document. */
function indented(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^/gm, '    ');
}

/** A triage as a JSON document, with the credit lines of all rows. */
export function triageDocument(rows: readonly Triaged[], formatters: TriageFormatters) {
  return {
    ...creditsField(triageCredits(rows)),
    results: rows.map((row) => triageObject(row, formatters)),
  };
}

const columns = [
  'indicator',
  'defanged',
  'type',
  'risk',
  'retired',
  'status',
  'lines',
  'files',
  'first',
  'first_seen',
  'last_seen',
  'clients',
  'client_names',
  'reasons',
  'sources',
  'threats',
  'seen',
  'state',
  'host',
  'host_sources',
  'parent',
  'context',
  'country',
  'asn',
  'organization',
  creditColumn,
  'note',
  'tags',
  'team',
] as const;

/**
 * A triage as CSV with a header row. Cells that a spreadsheet would evaluate are quoted, invisible characters are named.
 */
export function triageCsv(rows: readonly Triaged[], formatters: TriageFormatters): string {
  return `${columns.join(',')}\n${csvLines(rows, formatters)}`;
}

/** Like {@link triageCsv}, but in chunks, for any number of rows. */
export async function* triageCsvChunks(
  parts: AsyncIterable<readonly Triaged[]>,
  formatters: TriageFormatters,
): AsyncGenerator<string> {
  yield triageCsv([], formatters);
  for await (const rows of parts) yield csvLines(rows, formatters);
}

function csvLines(rows: readonly Triaged[], formatters: TriageFormatters): string {
  const lines = rows.map((row) => {
    const judgment = judgmentIn(row.known);
    const { value, defanged, type, risk, retired, status, lines, files, first, ...more } = triageObject(
      row,
      formatters,
    );
    const cells = [
      value,
      defanged,
      type,
      risk,
      retired ? 'yes' : 'no',
      status,
      String(lines),
      String(files),
      first === null ? '' : `${first.file}:${first.line}:${first.column}`,
      more.firstSeen ?? '',
      more.lastSeen ?? '',
      String(more.clients),
      clientNames(more),
      [
        ...more.reasons.map(({ description, risk: level }) => `${description} (${level})`),
        ...(more.description === undefined ? [] : [`description: ${more.description}`]),
      ].join('; '),
      more.sources.map(sourceText).join('; '),
      more.threats.join('; '),
      more.seen ?? '',
      more.state ?? '',
      more.host?.value ?? '',
      (more.host?.sources ?? []).map(sourceText).join('; '),
      more.parent ?? '',
      contextTerms(row.contexts).join('; '),
      more.place?.country ?? '',
      more.place?.asn ?? '',
      more.place?.organization ?? '',
      (more.credits ?? []).join('; '),
      more.note ?? '',
      (more.tags ?? []).join(', '),
      judgment === undefined ? '' : judgmentCell(judgment),
    ];
    return `${cells.map((cell) => csvCell(visibleText(cell))).join(',')}\n`;
  });
  return lines.join('');
}

/** A triage as Markdown for a ticket: indicators are defanged, untrusted text is escaped. `title` is plain text. */
export function triageMarkdown(
  title: string,
  rows: readonly Triaged[],
  formatters: TriageFormatters,
  now: number,
): string {
  const counts = getCounts(rows);
  const cell = (text: string): string => span(text).replaceAll('|', '\\|');
  const hasState = formatters.stateOf !== undefined;
  const hasContext = rows.some(({ contexts }) => contexts !== undefined);
  const notes = annotationColumns(rows, formatters);
  const hasGeoLocation = rows.some(({ place }) => place !== undefined);
  const observed = observedColumns(rows, formatters);
  const head = [
    t('Risk'),
    t('Indicator'),
    t('Type'),
    t('Lines'),
    ...observed.map(({ title: name }) => name),
    t('Found at'),
    t('Reason'),
    t('Threats'),
    ...(hasContext ? [t('Context')] : []),
    ...(hasGeoLocation ? [t('Country and network')] : []),
    ...(hasState ? [t('State')] : []),
    ...notes.map(({ title }) => title),
  ];
  const table = rows.map((row) => {
    const { defanged, type, risk, retired, status, lines, threats, state } = triageObject(row, formatters);
    const location = locationLabel(row, formatters);
    return [
      row.lead === undefined ? strings.status(status) : strings.risk(risk, retired),
      cell(defanged),
      type,
      formatNumber(lines),
      ...observed.map(({ cellOf }) => cellOf(row)),
      location === '' ? '' : cell(location),
      formatReasons(row)
        .map((text) => cell(formatters.defangText(text)))
        .join(', '),
      threats.map((text) => cell(formatters.defangText(text))).join(', '),
      ...(hasContext
        ? [
            contextTexts(row.contexts)
              .map((text) => cell(formatters.defangText(text)))
              .join(', '),
          ]
        : []),
      ...(hasGeoLocation
        ? [row.place === undefined ? '' : cell(formatters.defangText(geoLocationLabel(row.place)))]
        : []),
      ...(hasState ? [state ?? ''] : []),
      ...notes.map(({ cellOf }) => cellOf(row)),
    ];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `# ${strings.title(span(title))}`,
    '',
    `- ${strings.created(formatUtc(now))}`,
    `- ${plural(rows.length, { one: '{0} indicator: {1}', other: '{0} indicators: {1}' }, formatList(foundCounts(counts)))}`,
    ...incompleteLines(rows, formatters),
    '',
    line(head),
    line(head.map(() => '---')),
    ...table.map(line),
    ...creditLines([{ credits: triageCredits(rows) }]),
    '',
  ].join('\n');
}

/** “42 found, 1,524 by host”. */
function foundCounts(counts: ReturnType<typeof getCounts>): readonly string[] {
  const { found, hostFound, parentFound } = counts;
  const others = [
    ...(hostFound > 0 ? [t('{0} by host', hostFound)] : []),
    ...(parentFound > 0 ? [t('{0} by parent', parentFound)] : []),
  ];
  return found > 0 || others.length === 0 ? [t('{0} found', found), ...others] : others;
}

/** The Markdown columns with the times and clients of the lines with an indicator, if these are known for any row. */
export function observedColumns(
  rows: readonly Triaged[],
  { defangText, timelineUnit }: TriageFormatters,
): readonly { readonly title: string; readonly cellOf: (row: Triaged) => string }[] {
  const timesOf = (row: Triaged): readonly string[] => {
    const { firstSeen, lastSeen } = seenIn(row, timelineUnit);
    return [firstSeen, lastSeen].map((at) => at?.replace('T', ' ').replace('Z', '') ?? '');
  };
  const columns = [
    { title: t('Clients'), cellOf: (row: Triaged) => clientsCell(row, defangText) },
    { title: t('First in log (UTC)'), cellOf: (row: Triaged) => timesOf(row)[0] ?? '' },
    { title: t('Last in log (UTC)'), cellOf: (row: Triaged) => timesOf(row)[1] ?? '' },
  ];
  return columns.filter(({ cellOf }) => rows.some((row) => cellOf(row) !== ''));
}

function clientsCell({ clients = noClients }: Triaged, defangText: TriageFormatters['defangText']): string {
  const texts = clientTexts(clients, maxShownClients, defangText);
  return texts.map((text) => span(text).replaceAll('|', '\\|')).join(', ');
}

/**
 * Why a row has its risk: the host that it comes from, the reasons of all sources, the description by the leading one.
 * With `isBeside`, it is shown beside its threats and sources, without the reasons that only repeat them.
 */
export function formatReasons(row: Triaged, isBeside = false): readonly string[] {
  const description = row.lead === undefined ? undefined : getDescription(row.lead.record);
  const repeated = isBeside ? repeatedReasons(row) : undefined;
  const descriptions = reasonsOf(row)
    .map(reasonLabel)
    .filter((text) => repeated?.has(text) !== true);
  const shown = descriptions.slice(0, maxReasons);
  return [
    ...(row.lead?.source.kind === 'sample' ? [t('sample')] : []),
    ...(row.host === undefined ? [] : [t('host {0}', row.host.value)]),
    ...shown.map((text) => truncateText(text, maxReasonLength)),
    ...(descriptions.length > shown.length
      ? [plural(descriptions.length - shown.length, { one: 'and {0} more reason', other: 'and {0} more reasons' })]
      : []),
    ...(description === undefined || descriptions.includes(description)
      ? []
      : [truncateText(description, maxDescriptionLength)]),
    ...hostReasons(row).map((text) => truncateText(text, maxReasonLength)),
  ];
}

/** Reasons that only repeat the threats and the sources of a row. */
function repeatedReasons({ known }: Triaged): ReadonlySet<string> {
  return new Set(
    known.flatMap(({ record, source: { name } }) => [
      reasonLabel({ description: name, list: name, risk: record.risk }),
      ...record.threats.map((threat) => threatReason(threat.name)),
    ]),
  );
}

/** Reasons of lists about the host of a URL, if the risk isn't the host's. */
function hostReasons({ indicator, host: riskyHost, hostKnown = [] }: Triaged): readonly string[] {
  const host = hostKnown.length === 0 || riskyHost !== undefined ? undefined : getHost(indicator);
  if (host === undefined) return [];
  const reasons = unique(hostKnown.flatMap(reasonsFrom).map(reasonLabel)).slice(0, maxHostReasons);
  return reasons.map((reason) => t('host {0}: {1}', host.value, reason));
}

/**
 * The first location of an indicator, and the number of files if it is in more. For a part of its lines, only the file
 * is known.
 */
export function locationLabel(
  { locations, files, isElsewhere }: Pick<Triaged, 'locations' | 'files' | 'isElsewhere'>,
  { fileOf }: Pick<TriageFormatters, 'fileOf'>,
): string {
  const [first] = locations;
  if (first === undefined) return '';
  const location = isElsewhere === true ? fileOf(first.file) : lineLabel(first, fileOf);
  return files > 1 ? plural(files, { one: '{1}, {0} file', other: '{1}, {0} files' }, location) : location;
}

function lineLabel({ file, line }: Location, fileOf: TriageFormatters['fileOf']): string {
  return `${fileOf(file)}:${line}`;
}

function reasonLabel({ description, list, of }: Reason): string {
  if (of?.parent !== undefined) return parentReason(of, of.parent);
  return list === undefined ? description : t('Listed in {0}', list);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** A reason for a risk. */
interface Reason extends Pick<RiskFactor, 'description' | 'risk'> {
  /** Set where the reason is that a list contains the indicator. */
  readonly list?: string;
  /** Set where the reason is that a source rates a name above. */
  readonly of?: Source;
}

/**
 * The reasons of all sources that give an indicator the risk it has, the most severe first, without duplicates. For a
 * source without reasons, its lists count as reasons, as in hovers.
 */
function reasonsOf({ lead, known }: Pick<Assessment, 'lead' | 'known'>): readonly Reason[] {
  if (lead === undefined) return [];
  const { risk, retired } = lead.record;
  const others = known.filter(
    (each) => each.record.risk === risk && each.record.retired === retired && !isSameSource(each, lead),
  );
  const all = [lead, ...others].flatMap(reasonsFrom).sort((a, b) => worseFirst(a.risk, b.risk));
  return [...new Map(all.toReversed().map((reason) => [reason.description, reason])).values()].reverse();
}

function reasonsFrom({ record, source }: Known): readonly Reason[] {
  const { riskFactors, feeds, risk } = record;
  if (source.parent !== undefined) return riskFactors.map((reason) => ({ ...reason, of: source }));
  const isDescribed = isDescriptionOnly(record);
  if (riskFactors.length > 0 && !(isDescribed && isRatedByListing({ record, source }))) return riskFactors;
  if (isDescribed) return [];
  const lists =
    feeds.length > 0
      ? feeds.map(({ name }) => name)
      : source.kind === 'import' || source.kind === 'mirror'
        ? [source.name]
        : [];
  return lists.map((name) => ({ description: `Listed in ${name}`, list: name, risk }));
}
