import type { OpenedFeed, OpenedThreat } from '../../core/lookups/opened';
import type { RiskCounts } from '../../core/records/counts';
import type { FeedRecord } from '../../core/records/feed';
import type { Source, SourceReport } from '../../core/records/knowledge';
import type { LinkSummary } from '../../core/records/linked';
import type { Timestamps, UtcMillis } from '../../core/records/record';
import { worseFirst } from '../../core/records/risk';
import type { Reference, ThreatRecord } from '../../core/records/threat';
import type {
  LinkListView,
  NewsView,
  RecordView,
  RowView,
  SectionView,
  TimestampView,
} from '../../webviews/messages/recordParts';
import { categoryLabel } from '../common/categoryLabel';
import { formatSource } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';
import { breakdownViews, countsView, numberWords } from './countViews';
import { feedLinkView, threatLinkView } from './groupLinkViews';
import { readableJson } from './json';
import { skippedMessages, type ShownList } from './skippedMessages';
import type { RecordContext } from './recordContext';
import { riskView } from '../common/riskView';

/** A threat or a feed as one source tells it. */
export type GroupKnown = (({ readonly kind: 'threat' } & OpenedThreat) | ({ readonly kind: 'feed' } & OpenedFeed)) & {
  readonly source: Source;
  readonly asOf: UtcMillis;
  /** Where its links are asked for, see `fromOf`. */
  readonly from: string;
  /** Which sources of this machine tell of it, where it is known here; the newest first. */
  readonly reportedBy?: readonly SourceReport[];
};

const maxList = 300;
const maxText = 8_000;

/** The id of the one list of links that a threat or a feed has. */
export const linksId = 'links';

/** Names what one source says in messages; another one when it said it anew. */
export function groupId({ kind, from, asOf }: GroupKnown): string {
  return truncateText(`${kind} ${from} ${asOf}`, 500);
}

/** The summary where it is there and no trouble. */
export function summaryOf({ summary }: GroupKnown): LinkSummary | undefined {
  return summary !== undefined && 'breakdowns' in summary ? summary : undefined;
}

/** How many indicators the source counts in all; undefined where it does not say. */
export function totalOf(known: GroupKnown): number | undefined {
  return summaryOf(known)?.risk.total ?? (known.kind === 'feed' ? known.feed.counts?.total : undefined);
}

const maxSourcesShown = 3;

