import { formatList, t, plural } from '../../../l10n';
import type { OpenedFeed, OpenedThreat } from '../../../core/lookups/opened';
import type { RiskCounts } from '../../../core/records/counts';
import type { FeedRecord } from '../../../core/records/feed';
import type { Source, SourceReport } from '../../../core/records/knowledge';
import type { LinkSummary } from '../../../core/records/linked';
import type { Timestamps, UtcMillis } from '../../../core/records/record';
import { worseFirst } from '../../../core/records/risk';
import type { Reference, ThreatRecord } from '../../../core/records/threat';
import type {
  LinkListView,
  NewsView,
  RecordView,
  RowView,
  SectionView,
  TimestampView,
} from '../../../webviews/messages/recordParts';
import { categoryLabel } from '../../shared/format/categoryLabel';
import { formatSource } from '../../shared/format/verdict';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { breakdownViews, countsView } from './countViews';
import { feedLinkView, threatLinkView } from './groupLinkViews';
import { readableJson } from './json';
import { skippedMessages, type ShownList } from './skippedMessages';
import type { RecordContext } from './recordContext';
import { strings } from '../strings';
import { riskView } from '../../shared/format/riskView';

/** A threat or feed as one source reports it. */
export type GroupKnown = (({ readonly kind: 'threat' } & OpenedThreat) | ({ readonly kind: 'feed' } & OpenedFeed)) & {
  readonly source: Source;
  readonly asOf: UtcMillis;
  /** The source that its links are requested from, see `fromOf`. */
  readonly from: string;
  /** The local sources that report it, the newest first. */
  readonly reportedBy?: readonly SourceReport[];
};

const maxList = 300;
const maxText = 8_000;

/** The id of the only list of links of a threat or feed. */
export const linksId = 'links';

/** Identifies a record in messages; a newer version of it has another id. */
export function groupId({ kind, from, asOf }: GroupKnown): string {
  return truncateText(`${kind} ${from} ${asOf}`, 500);
}

/** The summary if it was loaded. */
export function summaryOf({ summary }: GroupKnown): LinkSummary | undefined {
  return summary !== undefined && 'breakdowns' in summary ? summary : undefined;
}

/** How many indicators the source counts in total, if it does. */
export function totalOf(known: GroupKnown): number | undefined {
  return summaryOf(known)?.risk.total ?? (known.kind === 'feed' ? known.feed.counts?.total : undefined);
}

const maxSourcesShown = 3;

/** The mirrors and imports that report it if it is known locally, not the local service that passes it on. */
function sourceLabel({ reportedBy = [], source }: GroupKnown): string {
  if (reportedBy.length === 0) return formatSource(source);
  const more = reportedBy.length - maxSourcesShown;
  const shown = reportedBy.slice(0, maxSourcesShown).map((each) => formatSource(each.source));
  return formatList([...shown, ...(more > 0 ? [plural(more, { one: '{0} more', other: '{0} more' })] : [])]);
}

/** What one source says about a threat or feed, ready to be shown: untrusted text is made visible, defanged, and limited. */
export function groupView(known: GroupKnown, links: LinkListView, context: RecordContext): RecordView {
  const summary = summaryOf(known);
  const counts = summary?.risk ?? (known.kind === 'feed' ? known.feed.counts : undefined);
  const { description } = known.kind === 'threat' ? known.threat : known.feed;
  return {
    id: groupId(known),
    sourceKey: truncateText(`${known.kind} ${known.from}`, 500),
    source: short(sourceLabel(known)),
    asOf: known.reportedBy?.[0]?.asOf ?? known.asOf,
    verdict: known.kind === 'threat' ? verdictView(known.threat) : undefined,
    facts: factsOf(known, counts),
    summaryOnly: false,
    skipped: skippedMessages(listsOf(known, summary), maxList, []),
    description: description === undefined ? undefined : long(description, context),
    reasons: [],
    timestamps: timestampViews(known.kind === 'threat' ? known.threat.timestamps : known.feed.timestamps, summary),
    now: context.now,
    threats: [...(summary?.threats ?? [])]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxList)
      .map((threat) => threatLinkView(threat, known.from)),
    feeds: (summary?.feeds ?? []).slice(0, maxList).map((feed) => feedLinkView(feed, known.from)),
    redirects: { from: [], to: [] },
    breakdowns: [
      ...(counts === undefined || counts.total === 0 ? [] : [byRisk(counts)]),
      ...breakdownViews(summary?.breakdowns ?? {}, summary?.properties ?? {}, context),
    ],
    links: [links],
    sections: sectionsOf(known, summary, context),
    news: known.kind === 'threat' ? newsViews(known.threat, context) : [],
    comments: [],
  };
}

