import { formatInputFailure, type InputFailure } from '../../../core/records/problems/inputFailure';
import type { RequestError } from '../../../core/api/requestError';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import type { TextRead } from '../../../core/triage/found';
import { countsOf, type Standing, standings, type Triaged } from '../../../core/triage/assess';
import { riskLevels } from '../../../core/records/risk';
import type { ResultColumn, ResultsButton, ResultsNotice, ResultsView } from '../../../webviews/messages/results';
import type { TimeContext } from '../../shared/format/timeContext';
import { riskView } from '../../shared/format/riskView';
import { formatRequestError } from '../../shared/format/formatRequestError';
import { joinSentences } from '../../shared/format/serviceMessage';
import { hostLabel } from '../../shared/format/verdict';
import { unreadStoreMessage } from '../../shared/format/unreadStore';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { formatDuration, formatList, formatSize } from '../../../l10n';
import { maxFiles } from '../files/limits';
import { rememberedStrings } from '../remembered/rememberedStrings';
import { strings } from '../strings';
import type { RowTimeline } from './rowTimeline';
import { filledColumns, type OptionalColumn, triageChips, triageColumns } from './triageRows';

/** The result of looking up rows on the service. */
export interface LookupSummary {
  readonly host: string;
  readonly requested: number;
  /** How many of them were in the requests that were sent. */
  readonly sent: number;
  readonly known: number;
  readonly notKnown: number;
  readonly requests: number;
  readonly canceled: boolean;
  readonly error?: RequestError;
}

/** The requests sent to a service. */
export interface HostRequests {
  readonly host: string;
  readonly requests: number;
  readonly indicators: number;
}

/** What a triage panel shows in addition to its rows. */
export interface TriagePanelModel {
  /** The id of the reading. */
  readonly id: string;
  /** `list` is the triage list; `new` is what became risky after a triage. */
  readonly kind: 'files' | 'list' | 'new';
  readonly title: string;
  /** What is read again after the window is reloaded. */
  readonly name: string;
  readonly at: number;
  readonly durationMillis?: number;
  readonly texts: readonly TextRead[];
  readonly nameOf: (file: number) => string;
  /** Not all files were read. */
  readonly isTruncated: boolean;
  readonly isCanceled: boolean;
  /** Why the local store couldn't be read for some rows, or for the list. */
  readonly unread?: UnreadStore;
  readonly rows: readonly Triaged[];
  readonly timeline?: RowTimeline;
  /** Columns that the triage list fills. */
  readonly used?: ReadonlySet<OptionalColumn>;
  readonly count: number;
  /** What is running, and since when. */
  readonly work?: { readonly label: string; readonly since: number; readonly isLookup: boolean };
  readonly sent: readonly HostRequests[];
  readonly lookup?: LookupSummary;
}

/** What the text depends on. */
export interface TriageContext extends TimeContext {
  /** The connected remote service. */
  readonly serviceHost: string | undefined;
  readonly isOffline: boolean;
}

/** Indicators of one lookup. */
export const maxLookups = 2_000;
const maxSkippedShown = 5;
const maxNameLength = 4_000;

/** The part of a triage panel above its rows. */
export function triageView(shown: TriagePanelModel, context: TriageContext): ResultsView {
  const counts = countsOf(shown.rows);
  const isList = shown.kind === 'list';
  const isDone = shown.work === undefined;
  return {
    // A name too long for the state of a window isn't restored.
    file: shown.name.length <= maxNameLength ? shown.name : '',
    id: shown.id,
    runs: [{ id: shown.id, label: shown.title }],
    title: shown.title,
    query: '',
    columns: columnsOf(shown),
    ...(shown.timeline === undefined ? {} : { timeline: shown.timeline.view() }),
    chips: [...triageChips()],
    order: { column: 'risk', descending: true },
    risks: riskLevels.map((level) => riskView(level)),
    facts: isList ? [strings.storedLocally()] : factsOf(shown),
    at: shown.at,
    ...(shown.work === undefined
      ? {}
      : { work: shown.work.label, running: Math.max(0, context.now - shown.work.since) }),
    summary: shown.rows.length === 0 && !isDone ? '' : summaryOf(shown, counts),
    more: [],
    note: formatRequestCounts(shown),
    notices: [...unreadNotices(shown), ...readNotices(shown), ...lookupNotices(shown, counts, context)],
    buttons: isDone ? buttonsOf(shown, counts, context) : [{ label: strings.cancel(), action: 'cancel' }],
    count: shown.count,
    ...(shown.rows.length > shown.count ? { total: shown.rows.length } : {}),
  };
}

/** Rows that became risky have their first location only, and no count. */
function columnsOf({ kind, timeline, rows, count, used = new Set() }: TriagePanelModel): ResultColumn[] {
  const columns = triageColumns(kind === 'list', timeline?.unit, filledColumns(rows.slice(0, count), used));
  return columns.filter(({ id }) => kind !== 'new' || id !== 'times');
}

