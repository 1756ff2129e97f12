import { countryLabel } from '../context/geoLocation';
import type { Indicator } from '../indicators/identity/types';
import { contextTexts } from '../records/labels/contextLabels';
import { riskStrings } from '../records/labels/riskStrings';
import { shortSource } from '../records/labels/verdict';
import { judgmentText } from '../records/labels/judgmentLabels';
import { judgmentIn, type Source } from '../records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../records/record';
import { getLocation } from '../export/results/resultsMarkdown';
import { recordTexts } from '../rows/recordTexts';
import { truncateMiddle, visibleText } from '../text/visibleText';
import { formatNumber, plural, t } from '../../l10n';
import type { Clients } from './clients/counted';
import { hasKnowledge, type Triaged } from './assess';
import { getNetwork, getRegisteredDomain } from './rowGroups';
import type { RowTimeline } from './rowTimeline';
import { strings } from './strings';
import type { TriageState } from './triageEntry';
import { formatReasons, locationLabel } from './triageExport';

/** The entry of an indicator on the triage list. */
export interface ListEntry {
  readonly state: TriageState;
  readonly note?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Its origin, if it isn't from a file. */
  readonly origin?: string | undefined;
}

/** The context for the texts of rows. */
export interface RowTextContext {
  readonly fileOf: (file: number) => string;
  /** All rows are from the same file, which need not be named. */
  readonly hasOneFile: boolean;
  readonly timeline: RowTimeline | undefined;
  readonly entryOf: (indicator: Indicator) => ListEntry | undefined;
}

/** The record that a row shows: for a URL with a worse host, that of the host under the name of the URL. */
export function recordOfRow({ indicator: { type, value }, lead, isFalsePositive }: Triaged): IndicatorRecord {
  const record = lead?.record ?? emptyRecord(value, type);
  // An indicator that isn't highlighted in an editor isn't shown as risky here either.
  return { ...record, type, value, risk: isFalsePositive === true ? 'unknown' : record.risk };
}

/** The texts of a row by column, as they are stored: neither defanged nor truncated. */
export function rowTexts(row: Triaged, context: RowTextContext): Readonly<Record<string, string | undefined>> {
  const { indicator, place, timeline } = row;
  const record = recordOfRow(row);
  const { state, note, tags = [], origin } = context.entryOf(indicator) ?? {};
  const judgment = judgmentIn(row.known);
  const common = timeline && context.timeline;
  const texts: Readonly<Record<string, string | undefined>> = {
    risk: riskStrings.verdict(record.risk),
    lines: linesText(row),
    clients: clientsText(row.clients),
    state: state && strings.stateLabel(state),
    origin,
    note,
    tags: tags.join(', '),
    team: judgment && judgmentText(judgment),
    why: reasonTexts(row).join(' · '),
    context: contextTexts(row.contexts).join(', '),
    when: timeline && common?.spanOf(timeline),
    from: timeline && common && roughly(row, common.timeOf(timeline.from)),
    to: timeline && common && roughly(row, common.timeOf(timeline.to)),
    first: timeline && common?.groupOf(timeline),
    domain: getRegisteredDomain(indicator),
    subnet: getNetwork(indicator),
    sources: [...new Set(getSources(row).map(shortSource))].join(', '),
    place: place && countryLabel(place),
    network: place?.asn,
    organization: place?.organization,
  };
  const own = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '');
  return { ...recordTexts(record, getLocation), ...Object.fromEntries(own) };
}

/** The sources that know an indicator, or the host that it has its risk from. */
export function getSources({ known, hostKnown = [] }: Pick<Triaged, 'known' | 'hostKnown'>): readonly Source[] {
  return (known.length > 0 ? known : hostKnown).map(({ source }) => source);
}

/** The number of lines, or its upper limit. */
function linesText({ lines, isRough = false }: Triaged): string {
  return isRough ? `≤ ${formatNumber(lines)}` : String(lines);
}

function roughly({ isRough = false }: Triaged, time: string): string {
  return isRough ? `≈ ${time}` : time;
}

/** The most frequent client, and how many more: “10.0.0.7 +2”, or at most: “10.0.0.7 +≤2”. */
function clientsText(clients: Clients | undefined): string | undefined {
  if (clients === undefined) return undefined;
  const [first] = clients.top;
  const possible = clients.possible?.length ?? 0;
  const isLimited = clients.isMorePossible !== true;
  if (first === undefined) {
    if (possible === 0) return undefined;
    return isLimited ? plural(possible, { one: 'up to {0} client', other: 'up to {0} clients' }) : '…';
  }
  const more = clients.count - 1;
  if (possible > 0 && isLimited) return `${first.name} +≤${formatNumber(more + possible)}`;
  if (more === 0 && !clients.isMore) return first.name;
  return `${first.name} +${formatNumber(more)}${clients.isMore ? '…' : ''}`;
}

/** The most frequent clients with their lines, for the hover of {@link clientsText}. */
export function clientNames(
  { count, isMore, top, possible = [], isMorePossible = false }: Clients,
  max: number,
): string {
  const names = top.slice(0, max).map(({ name, lines }) => t('{0} ({1})', visibleText(name), formatNumber(lines)));
  if (possible.length > 0) {
    const others = [...top.slice(max), ...possible].map(({ name }) => visibleText(name));
    const shown = others.slice(0, max);
    const further = others.length - shown.length;
    const rest = further === 0 ? [] : [t('{0} more', formatNumber(further))];
    if (isMorePossible) rest.push('…');
    return [...names, t('Possibly also in this part of the timeline:'), ...shown, ...rest].join('\n');
  }
  const more = count - names.length;
  const rest =
    more === 0 && !isMore
      ? []
      : [isMore ? t('at least {0} more', formatNumber(more)) : t('{0} more', formatNumber(more))];
  return [...names, ...rest].join('\n');
}

const maxFileName = 22;

/** The name of a file, shortened so that the text after it is in view. */
export function shortFileName(name: string): string {
  return truncateMiddle(name, maxFileName);
}

/** “line 3748 (+31)” in the only file; otherwise the file, with its name shortened so that the line is in view. */
export function locationText(
  row: Pick<Triaged, 'locations' | 'lines' | 'files' | 'isElsewhere'>,
  { fileOf, hasOneFile }: Pick<RowTextContext, 'fileOf' | 'hasOneFile'>,
): string {
  const [first] = row.locations;
  if (first === undefined) return '';
  const more = row.lines - 1;
  if (hasOneFile && row.isElsewhere === true) return t('first line');
  if (hasOneFile) return more > 0 ? strings.lineAndMore(first.line, more) : strings.line(first.line);
  const shortName = (file: number): string => shortFileName(fileOf(file));
  const label = locationLabel(row, { fileOf: shortName });
  return more > 0 && row.files === 1 && row.isElsewhere !== true ? strings.locationAndMore(label, more) : label;
}

/** The reasons for the risk; without a risk, why nothing is known. */
function reasonTexts(row: Triaged): readonly string[] {
  if (row.lead === undefined && !hasKnowledge(row)) return [strings.status(row.status)];
  return [...(row.isFalsePositive === true ? [t('Known service, not highlighted')] : []), ...formatReasons(row, true)];
}