function listsOf(known: GroupKnown, summary: LinkSummary | undefined): readonly ShownList[] {
  const group: readonly ShownList[] =
    known.kind === 'threat'
      ? [
          { kind: 'otherNames', total: known.threat.otherNames.length },
          { kind: 'references', total: known.threat.references.length },
          { kind: 'news', total: known.threat.news.length },
        ]
      : [{ kind: 'references', total: known.feed.references.length }];
  return [
    { kind: 'threats', total: summary?.threats.length ?? 0 },
    { kind: 'feeds', total: summary?.feeds.length ?? 0 },
    ...group,
  ];
}

function verdictView({ risk, retired, retiredReason }: ThreatRecord): NonNullable<RecordView['verdict']> {
  const reason = retiredReason === undefined ? {} : { retiredReason: short(retiredReason) };
  return { ...riskView(risk), retired, ...reason };
}

function factsOf(known: GroupKnown, counts: RiskCounts | undefined): string[] {
  const { category } = known.kind === 'threat' ? known.threat : known.feed;
  const feed = known.kind === 'feed' ? [known.feed.organization, known.feed.pricing] : [];
  return [
    category === undefined ? undefined : categoryLabel(category),
    ...feed,
    counts === undefined ? undefined : plural(counts.total, { one: '{0} indicator', other: '{0} indicators' }),
  ]
    .filter((fact) => fact !== undefined)
    .filter((fact) => fact !== '')
    .map((fact) => capitalize(short(fact)));
}

function timestampViews(timestamps: Timestamps, summary: LinkSummary | undefined): TimestampView[] {
  const rows: readonly (readonly [TimestampView['kind'], UtcMillis | undefined])[] = [
    ['other', summary?.updatedLastDomain],
    ['seen', timestamps.seen],
    ['added', timestamps.added],
    ['updated', timestamps.updated],
    ['retired', timestamps.retired],
  ];
  return rows.flatMap(([kind, at]) =>
    at === undefined ? [] : [{ kind, label: strings.fields.timestamps[kind](), about: timestampDescription(kind), at }],
  );
}

function timestampDescription(kind: TimestampView['kind']): string {
  return kind === 'other'
    ? t('When the record of one of its domains was last updated (updated_last_domain)')
    : `stamp_${kind}`;
}

function byRisk(counts: RiskCounts): RecordView['breakdowns'][number] {
  return {
    id: 'risk',
    title: t('Indicators by risk'),
    rows: [{ ...countsView(counts), label: t('All'), key: 'risk' }],
    more: 0,
  };
}

function sectionsOf(known: GroupKnown, summary: LinkSummary | undefined, context: RecordContext): SectionView[] {
  const { other } = known.kind === 'threat' ? known.threat : known.feed;
  const rest = { ...other, ...summary?.other };
  const about = known.kind === 'threat' ? aboutThreat(known.threat) : aboutFeed(known.feed);
  return [
    section('about', t('About'), about, context),
    section(
      'other',
      t('Other properties'),
      Object.entries(rest).map(([key, value]) => [key, key, asTexts(value)]),
      context,
    ),
  ].filter(({ total }) => total > 0);
}

type Entry = readonly [label: string, key: string, values: readonly string[]];

function aboutThreat(threat: ThreatRecord): readonly Entry[] {
  return [
    [t('Other names'), 'othernames', threat.otherNames],
    [t('Encyclopedia'), 'wikisummary', texts(threat.wikiSummary)],
    [t('Encyclopedia page'), 'wikireference', texts(threat.wikiReference)],
    [strings.fields.techniques(), 'ttps', threat.ttps],
    [strings.fields.references(), 'references', threat.references.map(formatReference)],
    [t('Threat ID'), 'tid', texts(threat.tid)],
  ];
}

function aboutFeed(feed: FeedRecord): readonly Entry[] {
  return [
    [strings.fields.organization(), 'organization', texts(feed.organization)],
    [strings.fields.website(), 'website', texts(feed.website)],
    [strings.fields.schedule(), 'schedule', texts(feed.schedule)],
    [strings.fields.pricing(), 'pricing', texts(feed.pricing)],
    [strings.fields.references(), 'references', feed.references.map(formatReference)],
    [t('Feed ID'), 'fid', texts(feed.fid)],
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
    link: link === undefined ? undefined : long(link, context),
    at,
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
