import { formatInputFailure, type InputFailure } from '../../core/records/inputFailure';
import type { RequestError } from '../../core/api/requestError';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { TextRead } from '../../core/triage/found';
import { countsOf, type Standing, standings, type Triaged } from '../../core/triage/assess';
import { standingLabels } from '../../core/triage/triageExport';
import { riskLevels } from '../../core/records/risk';
import type { ResultsButton, ResultsNotice, ResultsView } from '../../webviews/messages/results';
import { formatDuration } from '../common/ages';
import type { TimeContext } from '../common/timeContext';
import { counted } from '../common/numbers';
import { riskView } from '../common/riskView';
import { formatSize } from '../common/sizeWords';
import { formatRequestError } from '../common/formatRequestError';
import { hostLabel } from '../common/verdict';
import { unreadStoreMessage } from '../common/unreadStore';
import { truncateText, visibleText } from '../common/visibleText';
import { triageChips, triageColumns } from './triageRows';

/** What came of asking the service about what is not known here. */
export interface LookupSummary {
  readonly host: string;
  readonly asked: number;
  /** How many of them the requests that left asked about. */
  readonly sent: number;
  readonly known: number;
  readonly notKnown: number;
  readonly requests: number;
  readonly canceled: boolean;
  readonly error?: RequestError;
}

/** What left: how many indicators requests to a service asked about. */
export interface HostRequests {
  readonly host: string;
  readonly requests: number;
  readonly indicators: number;
}

/** What a panel of triage shows beside its rows. */
export interface TriagePanelModel {
  /** Of the reading that is shown. */
  readonly id: string;
  /** `list` is the list that is kept. */
  readonly kind: 'files' | 'list';
  readonly title: string;
  /** What is read again after a reload. */
  readonly name: string;
  readonly at: number;
  readonly durationMillis?: number;
  readonly texts: readonly TextRead[];
  readonly nameOf: (file: number) => string;
  /** More files than are read were chosen. */
  readonly isTruncated: boolean;
  readonly isCanceled: boolean;
  /** Why the local store has no part in some rows, or in the list; absent where it was read. */
  readonly unread?: UnreadStore;
  readonly rows: readonly Triaged[];
  readonly count: number;
  /** What is under way, and since when. */
  readonly work?: { readonly words: string; readonly since: number; readonly asks: boolean };
  readonly sent: readonly HostRequests[];
  readonly asked?: LookupSummary;
}

/** What the words depend on. */
export interface TriageContext extends TimeContext {
  /** The connected remote service. */
  readonly serviceHost: string | undefined;
  readonly isOffline: boolean;
}

/** So many are asked for by one click. */
export const maxLookups = 2_000;
const maxSkippedShown = 5;
const maxNameLength = 4_000;

/** What a triage says above its rows: what was read, when, how many, and what can be done. */
export function triageView(shown: TriagePanelModel, context: TriageContext): ResultsView {
  const counts = countsOf(shown.rows);
  const isList = shown.kind === 'list';
  const isDone = shown.work === undefined;
  return {
    // What is too long to be kept in a window's state is not shown again.
    file: shown.name.length <= maxNameLength ? shown.name : '',
    id: shown.id,
    runs: [{ id: shown.id, label: shown.title }],
    title: shown.title,
    query: '',
    columns: [...triageColumns(isList)],
    chips: [...triageChips],
    order: { column: 'risk', descending: true },
    risks: riskLevels.map((level) => riskView(level)),
    facts: isList ? ['kept on this machine'] : factsOf(shown),
    at: shown.at,
    ...(shown.work === undefined
      ? {}
      : { work: shown.work.words, running: Math.max(0, context.now - shown.work.since) }),
    summary: shown.rows.length === 0 && !isDone ? '' : summaryOf(shown, counts),
    more: [],
    sent: formatRequestCounts(shown),
    notices: [...unreadNotices(shown), ...readNotices(shown), ...lookupNotices(shown, counts, context)],
    buttons: isDone ? buttonsOf(shown, counts, context) : [{ label: 'Cancel', action: 'cancel' }],
    count: shown.count,
  };
}

