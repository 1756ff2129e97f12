import { sourceIdOf } from '../../../core/records/sourceId';
import type { Known } from '../../../core/records/knowledge';
import { changeOf, type Comment, type IndicatorRecord, type RiskFactor } from '../../../core/records/record';
import { listReason } from '../../../core/records/sourceDetails';
import { riskRank, worseFirst } from '../../../core/records/risk';
import { formatList, t, formatAge } from '../../../l10n';
import { parseTimestamp } from '../../../core/records/timestamp';
import { referenceOf } from '../../../core/records/webPage';
import type {
  CommentView,
  RecordView,
  RowView,
  TimestampView,
  VerdictView,
} from '../../../webviews/messages/recordParts';
import { formatSource, verdictNotes } from '../../shared/format/verdict';
import { truncateMiddle, truncateText, visibleText } from '../../shared/text/visibleText';
import { feedLinkView, threatLinkView } from './groupLinkViews';
import { skippedMessages, type ShownList } from './skippedMessages';
import { riskView } from '../../shared/format/riskView';
import type { RecordContext } from './recordContext';
import { furtherRowsOf, recordSections, type Show, shownText } from './recordSections';
import { strings } from '../strings';
import { costOf } from '../../../webviews/messages/parts';

const maxLinks = 300;
/** What reasons, redirects and comments together may cost (`costOf`); usual records cost far less. */
const maxTexts = 300_000;

/** What one source says, ready to be shown: untrusted text is made visible and limited. */
export function recordView(known: Known, context: RecordContext): RecordView {
  const { record } = known;
  const show = showIn(context);
  const texts = new TextBudget(maxTexts, show);
  const reasons = [...reasonsOf(known)]
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
    sourceKey: truncateText(sourceId(known), 500),
    source: name(formatSource(known.source)),
    ...creditView(record),
    asOf: known.asOf,
    verdict: verdictView(known),
    facts: [],
    now: context.now,
    summaryOnly: known.detail === 'summary',
    skipped: [...skippedMessages(listsOf(record), maxLinks, record.skipped ?? []), ...texts.messages()],
    reasons,
    timestamps: [...timestampViews(known)],
    threats: [...record.threats]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxLinks)
      .map((threat) => threatLinkView(threat, sourceIdOf(known.source))),
    feeds: record.feeds.slice(0, maxLinks).map((feed) => feedLinkView(feed, sourceIdOf(known.source))),
    redirects,
    breakdowns: [],
    links: [],
    news: [],
    sections: recordSections(record, show, context),
    comments,
    ...pageView(known),
  };
}

/** The reasons that the source gives; a list that gives none for its own rating is the reason. */
function reasonsOf({ record, source }: Known): readonly RiskFactor[] {
  const { riskFactors, risk, feeds, manualRisk } = record;
  const isListed = (source.kind === 'import' || source.kind === 'mirror') && source.urls === undefined;
  if (riskFactors.length > 0 || feeds.length > 0 || manualRisk || !isListed || riskRank(risk) <= riskRank('none'))
    return riskFactors;
  return [{ description: listReason(source.name), risk }];
}

function creditView({ credits = [] }: IndicatorRecord): Pick<RecordView, 'credit'> {
  return credits.length === 0 ? {} : { credit: t('Credit: {0}', formatList(credits.map(name))) };
}

/** The page that the source names for the indicator; the button shows its host. */
function pageView({ record, source }: Known): Pick<RecordView, 'page'> {
  const page = referenceOf(record, source.address);
  return page === undefined ? {} : { page: { label: t('Open Page on {0}…', truncateMiddle(page.host, 60)) } };
}

function listsOf({ riskFactors, threats, feeds, redirects, comments }: IndicatorRecord): readonly ShownList[] {
  return [
    { kind: 'reasons', total: riskFactors.length },
    { kind: 'threats', total: threats.length },
    { kind: 'feeds', total: feeds.length },
    { kind: 'redirectsFrom', total: redirects.from.length },
    { kind: 'redirectsTo', total: redirects.to.length },
    { kind: 'comments', total: comments.length },
  ];
}

/** Identifies a record in messages; a newer version of it has another id. */
export function recordId(known: Known): string {
  return truncateText(`${sourceId(known)} ${known.asOf} ${known.detail}`, 500);
}

/** Identifies the source of a record, whatever its version. */
export function sourceId({ source }: Known): string {
  return [source.kind, source.address ?? source.name, source.urls === undefined ? (source.range ?? '') : 'urls']
    .join(' ')
    .trimEnd();
}

/** Further rows of one of the record's sections, see the message `rows`. */
export function recordRows(known: Known, section: string, from: number, context: RecordContext): RowView[] {
  return furtherRowsOf(known.record, section, from, showIn(context));
}

/** Shows untrusted text: a timestamp with its age, everything else unchanged. */
export function showIn({ pieces, now }: RecordContext): Show {
  return (text) => {
    const at = timestampShape.test(text) ? parseTimestamp(text) : undefined;
    return at === undefined ? shownText(text, pieces) : t('{0} UTC · {1}', text, formatAge(at, now));
  };
}

/** A timestamp as the API writes it (api-spec: “Resources and their fields”), which is UTC. */
const timestampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function verdictView({ record, source }: Known): VerdictView {
  const notes = verdictNotes({ record, source });
  return {
    ...riskView(record.risk),
    retired: record.retired,
    ...(record.retiredReason === undefined ? {} : { retiredReason: name(record.retiredReason) }),
    ...(notes.length === 0 ? {} : { manual: notes.join(' · ') }),
  };
}

/** The dates of a record in the order of their importance, and that a service never scanned it actively. */
function timestampViews({ record: { timestamps }, detail }: Known): readonly TimestampView[] {
  const kinds = ['seen', 'added', 'updated', 'probed', 'retired'] as const;
  return kinds.flatMap((kind): readonly TimestampView[] => {
    const at = timestamps[kind];
    const view = { kind, label: strings.fields.timestamps[kind](), about: `stamp_${kind}` };
    if (at !== undefined) return [{ ...view, at }];
    return kind === 'probed' && detail === 'full' && timestamps.seen !== undefined ? [view] : [];
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

/** The length of each text once the budget is spent, in UTF-16 units. */
const maxLengthAfterwards = 200;

/** Shows whole texts until they cost too much together, and truncates further ones. */
class TextBudget {
  private isTruncated = false;

  constructor(
    private left: number,
    private readonly all: Show,
  ) {}

  readonly show: Show = (text) => {
    const isSpent = this.left <= 0 && text.length > maxLengthAfterwards;
    if (isSpent) this.isTruncated = true;
    const shown = this.all(isSpent ? truncateText(text, maxLengthAfterwards) : text);
    this.left -= costOf(shown);
    return shown;
  };

  /** A sentence if anything was truncated. */
  messages(): readonly string[] {
    return this.isTruncated
      ? [t('Long text was truncated. Copy the JSON or export the record to get everything.')]
      : [];
  }
}