function factsOf({ kind, texts, durationMillis, work }: TriagePanelModel): string[] {
  // While reading, the progress line shows the file and how much of it was read.
  if (texts.length === 0 && work !== undefined) return [strings.started()];
  const read = texts.flatMap((text) => (text.kind === 'read' ? [text] : []));
  const sum = (of: (text: (typeof read)[number]) => number): number => read.reduce((all, text) => all + of(text), 0);
  const took = durationMillis === undefined ? [] : [strings.took(formatDuration(durationMillis))];
  if (kind === 'new') return [strings.files(read.length)];
  if (read.length === 0 && texts.length > 0) return [strings.filesNotRead(texts.length), ...took];
  return [
    strings.files(read.length),
    formatSize(sum(({ bytes }) => bytes)),
    strings.lines(sum(({ lines }) => lines)),
    ...took,
  ];
}

function summaryOf(shown: TriagePanelModel, counts: Readonly<Record<Standing, number>>): string {
  const count = shown.rows.length;
  if (count === 0) {
    if (shown.kind === 'files') return noneFoundLabel(shown);
    if (shown.kind === 'new') return rememberedStrings.nothingNew();
    return shown.unread === undefined ? strings.emptyList() : strings.unreadList();
  }
  const parts = standings
    .filter((standing) => (standing === 'known' && counts.unread === 0) || counts[standing] > 0)
    .map((standing) => strings.summaryPart(standing, counts[standing]));
  return strings.summary(count, parts);
}

/** Distinguishes finding nothing from not reading everything. */
function noneFoundLabel({ texts, nameOf }: TriagePanelModel): string {
  const isUnread = texts.map(({ kind }) => kind === 'skipped');
  if (texts.length > 0 && isUnread.every(Boolean)) {
    return strings.notRead(texts.length === 1 ? nameOf(0) : strings.files(texts.length));
  }
  const isWhole = texts.every((text) => text.kind === 'read' && text.failure === undefined);
  return isWhole ? strings.noIndicators() : strings.noIndicatorsInPart();
}

function formatRequestCounts({ sent, work, unread }: TriagePanelModel): string {
  const isRunning = work?.isLookup === true;
  if (sent.length === 0) {
    if (isRunning) return strings.nothingSentYet();
    return unread === undefined ? strings.nothingSentLocal() : strings.nothingSent();
  }
  const sentence = isRunning ? strings.sentSoFar : strings.sent;
  return joinSentences(
    ...sent.map(({ host, requests, indicators }) => sentence(indicators, strings.requests(requests), hostLabel(host))),
  );
}

const info = (text: string, ...actions: ResultsButton[]): ResultsNotice => ({
  tone: 'info',
  icon: 'info',
  text,
  actions,
});
const warning = (text: string, ...actions: ResultsButton[]): ResultsNotice => ({
  tone: 'warning',
  icon: 'warning',
  text,
  actions,
});

/** That the local store couldn't be read. */
function unreadNotices({ unread }: TriagePanelModel): readonly ResultsNotice[] {
  if (unread === undefined) return [];
  return [
    warning(joinSentences(unreadStoreMessage(unread), strings.incomplete()), {
      label: strings.details(),
      action: 'showDetails',
    }),
  ];
}

/** What wasn't read, or only in part, and what isn't shown. */
function readNotices({
  texts,
  nameOf,
  isTruncated,
  isCanceled,
  rows,
  count,
  kind,
  unread,
}: TriagePanelModel): readonly ResultsNotice[] {
  const named = (whyOf: (text: TextRead) => InputFailure | undefined): string | undefined => {
    const left = texts.flatMap((text, file) => {
      const why = whyOf(text);
      return why === undefined || why.kind === 'canceled'
        ? []
        : [strings.fileReason(nameOf(file), truncateText(visibleText(formatInputFailure(why)), 120))];
    });
    const more = left.length - maxSkippedShown;
    const names = [...left.slice(0, maxSkippedShown), ...(more > 0 ? [strings.moreFiles(more)] : [])];
    return left.length === 0 ? undefined : formatList(names);
  };
  const skipped = named((text) => (text.kind === 'skipped' ? text.failure : undefined));
  const inPart = named((text) => (text.kind === 'read' ? text.failure : undefined));
  const samples = rows.reduce((sum, { isSampleLeftOut }) => sum + (isSampleLeftOut === true ? 1 : 0), 0);
  const unlisted = texts.reduce((sum, text) => sum + (text.kind === 'read' ? text.unlisted : 0), 0);
  return [
    ...(isCanceled ? [warning(strings.canceledReading(), reload())] : []),
    ...(skipped === undefined ? [] : [warning(strings.filesNotReadBecause(skipped))]),
    ...(inPart === undefined ? [] : [warning(strings.readInPart(inPart))]),
    ...(isTruncated ? [warning(strings.tooManyFiles(maxFiles))] : []),
    ...(unlisted === 0 ? [] : [warning(unlistedSentence(kind, texts, unlisted))]),
    ...(samples === 0 ? [] : [info(strings.samplesLeftOut(samples))]),
    ...(count < rows.length ? [info(strings.onlyWorst(count, rows.length))] : []),
    ...(kind === 'list' && rows.length === 0 && unread === undefined ? [info(strings.howToFillList())] : []),
  ];
}