function factsOf({ texts, durationMillis, work }: TriagePanelModel): string[] {
  // What is being read, and how far, stands in the line of what is under way.
  if (texts.length === 0 && work !== undefined) return ['begun'];
  const read = texts.flatMap((text) => (text.kind === 'read' ? [text] : []));
  const sum = (of: (text: (typeof read)[number]) => number): number => read.reduce((all, text) => all + of(text), 0);
  const took =
    durationMillis === undefined
      ? []
      : [
          `took ${durationMillis < 10_000 ? `${(Math.max(100, durationMillis) / 1000).toFixed(1)} s` : formatDuration(durationMillis)}`,
        ];
  if (read.length === 0 && texts.length > 0) return [`${counted(texts.length, 'file')} not read`, ...took];
  return [
    counted(read.length, 'file'),
    formatSize(sum(({ bytes }) => bytes)),
    counted(
      sum(({ lines }) => lines),
      'line',
    ),
    ...took,
  ];
}

/** What each number of the first line counts; one that is nought is left out, but for the known. */
const summaryLabels: Readonly<Record<Standing, string>> = {
  ...standingLabels,
  known: 'known here',
  unread: 'of which the local store could not say',
  unasked: 'not',
  notKnown: 'asked and not known',
};

function summaryOf(shown: TriagePanelModel, counts: Readonly<Record<Standing, number>>): string {
  const count = shown.rows.length;
  if (count === 0) {
    if (shown.kind === 'files') return noneFoundLabel(shown);
    return shown.unread === undefined ? 'Nothing is on the list' : 'The list could not be read';
  }
  const parts = standings
    .filter((standing) => (standing === 'known' && counts.unread === 0) || counts[standing] > 0)
    .map((standing) => `${counts[standing].toLocaleString('en')} ${summaryLabels[standing]}`);
  return `${counted(count, 'indicator')}: ${parts.join(', ')}`;
}

/** Nothing found is no all-clear for what was not read. */
function noneFoundLabel({ texts, nameOf }: TriagePanelModel): string {
  const isUnread = texts.map(({ kind }) => kind === 'skipped');
  if (texts.length > 0 && isUnread.every(Boolean)) {
    return `Not read: ${texts.length === 1 ? nameOf(0) : counted(texts.length, 'file')}`;
  }
  const isWhole = texts.every((text) => text.kind === 'read' && text.failure === undefined);
  return isWhole ? 'No indicator found' : 'No indicator found in what was read';
}

function formatRequestCounts({ sent, work, unread }: TriagePanelModel): string {
  const asks = work?.asks === true;
  if (sent.length === 0)
    return asks
      ? 'Nothing was sent so far.'
      : unread === undefined
        ? 'Nothing was sent: the local store answers.'
        : 'Nothing was sent.';
  const words = sent.map(
    ({ host, requests, indicators }) =>
      `to ${hostLabel(host)}: ${counted(indicators, 'indicator')} in ${counted(requests, 'request')}`,
  );
  return `Sent ${words.join('; ')}${asks ? ' so far' : ''}.`;
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

/** That the local store has no part in what is shown. */
function unreadNotices({ unread }: TriagePanelModel): readonly ResultsNotice[] {
  if (unread === undefined) return [];
  return [
    warning(`${unreadStoreMessage(unread)} These results are incomplete.`, { label: 'Details', action: 'showDetails' }),
  ];
}

/** What was not read, or not to its end, and what is not shown. */
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
        : [`${nameOf(file)} (${truncateText(visibleText(formatInputFailure(why)), 120)})`];
    });
    const more = left.length - maxSkippedShown;
    const names = [...left.slice(0, maxSkippedShown), ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])];
    return left.length === 0 ? undefined : names.join('; ');
  };
  const skipped = named((text) => (text.kind === 'skipped' ? text.failure : undefined));
  const inPart = named((text) => (text.kind === 'read' ? text.failure : undefined));
  const unlisted = texts.reduce((sum, text) => sum + (text.kind === 'read' ? text.unlisted : 0), 0);
  const empty =
    'Add rows of results, or indicators from their menu, by “Add to Triage List”; or set a state in a file’s triage.';
  return [
    ...(isCanceled ? [warning('Cancelled: this is what was read until then.', readAgain)] : []),
    ...(skipped === undefined ? [] : [warning(`Not read: ${skipped}.`)]),
    ...(inPart === undefined ? [] : [warning(`Not read to the end: ${inPart}. What came before that is read.`)]),
    ...(isTruncated ? [warning('These are more files than are read at once: the first 2,000 were.')] : []),
    ...(unlisted === 0
      ? []
      : [warning(`${counted(unlisted, 'occurrence')} of further indicators are counted, not listed.`)]),
    ...(count < rows.length
      ? [
          info(
            `The worst ${count.toLocaleString('en')} are shown; an export has all ${rows.length.toLocaleString('en')}.`,
          ),
        ]
      : []),
    ...(kind === 'list' && rows.length === 0 && unread === undefined ? [info(empty)] : []),
  ];
}

