import { sourceIdOf } from '../../core/lookups/opened';
import type { Known } from '../../core/records/knowledge';
import { changeOf, type Comment, type IndicatorRecord, type UtcMillis } from '../../core/records/record';
import { worseFirst } from '../../core/records/risk';
import { parseTimestamp } from '../../core/records/timestamp';
import { referenceOf } from '../../core/records/webPage';
import type { CommentView, RecordView, RowView, TimestampView, VerdictView } from '../../webviews/messages/recordParts';
import { formatAge } from '../common/ages';
import { formatSource, verdictOf } from '../common/verdict';
import { truncateMiddle, truncateText, visibleText } from '../common/visibleText';
import { feedLinkView, threatLinkView } from './groupLinkViews';
import { skippedMessages, type ShownList } from './skippedMessages';
import { riskView } from '../common/riskView';
import type { RecordContext } from './recordContext';
import { furtherRowsOf, recordSections, type Show, shownText } from './recordSections';
import { TextBudget } from './textBudget';

const maxLinks = 300;
/** What reasons, redirects and comments together may cost (`costOf`); an honest record is far below. */
const maxTexts = 300_000;

/** What one source says, ready to be shown: words, ages and sections; all foreign text made visible and bounded. */
export function recordView(known: Known, context: RecordContext): RecordView {
  const { record } = known;
  const show = showIn(context);
  const texts = new TextBudget(maxTexts, show);
  const reasons = [...record.riskFactors]
    .sort((a, b) => worseFirst(a.risk, b.risk))
    .slice(0, maxLinks)
    .map(({ description, risk }) => ({ text: texts.show(description), risk: riskView(risk) }));
  const redirects = {
    from: record.redirects.from.slice(0, maxLinks).map(({ value }) => texts.show(value)),
    to: record.redirects.to.slice(0, maxLinks).map(({ value }) => texts.show(value)),
  };
  const comments = record.comments.slice(0, maxLinks).map((comment) => commentView(comment, texts.show));
  return {
    id: recordId(known),
    source: name(formatSource(known.source)),
    asOf: known.asOf,
    verdict: verdictView(record),
    facts: [],
    now: context.now,
    summaryOnly: known.detail === 'summary',
    skipped: [...skippedMessages(listsOf(record), maxLinks, record.skipped ?? [], context), ...texts.said()],
    reasons,
    timestamps: [...timestampViews(known)],
    threats: [...record.threats]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxLinks)
      .map((threat) => threatLinkView(threat, sourceIdOf(known.source), context)),
    feeds: record.feeds.slice(0, maxLinks).map((feed) => feedLinkView(feed, sourceIdOf(known.source), context)),
    redirects,
    breakdowns: [],
    links: [],
    news: [],
    sections: recordSections(record, show, context),
    comments,
    ...pageView(known),
  };
}

/** The page that the source names for the indicator; its host is on the button. */
function pageView({ record, source }: Known): Pick<RecordView, 'page'> {
  const page = referenceOf(record, source.address);
  return page === undefined ? {} : { page: { label: `Open Page on ${truncateMiddle(page.host, 60)}…` } };
}

function listsOf({ riskFactors, threats, feeds, redirects, comments }: IndicatorRecord): readonly ShownList[] {
  return [
    { what: 'reasons', total: riskFactors.length },
    { what: 'threats', total: threats.length },
    { what: 'feeds', total: feeds.length },
    { what: 'redirects here', total: redirects.from.length },
    { what: 'redirects on', total: redirects.to.length },
    { what: 'comments', total: comments.length },
  ];
}

/** Names what one source says in messages; another one when it said it anew. */
export function recordId(known: Known): string {
  return truncateText(`${sourceId(known)} ${known.asOf} ${known.detail}`, 500);
}

/** Names the source, which may say its record anew. */
export function sourceId({ source }: Known): string {
  return `${source.kind} ${source.address ?? source.name}`;
}

/** Further rows of one of the record's sections, see the message `rows`. */
export function recordRows(known: Known, section: string, from: number, context: RecordContext): RowView[] {
  return furtherRowsOf(known.record, section, from, showIn(context));
}

/** How foreign text is shown: a moment as the interface writes it with its age, all else as it is. */
export function showIn({ pieces, now }: RecordContext): Show {
  return (text) => {
    const at = timestampShape.test(text) ? parseTimestamp(text) : undefined;
    return at === undefined ? shownText(text, pieces) : `${text} UTC · ${formatAge(at, now)}`;
  };
}

/** A moment as the interface writes it (api-spec: “Resources and their fields”), which is UTC. */
const timestampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function verdictView(record: IndicatorRecord): VerdictView {
  const { manual, retired } = verdictOf(record);
  return {
    ...riskView(record.risk),
    retired,
    ...(record.retiredReason === undefined ? {} : { retiredReason: name(record.retiredReason) }),
    ...(manual === undefined ? {} : { manual }),
  };
}

/** The moments of a record in the order in which they matter; a service that never scanned actively says so. */
function timestampViews({ record: { timestamps }, detail }: Known): readonly TimestampView[] {
  const rows: [TimestampView['kind'], string, UtcMillis | undefined][] = [
    ['seen', 'Last seen', timestamps.seen],
    ['added', 'First added', timestamps.added],
    ['updated', 'Updated', timestamps.updated],
    ['probed', 'Last active scan', timestamps.probed],
    ['retired', 'Retired', timestamps.retired],
  ];
  return rows.flatMap(([kind, label, at]): readonly TimestampView[] => {
    const about = `stamp_${kind}`;
    if (at !== undefined) return [{ kind, label, about, at }];
    return kind === 'probed' && detail === 'full' && timestamps.seen !== undefined ? [{ kind, label, about }] : [];
  });
}

function commentView(comment: Comment, show: Show): CommentView {
  const changed = changeOf(comment);
  return {
    title: name(comment.title ?? ''),
    by: name(comment.username ?? ''),
    text: show(comment.text),
    ...(comment.added === undefined ? {} : { added: comment.added }),
    ...(changed === undefined ? {} : { changed }),
  };
}

function name(text: string): string {
  return truncateText(visibleText(text), 500);
}
