import type { Known } from '../../core/records/knowledge';
import type { Comment, FeedLink, IndicatorRecord, Stamps, ThreatLink, UtcMillis } from '../../core/records/record';
import { type RiskLevel, riskRank, worseFirst } from '../../core/records/risk';
import type { MomentView, RecordView, RiskView, VerdictView } from '../../webviews/messages/record';
import { ageWords, type DateStyle, dateWords, utcWords } from '../common/ages';
import { categoryWords } from '../common/categoryWords';
import { riskLook, sourceWords, verdictOf } from '../common/verdict';
import { cutText, visibleText } from '../common/visibleText';
import { toJson } from './json';
import { recordSections, type Show, shownText } from './recordSections';

/** What the words of a record depend on besides the record. */
export interface RecordContext {
  readonly now: UtcMillis;
  readonly dates: DateStyle;
  readonly defang: (value: string) => string;
  /** The same for every indicator in a text. */
  readonly defangText: (text: string) => string;
  /** Whether there is a service to ask, and the mode allows to ask it on a click. */
  readonly canAsk: boolean;
}

const maxLinks = 300;
const maxRaw = 200_000;

/** What one source says, ready to be shown: words, ages and sections; all foreign text made visible and bounded. */
export function recordView(known: Known, context: RecordContext): RecordView {
  const { record } = known;
  const raw = rawJson(known);
  const show = (text: string): string => shownText(text, context.defangText);
  return {
    source: name(sourceWords(known.source)),
    asOf: momentOf(known.asOf, context),
    verdict: verdictView(record),
    summaryOnly: known.detail === 'summary',
    reasons: [...record.riskFactors]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxLinks)
      .map(({ description, risk }) => ({ text: show(description), risk: riskView(risk) })),
    stamps: stampViews(known, context),
    threats: [...record.threats]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxLinks)
      .map((threat) => threatView(threat, context)),
    feeds: record.feeds.slice(0, maxLinks).map((feed) => feedView(feed, context)),
    redirects: {
      from: record.redirects.from.slice(0, maxLinks).map(({ value }) => name(context.defang(value))),
      to: record.redirects.to.slice(0, maxLinks).map(({ value }) => name(context.defang(value))),
    },
    sections: recordSections(record, show),
    comments: record.comments.slice(0, maxLinks).map((comment) => commentView(comment, show, context)),
    raw: visibleText(raw.slice(0, maxRaw), { keepLines: true }),
    rawCut: raw.length > maxRaw,
  };
}

const moments: ReadonlySet<string> = new Set<keyof Stamps | 'linked'>([
  'added',
  'updated',
  'seen',
  'probed',
  'retired',
  'linked',
]);

/** The record as JSON, whole, moments in ISO 8601; what “Copy JSON” copies. */
export function rawJson(known: Known): string {
  const readable = (key: string, value: unknown): unknown =>
    typeof value === 'number' && moments.has(key) && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString() : value;
  return toJson(known.record, 2, readable);
}

function verdictView(record: IndicatorRecord): VerdictView {
  const { manual, retired } = verdictOf(record);
  return {
    ...riskView(record.risk),
    retired,
    ...(record.retiredReason === undefined ? {} : { retiredReason: name(record.retiredReason) }),
    ...(manual === undefined ? {} : { manual }),
  };
}

function riskView(risk: RiskLevel): RiskView {
  const { words, icon, color } = riskLook(risk);
  return { words, icon, color, level: riskRank(risk) };
}

/** The moments of a record in the order in which they matter; a service that never scanned says so. */
function stampViews({ record: { stamps }, detail }: Known, context: RecordContext): RecordView['stamps'] {
  const rows: [string, UtcMillis | undefined][] = [
    ['Last seen', stamps.seen],
    ['First added', stamps.added],
    ['Updated', stamps.updated],
    ['Scanned', stamps.probed],
    ['Retired', stamps.retired],
  ];
  return rows.flatMap(([label, at]) => {
    if (at !== undefined) return [{ label, moment: momentOf(at, context) }];
    return label === 'Scanned' && detail === 'full' && stamps.seen !== undefined ? [{ label }] : [];
  });
}

function momentOf(at: UtcMillis, { now, dates }: RecordContext): MomentView {
  return { age: ageWords(at, now), date: dateWords(at, dates), utc: utcWords(at) };
}

function linkedView(linked: UtcMillis | undefined, context: RecordContext): { linked?: MomentView } {
  return linked === undefined ? {} : { linked: momentOf(linked, context) };
}

function threatView(threat: ThreatLink, context: RecordContext): RecordView['threats'][number] {
  return {
    name: name(threat.name),
    ...(threat.category === undefined ? {} : { category: name(categoryWords(threat.category)) }),
    risk: riskView(threat.risk),
    ...linkedView(threat.linked, context),
  };
}

function feedView(feed: FeedLink, context: RecordContext): RecordView['feeds'][number] {
  const category = feed.category === undefined ? undefined : categoryWords(feed.category);
  const details = [feed.organization, category, feed.pricing].filter(
    (part) => part !== undefined && part !== '' && part !== feed.name,
  );
  return { name: name(feed.name), detail: name(details.join(' · ')), ...linkedView(feed.linked, context) };
}

function commentView(comment: Comment, show: Show, context: RecordContext): RecordView['comments'][number] {
  return {
    title: name(comment.title ?? ''),
    by: name(comment.username ?? ''),
    text: show(comment.text),
    ...(comment.added === undefined ? {} : { added: momentOf(comment.added, context) }),
  };
}

function name(text: string): string {
  return cutText(visibleText(text), 500);
}
