import { formatAge, formatList, formatRelative, plural, t } from '../../l10n';
import { defang } from '../../core/indicators/identity/defang';
import { categoryLabel } from '../../core/records/labels/categoryLabel';
import { formatSource, riskView, verdictNotes } from '../../core/records/labels/verdict';
import type { RiskCounts } from '../../core/records/counts';
import { parseTimestamp } from '../../core/records/timestamp';
import { omitPassword } from '../../core/text/omitPassword';
import { truncateText, visibleText } from '../../core/text/visibleText';
import type { IndicatorView, LinkedTextView, RefView, RiskView } from '../messages/parts';
import type { RecordView, ShortenedList } from '../messages/record';

/** Shows a text with marked and defanged indicators. All texts of records are shown with this or {@link oneLine}. */
export type Show = (text: string) => LinkedTextView;

/** A timestamp as the API writes it (lookup API: “Resources and their fields”), which is UTC. */
const timestampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Shows texts, which the host has marked if they contain indicators, and timestamps with their age. */
export function showWith(marked: ReadonlyMap<string, LinkedTextView>, now: number): Show {
  return (text) => {
    const at = timestampShape.test(text) ? parseTimestamp(text) : undefined;
    if (at !== undefined) return t('{0} UTC · {1}', text, at > now ? formatRelative(at, now) : formatAge(at, now));
    return marked.get(text) ?? visibleText(text, { keepLines: true });
  };
}

/** A name or label of a record, on one line. */
export function oneLine(text: string, max = 500): string {
  return truncateText(visibleText(text), max);
}

/** An indicator that opens its record. */
export function indicatorRef({ type, value }: IndicatorView): RefView {
  const text = oneLine(defang(omitPassword(value)), 2_000);
  return { text, plain: value, open: { kind: 'indicator', type, value } };
}

/** The risk that a source reports, and what follows it: “set manually (automatic score: medium)”. Feeds have none. */
export function getVerdict(record: RecordView): (RiskView & Verdict) | undefined {
  if (record.kind === 'feed') return undefined;
  const { risk, retired, retiredReason } = record.kind === 'indicator' ? record.record : record.threat;
  const notes =
    record.kind === 'indicator' && record.sources[0] !== undefined
      ? verdictNotes({ record: record.record, source: record.sources[0] })
      : [];
  return {
    ...riskView(risk),
    retired,
    retiredReason: retiredReason === undefined ? undefined : oneLine(retiredReason),
    notes: notes.join(' · '),
  };
}

interface Verdict {
  readonly retired: boolean;
  readonly retiredReason: string | undefined;
  readonly notes: string;
}

const maxSources = 3;

/** The source of a record, as its tab names it. */
export function sourceLabel({ sources }: RecordView): string {
  const more = sources.length - maxSources;
  const shown = sources.slice(0, maxSources).map(formatSource);
  return oneLine(formatList([...shown, ...(more > 0 ? [plural(more, { one: '{0} more', other: '{0} more' })] : [])]));
}

/** The credit line that licenses ask for. */
export function creditLabel(record: RecordView): string | undefined {
  const { credits = [] } = record.kind === 'indicator' ? record.record : {};
  return credits.length === 0 ? undefined : t('Credit: {0}', formatList(credits.map((line) => oneLine(line))));
}

/** The indicators of a threat or feed by risk, if its source counts them. */
export function getCounts(record: RecordView): RiskCounts | undefined {
  if (record.kind === 'indicator') return undefined;
  return record.summary?.risk ?? (record.kind === 'feed' ? record.feed.counts : undefined);
}

/** Short facts about a threat or feed: “Phishing”, “1,204 indicators”. */
export function getFacts(record: RecordView): readonly string[] {
  if (record.kind === 'indicator') return [];
  const { category } = record.kind === 'threat' ? record.threat : record.feed;
  const total = getCounts(record)?.total;
  return [
    category === undefined ? undefined : categoryLabel(category),
    ...(record.kind === 'feed' ? [record.feed.organization, record.feed.pricing] : []),
    total === undefined ? undefined : plural(total, { one: '{0} indicator', other: '{0} indicators' }),
  ]
    .filter((fact) => fact !== undefined)
    .filter((fact) => fact !== '')
    .map((fact) => oneLine(fact))
    .map((fact) => fact.charAt(0).toUpperCase() + fact.slice(1));
}

const shownOf: Readonly<Record<ShortenedList, (shown: number, total: number) => string>> = {
  reasons: (shown, total) => t('{0} of {1} reasons', shown, total),
  threats: (shown, total) => t('{0} of {1} threats', shown, total),
  feeds: (shown, total) => t('{0} of {1} feeds', shown, total),
  redirectsFrom: (shown, total) => t('{0} of {1} redirects to this indicator', shown, total),
  redirectsTo: (shown, total) => t('{0} of {1} redirect targets', shown, total),
  comments: (shown, total) => t('{0} of {1} comments', shown, total),
  otherNames: (shown, total) => t('{0} of {1} other names', shown, total),
  references: (shown, total) => t('{0} of {1} references', shown, total),
  news: (shown, total) => t('{0} of {1} news items', shown, total),
};

/** Sentences about what is not shown, and what was not stored. */
export function getOmissions(record: RecordView): readonly string[] {
  const shortened = record.shortened.map(({ list, shown, total }) => shownOf[list](shown, total));
  const skipped = (record.kind === 'indicator' ? (record.record.skipped ?? []) : []).map(({ at, count }) => {
    const path = at === 'other' ? t("properties that aren't in the API specification") : oneLine(at, 100);
    return count === 0 ? path : plural(count, { one: '{1} ({0} more)', other: '{1} ({0} more)' }, path);
  });
  return [
    shortened.length === 0
      ? ''
      : t('Showing {0}. Copy the JSON or export the record to get everything.', formatList(shortened)),
    skipped.length === 0 ? '' : t("The response contained data that isn't stored: {0}.", formatList(skipped)),
    record.isTextCut ? t('Long text was truncated. Copy the JSON or export the record to get everything.') : '',
  ].filter((sentence) => sentence !== '');
}