const readAgain: ResultsButton = { label: 'Read Again', action: 'runAgain' };

/** What came of asking, and what stands in its way. */
function lookupNotices(
  { asked, work }: TriagePanelModel,
  { unasked, unread }: Readonly<Record<Standing, number>>,
  { serviceHost, isOffline, now }: TriageContext,
): readonly ResultsNotice[] {
  const notices: ResultsNotice[] = [];
  if (asked !== undefined && work === undefined) {
    const { host, requests, canceled, error } = asked;
    const begin = canceled ? 'Cancelled. ' : '';
    const sent: ResultsButton = { label: 'What Was Sent', action: 'showSent' };
    const isLimited = error?.kind === 'rateLimited' && error.retryAt > now;
    if (requests > 0) notices.push(info(`${begin}Asked ${hostLabel(host)}: ${formatAnswerCounts(asked)}.`, sent));
    else if (isLimited)
      notices.push(warning(`${begin}Nothing was sent. ${formatRequestError(error, host, now).whole}`));
    else notices.push(info(`${begin}Nothing was sent.`));
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
    const how = unread > 0 ? 'could not be looked up here' : `${open === 1 ? 'is' : 'are'} not known here`;
    const are = `${counted(open, 'indicator')} ${how}`;
    if (serviceHost === undefined)
      notices.push(info(`${are}, and no service is connected.`, { label: 'Connect…', action: 'connect' }));
    else if (isOffline)
      notices.push(
        info(`${are}. Lookups are off (offline): nothing can be asked.`, { label: 'Change…', action: 'changeMode' }),
      );
  }
  return notices;
}

/** What came of those that were asked about, and how many were not. */
function formatAnswerCounts({ asked, sent, known, notKnown }: LookupSummary): string {
  const open = Math.max(0, asked - known - notKnown);
  const unsent = Math.min(open, Math.max(0, asked - sent));
  const waiting = open - unsent;
  const number = (count: number): string => count.toLocaleString('en');
  return [
    `${number(known)} known`,
    `${number(notKnown)} not known`,
    ...(waiting > 0 ? [`${number(waiting)} without an answer`] : []),
    ...(unsent > 0 ? [`${number(unsent)} not asked about`] : []),
  ].join(', ');
}

function buttonsOf(
  { kind, rows }: TriagePanelModel,
  { unasked, unread }: Readonly<Record<Standing, number>>,
  { serviceHost, isOffline }: TriageContext,
): ResultsButton[] {
  const open = unasked + unread;
  const canAsk = serviceHost !== undefined && !isOffline && open > 0;
  return [
    ...(canAsk ? [{ label: lookUpLabel(serviceHost, open), action: 'ask' } as const] : []),
    ...(rows.length === 0 ? [] : [{ label: 'Export…', action: 'export' } as const]),
    ...(kind === 'files' ? [readAgain] : []),
  ];
}

/** Names whom and about how many: “Ask intel.example About 34…”; of too many those that stand in the files most often. */
function lookUpLabel(host: string, unasked: number): string {
  const many =
    unasked > maxLookups ? `the ${maxLookups.toLocaleString('en')} Most Frequent` : unasked.toLocaleString('en');
  return `Ask ${visibleText(host)} About ${many}…`;
}