/** What isn't listed: of a file, or of what became risky. */
function unlistedSentence(kind: TriagePanelModel['kind'], texts: readonly TextRead[], unlisted: number): string {
  if (kind !== 'new') return strings.unlisted(unlisted);
  const shown = texts.reduce((sum, text) => sum + (text.kind === 'read' ? [...text.found].length : 0), 0);
  return rememberedStrings.onlyLast(shown, shown + unlisted);
}

const reload = (): ResultsButton => ({ label: strings.reload(), action: 'runAgain' });

/** The result of a lookup, and what prevents one. */
function lookupNotices(
  { lookup, work }: TriagePanelModel,
  { unasked, unread }: Readonly<Record<Standing, number>>,
  { serviceHost, isOffline, now }: TriageContext,
): readonly ResultsNotice[] {
  const notices: ResultsNotice[] = [];
  if (lookup !== undefined && work === undefined) {
    const { host, requests, canceled, error } = lookup;
    const start = canceled ? strings.canceled() : '';
    const log: ResultsButton = { label: strings.showRequestLog(), action: 'showSent' };
    const isLimited = error?.kind === 'rateLimited' && error.retryAt > now;
    if (requests > 0)
      notices.push(info(joinSentences(start, strings.lookedUp(hostLabel(host), formatAnswerCounts(lookup))), log));
    else if (isLimited)
      notices.push(warning(joinSentences(start, strings.nothingSent(), formatRequestError(error, host, now).whole)));
    else notices.push(info(joinSentences(start, strings.nothingSent())));
    if (error !== undefined && error.kind !== 'canceled' && !(isLimited && requests === 0)) {
      const { whole, action } = formatRequestError(error, host, now);
      const button = action && {
        label: action.label,
        action: (
          {
            'threatLookups.showDetails': 'showDetails',
            'threatLookups.setKey': 'setKey',
            'threatLookups.connect': 'connect',
          } as const
        )[action.command],
      };
      notices.push(warning(whole, ...(button === undefined ? [] : [button])));
    }
  }
  const open = unasked + unread;
  if (open > 0 && work === undefined) {
    const isUnread = unread > 0;
    if (serviceHost === undefined)
      notices.push(
        info(isUnread ? strings.unreadNoService(open) : strings.openNoService(open), {
          label: strings.connect(),
          action: 'connect',
        }),
      );
    else if (isOffline)
      notices.push(
        info(isUnread ? strings.unreadOffline(open) : strings.openOffline(open), {
          label: strings.changeMode(),
          action: 'changeMode',
        }),
      );
  }
  return notices;
}

/** How many were found, and how many weren't sent. */
function formatAnswerCounts({ requested, sent, known, notKnown }: LookupSummary): readonly string[] {
  const open = Math.max(0, requested - known - notKnown);
  const unsent = Math.min(open, Math.max(0, requested - sent));
  const waiting = open - unsent;
  return [
    strings.countKnown(known),
    strings.countNotFound(notKnown),
    ...(waiting > 0 ? [strings.countUnanswered(waiting)] : []),
    ...(unsent > 0 ? [strings.countUnsent(unsent)] : []),
  ];
}

function buttonsOf(
  { kind, rows }: TriagePanelModel,
  { unasked, unread }: Readonly<Record<Standing, number>>,
  { serviceHost, isOffline }: TriageContext,
): ResultsButton[] {
  const open = unasked + unread;
  const canLookUp = serviceHost !== undefined && !isOffline && open > 0;
  return [
    ...(canLookUp ? [{ label: lookUpLabel(serviceHost, open), action: 'ask' } as const] : []),
    ...(rows.length === 0
      ? []
      : ([
          { label: strings.copyForTicket(), action: 'copyTicket' },
          { label: strings.export(), action: 'export' },
        ] as const)),
    ...(kind === 'list' ? [] : [reload()]),
    ...(kind === 'new' && rows.length > 0 ? [{ label: rememberedStrings.dismiss(), action: 'dismiss' } as const] : []),
  ];
}

/** “Look Up 34 Indicators on intel.example…”; of too many indicators, only the most frequent are looked up. */
function lookUpLabel(host: string, unasked: number): string {
  return unasked > maxLookups
    ? strings.lookUpMostFrequent(maxLookups, visibleText(host))
    : strings.lookUp(unasked, visibleText(host));
}