/** Whom it comes from: on this machine the mirrors and imports that tell of it, not the service that hands it on. */
function sourceLabel({ reportedBy = [], source }: GroupKnown): string {
  if (reportedBy.length === 0) return formatSource(source);
  const more = reportedBy.length - maxSourcesShown;
  const words = reportedBy.slice(0, maxSourcesShown).map((each) => formatSource(each.source));
  return [...words, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** What one source says of a threat or a feed, ready to be shown: all foreign text made visible, defanged and bounded. */
export function groupView(known: GroupKnown, links: LinkListView, context: RecordContext): RecordView {
  const summary = summaryOf(known);
  const counts = summary?.risk ?? (known.kind === 'feed' ? known.feed.counts : undefined);
  const { description } = known.kind === 'threat' ? known.threat : known.feed;
  return {
    id: groupId(known),
    source: short(sourceLabel(known)),
    asOf: known.reportedBy?.[0]?.asOf ?? known.asOf,
    ...(known.kind === 'threat' ? { verdict: verdictView(known.threat) } : {}),
    facts: factsOf(known, counts, context),
    summaryOnly: false,
    skipped: skippedMessages(listsOf(known, summary), maxList, [], context),
    ...(description === undefined ? {} : { description: long(description, context) }),
    reasons: [],
    timestamps: timestampViews(known.kind === 'threat' ? known.threat.timestamps : known.feed.timestamps, summary),
    now: context.now,
    threats: [...(summary?.threats ?? [])]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxList)
      .map((threat) => threatLinkView(threat, known.from, context)),
    feeds: (summary?.feeds ?? []).slice(0, maxList).map((feed) => feedLinkView(feed, known.from, context)),
    redirects: { from: [], to: [] },
    breakdowns: [
      ...(counts === undefined || counts.total === 0 ? [] : [byRisk(counts, context)]),
      ...breakdownViews(summary?.breakdowns ?? {}, summary?.properties ?? {}, context),
    ],
    links: [links],
    sections: sectionsOf(known, summary, context),
    news: known.kind === 'threat' ? newsViews(known.threat, context) : [],
    comments: [],
  };
}

function listsOf(known: GroupKnown, summary: LinkSummary | undefined): readonly ShownList[] {
  return [
    { what: 'threats', total: summary?.threats.length ?? 0 },
    { what: 'feeds', total: summary?.feeds.length ?? 0 },
    ...(known.kind === 'threat'
      ? [
          { what: 'other names', total: known.threat.otherNames.length },
          { what: 'references', total: known.threat.references.length },
          { what: 'news', total: known.threat.news.length },
        ]
      : [{ what: 'references', total: known.feed.references.length }]),
  ];
}

function verdictView({ risk, retired, retiredReason }: ThreatRecord): NonNullable<RecordView['verdict']> {
  const reason = retiredReason === undefined ? {} : { retiredReason: short(retiredReason) };
  return { ...riskView(risk), retired, ...reason };
}

function factsOf(known: GroupKnown, counts: RiskCounts | undefined, context: RecordContext): string[] {
  const { category } = known.kind === 'threat' ? known.threat : known.feed;
  const total =
    counts === undefined
      ? undefined
      : `${numberWords(counts.total, context)} ${counts.total === 1 ? 'indicator' : 'indicators'}`;
  const feed = known.kind === 'feed' ? [known.feed.organization, known.feed.pricing] : [];
  return [category === undefined ? undefined : categoryLabel(category), ...feed, total]
    .filter((fact) => fact !== undefined)
    .filter((fact) => fact !== '')
    .map((fact) => capitalize(short(fact)));
}

function timestampViews(timestamps: Timestamps, summary: LinkSummary | undefined): TimestampView[] {
  const rows: readonly (readonly [TimestampView['kind'], string, UtcMillis | undefined])[] = [
    ['other', 'Domain changed', summary?.updatedLastDomain],
    ['seen', 'Last seen', timestamps.seen],
    ['added', 'First added', timestamps.added],
    ['updated', 'Updated', timestamps.updated],
    ['retired', 'Retired', timestamps.retired],
  ];
  return rows.flatMap(([kind, label, at]) =>
    at === undefined ? [] : [{ kind, label, about: timestampDescription(kind), at }],
  );
}

function timestampDescription(kind: TimestampView['kind']): string {
  return kind === 'other'
    ? 'When what is known of one of its domains changed last (updated_last_domain)'
    : `stamp_${kind}`;
}

function byRisk(counts: RiskCounts, context: RecordContext): RecordView['breakdowns'][number] {
  return {
    id: 'risk',
    title: 'Risk of its indicators',
    rows: [{ ...countsView(counts, context), label: 'All', key: 'risk' }],
    more: 0,
  };
}

function sectionsOf(known: GroupKnown, summary: LinkSummary | undefined, context: RecordContext): SectionView[] {
  const { other } = known.kind === 'threat' ? known.threat : known.feed;
  const rest = { ...other, ...summary?.other };
  const about = known.kind === 'threat' ? aboutThreat(known.threat) : aboutFeed(known.feed);
  return [
    section('about', 'About', about, context),
    section(
      'other',
      'Other',
      Object.entries(rest).map(([key, value]) => [key, key, asTexts(value)]),
      context,
    ),
  ].filter(({ total }) => total > 0);
}

type Entry = readonly [label: string, key: string, values: readonly string[]];

function aboutThreat(threat: ThreatRecord): readonly Entry[] {
  return [
    ['Other names', 'othernames', threat.otherNames],
    ['Encyclopedia', 'wikisummary', texts(threat.wikiSummary)],
    ['Encyclopedia page', 'wikireference', texts(threat.wikiReference)],
    ['Tactics and techniques', 'ttps', threat.ttps],
    ['References', 'references', threat.references.map(formatReference)],
    ['Threat id', 'tid', texts(threat.tid)],
  ];
}

function aboutFeed(feed: FeedRecord): readonly Entry[] {
  return [
    ['Organisation', 'organization', texts(feed.organization)],
    ['Website', 'website', texts(feed.website)],
    ['Schedule', 'schedule', texts(feed.schedule)],
    ['Pricing', 'pricing', texts(feed.pricing)],
    ['References', 'references', feed.references.map(formatReference)],
    ['Feed id', 'fid', texts(feed.fid)],
  ];
}

function formatReference({ name, id, url, description }: Reference): string {
  return [name, id, description, url].filter((part) => part !== undefined && part !== '').join(' · ');
}

function texts(value: string | number | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [String(value)];
}

function asTexts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    typeof each === 'string' ? each : readableJson(each, 0),
  );
}

function section(id: string, title: string, entries: readonly Entry[], context: RecordContext): SectionView {
  const rows = entries
    .filter(([, , values]) => values.length > 0)
    .slice(0, maxList)
    .map(([label, key, values]): RowView => ({
      label: short(label),
      key: short(key),
      values: values.slice(0, maxList).map((value) => long(value, context)),
    }));
  return { id, title, rows, total: rows.length };
}

function newsViews({ news }: ThreatRecord, context: RecordContext): NewsView[] {
  return news.slice(0, maxList).map(({ title, channel, link, at }) => ({
    title: long(title, context),
    by: short(channel ?? ''),
    ...(link === undefined ? {} : { link: long(link, context) }),
    ...(at === undefined ? {} : { at }),
  }));
}

function long(text: string, context: RecordContext): RecordView['reasons'][number]['text'] {
  return context.pieces(truncateText(text, maxText));
}

function short(text: string): string {
  return truncateText(visibleText(text), 500);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
