import { formatInputFailure, type InputFailure } from '../../../core/records/problems/inputFailure';
import type { RequestError } from '../../../core/api/requestError';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import { type LookupStatus, lookupStatuses } from '../../../core/triage/assess';
import type { TextSummary } from '../../../core/triage/triageMessages';
import { RowTimeline } from '../../../core/triage/rowTimeline';
import type { TableState } from '../../../core/triage/triageTable';
import { riskLevels } from '../../../core/records/risk';
import type { ResultColumn, ResultsButton, ResultsNotice, ResultsView } from '../../../webviews/messages/results';
import type { TimeContext } from '../../shared/format/timeContext';
import { formatRequestError } from '../../shared/format/formatRequestError';
import { joinSentences } from '../../shared/format/serviceMessage';
import { hostLabel, riskView } from '../../../core/records/labels/verdict';
import { unreadStoreMessage } from '../../shared/format/unreadStore';
import {
  formatDuration,
  formatList,
  formatPercent,
  formatSize,
  t,
  plural,
  formatNumber,
  listParts,
} from '../../../l10n';
import { triageHistoryStrings } from '../history/triageHistoryStrings';
import { strings } from '../strings';
import { triageChips, triageColumns } from './triageRows';
import { maxIndicators } from '../../../core/triage/counting/occurrenceCounter';
import { truncateText, visibleText } from '../../../core/text/visibleText';
import { maxFiles } from '../files/chosenFiles';

/** The result of looking up rows on the service. */
export interface LookupSummary {
  readonly host: string;
  readonly requested: number;
  /** The number of indicators in the requests that were sent. */
  readonly sent: number;
  readonly known: number;
  readonly notFound: number;
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

/** The content of a triage panel in addition to its rows. */
export interface TriagePanelModel {
  /** The id of the triage. */
  readonly id: string;
  /** `list` is the triage list; `new` are the indicators that became risky after a triage. */
  readonly kind: 'files' | 'list' | 'new';
  readonly title: string;
  /** Identifies the source, which is read again after the window is reloaded. */
  readonly name: string;
  readonly at: number;
  readonly durationMillis?: number;
  readonly texts: readonly TextSummary[];
  readonly nameOf: (file: number) => string;
  /** Not all files were read. */
  readonly isTruncated: boolean;
  /** The part of the texts that was read before a cancel, if that is known, and whether not all of it is assessed. */
  readonly canceled?: { readonly share?: number | undefined; readonly isStopped: boolean } | undefined;
  /** Why the local store couldn't be read for some rows, or for the list. */
  readonly unread?: UnreadStore;
  /** Summary of all rows. */
  readonly table: TableState;
  /** Changes whenever the page must ask for rows again. */
  readonly version: number;
  /** The running task and its start; once reading is canceled, the indicators found are assessed. */
  readonly work?: {
    readonly label: string;
    readonly since: number;
    readonly isLookup: boolean;
    readonly isCanceled?: boolean;
  };
  readonly sent: readonly HostRequests[];
  readonly lookup?: LookupSummary;
  /** All rows are being assessed again, since data has changed. */
  readonly isRenewing?: boolean;
  /** Rows were in other triaged files. */
  readonly hasSeenBefore?: boolean;
}

/** Inputs of the texts. */
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
  const { counts, rows, timeline } = shown.table;
  const isList = shown.kind === 'list';
  const isDone = shown.work === undefined;
  const renewing = shown.isRenewing === true ? `${t('Updating…')} ` : '';
  return {
    // A name too long for the state of a window isn't restored.
    file: shown.name.length <= maxNameLength ? shown.name : '',
    id: shown.id,
    runs: [{ id: shown.id, label: shown.title }],
    title: shown.title,
    query: '',
    columns: columnsOf(shown),
    timeline: timeline && new RowTimeline(timeline).view(),
    chips: [...triageChips()],
    order: { column: 'risk', descending: true },
    hasLines: shown.kind === 'files',
    copyForms: [],
    ...(shown.kind === 'files' ? { terms: shownTerms(shown.table.terms) } : {}),
    risks: riskLevels.map((level) => riskView(level)),
    facts: isList ? [t('stored on this machine')] : factsOf(shown),
    at: shown.at,
    ...(shown.work === undefined
      ? {}
      : { work: shown.work.label, running: Math.max(0, context.now - shown.work.since) }),
    summary: rows === 0 && !isDone ? '' : `${renewing}${summaryOf(shown, counts)}`,
    ...(rows === 0 ? {} : { summaryParts: [{ text: renewing }, ...summaryParts(rows, counts)] }),
    more: [],
    note: formatRequestCounts(shown),
    notices: [
      ...unreadNotices(shown),
      ...listNotices(shown),
      ...readNotices(shown),
      ...lookupNotices(shown, counts, context),
    ],
    buttons: isDone
      ? buttonsOf(shown, counts, context)
      : [{ label: shown.work.isCanceled === true ? t('Stop Now') : t('Cancel'), action: 'cancel' }],
    count: rows,
    version: shown.version,
  };
}

/** Names as they are shown, and can be typed. */
function shownTerms(terms: TableState['terms'] = { client: [], file: [], source: [] }): ResultsView['terms'] {
  return Object.fromEntries(
    Object.entries(terms).map(([term, names]) => [term, names.map((name) => visibleText(name))]),
  );
}

/** Rows that became risky have their first location only, and no count. */
function columnsOf({ kind, table: { timeline, filled }, hasSeenBefore }: TriagePanelModel): ResultColumn[] {
  const zone = timeline === undefined ? '' : new RowTimeline(timeline).zoneLabel;
  const columns = triageColumns(kind === 'list', timeline?.unit, new Set(filled), hasSeenBefore, zone);
  return columns.filter(({ id }) => kind !== 'new' || id !== 'lines');
}

function factsOf({ kind, texts, durationMillis, work }: TriagePanelModel): string[] {
  // While reading, the progress line shows the file and how much of it was read.
  if (texts.length === 0 && work !== undefined) return [t('started')];
  const read = texts.flatMap((text) => (text.kind === 'read' ? [text] : []));
  const sum = (of: (text: (typeof read)[number]) => number): number => read.reduce((all, text) => all + of(text), 0);
  const took = durationMillis === undefined ? [] : [t('took {0}', formatDuration(durationMillis))];
  if (kind === 'new') return [strings.files(read.length)];
  if (read.length === 0 && texts.length > 0) return took;
  return [
    strings.files(read.length),
    formatSize(sum(({ bytes }) => bytes)),
    plural(
      sum(({ lines }) => lines),
      { one: '{0} line', other: '{0} lines' },
    ),
    ...took,
  ];
}

function summaryOf(shown: TriagePanelModel, counts: Readonly<Record<LookupStatus, number>>): string {
  const count = shown.table.rows;
  if (count === 0) {
    if (shown.kind === 'files') return noneFoundLabel(shown);
    if (shown.kind === 'new') return triageHistoryStrings.nothingNew();
    return shown.unread === undefined ? t('The triage list is empty') : t("The triage list couldn't be read");
  }
  return summaryParts(count, counts)
    .map(({ text }) => text)
    .join('');
}

/** The numbers of indicators in a triage, in total and by status; the latter filter by it. */
function summaryParts(
  count: number,
  counts: Readonly<Record<LookupStatus, number>>,
): NonNullable<ResultsView['summaryParts']> {
  const shown = lookupStatuses.filter(
    (status) => (status === 'found' && counts.unreadable === 0) || counts[status] > 0,
  );
  const parts = listParts(shown.map((status) => strings.summaryPart(status, counts[status])));
  const listMark = '\n';
  const sentence = plural(count, { one: '{0} indicator: {1}', other: '{0} indicators: {1}' }, listMark);
  const [before = '', after = ''] = sentence.split(listMark);
  return [
    { text: before },
    ...parts.map(({ text, item = -1 }) => {
      const status = shown[item];
      return status === undefined || counts[status] === 0 ? { text } : { text, tag: `status:${status}` };
    }),
    { text: after },
  ];
}

/** Distinguishes finding nothing from not reading everything. */
function noneFoundLabel({ texts }: TriagePanelModel): string {
  if (texts.length > 0 && texts.every(({ kind }) => kind === 'skipped'))
    return plural(texts.length, { one: '{0} file not read', other: '{0} files not read' });
  const isWhole = texts.every((text) => text.kind === 'read' && text.failure === undefined);
  return isWhole ? t('No indicators found') : t('No indicators found in the part that was read');
}

function formatRequestCounts({ sent, work, unread }: TriagePanelModel): string {
  const isRunning = work?.isLookup === true;
  if (sent.length === 0) {
    if (isRunning) return t('Nothing sent so far.');
    return unread === undefined ? t('Nothing was sent. The results are from the local store.') : t('Nothing was sent.');
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
    warning(joinSentences(unreadStoreMessage(unread), t('These results are incomplete.')), {
      label: t('Show Output'),
      action: 'showDetails',
    }),
  ];
}

/** Names the files that aren't counted because they are knowledge rather than evidence. */
function listNotices({ texts, nameOf }: TriagePanelModel): readonly ResultsNotice[] {
  const files = texts.flatMap(({ kind }, file) => (kind === 'knowledge' ? [nameOf(file)] : []));
  if (files.length === 0) return [];
  const more = files.length - maxSkippedShown;
  const names = formatList([...files.slice(0, maxSkippedShown), ...(more > 0 ? [t('{0} more', more)] : [])]);
  return [
    info(
      plural(
        files.length,
        {
          one: "{0} file isn't included because it is a list or was imported: {1}.",
          other: "{0} files aren't included because they are lists or were imported: {1}.",
        },
        names,
      ),
      { label: files.length === 1 ? t('Include It') : t('Include Them'), action: 'countLists' },
    ),
  ];
}

/** Explains in sentences why rows are missing. */
export function missingRows(shown: TriagePanelModel): readonly string[] {
  return readNotices(shown).flatMap(({ tone, text }) => (tone === 'warning' ? [text] : []));
}

/** Notices about files that weren't read completely, and about indicators that aren't shown. */
function readNotices({
  texts,
  nameOf,
  isTruncated,
  canceled,
  table: { rows, samples },
  kind,
  unread,
}: TriagePanelModel): readonly ResultsNotice[] {
  const named = (whyOf: (text: TextSummary) => InputFailure | undefined): string | undefined => {
    const left = texts.flatMap((text, file) => {
      const why = whyOf(text);
      return why === undefined || why.kind === 'canceled'
        ? []
        : [t('{0} ({1})', nameOf(file), truncateText(visibleText(formatInputFailure(why)), 120))];
    });
    const more = left.length - maxSkippedShown;
    const names = [...left.slice(0, maxSkippedShown), ...(more > 0 ? [t('{0} more', more)] : [])];
    return left.length === 0 ? undefined : formatList(names);
  };
  const skipped = named((text) => (text.kind === 'skipped' ? text.failure : undefined));
  const inPart = named((text) => (text.kind === 'read' ? text.failure : undefined));
  const unlisted = texts.reduce((sum, text) => sum + (text.kind === 'read' ? text.unlisted : 0), 0);
  return [
    ...(canceled === undefined ? [] : [warning(canceledSentence(canceled), reload())]),
    ...(skipped === undefined ? [] : [warning(t('Not read: {0}', skipped))]),
    ...(inPart === undefined ? [] : [warning(t('Partially read: {0}', inPart))]),
    ...(isTruncated ? [warning(t('Only the first {0} files were read.', maxFiles))] : []),
    ...(unlisted === 0 ? [] : [warning(unlistedSentence(kind, texts, unlisted))]),
    ...(samples === 0
      ? []
      : [
          info(
            plural(samples, {
              one: '{0} indicator matches sample data only, which is ignored because you have other data.',
              other: '{0} indicators match sample data only, which is ignored because you have other data.',
            }),
          ),
        ]),
    ...(kind === 'list' && rows === 0 && unread === undefined
      ? [info(t('Use “Add to Triage List” on any indicator, or set a state in triage results.'))]
      : []),
  ];
}

function canceledSentence({ share, isStopped }: NonNullable<TriagePanelModel['canceled']>): string {
  if (isStopped) return t('Canceled. The results cover only part of what was read so far.');
  return share === undefined
    ? t('Canceled. The results cover what was read so far.')
    : t('Canceled at {0}. The results cover what was read until then.', formatPercent(share));
}

/** States the number of unlisted indicators: of files, or of those that became risky. */
function unlistedSentence(kind: TriagePanelModel['kind'], texts: readonly TextSummary[], unlisted: number): string {
  if (kind !== 'new')
    return plural(
      unlisted,
      {
        one: 'Only the first {1} indicators per file are listed, plus up to {1} more that are in the local store. {0} line with other indicators is only counted.',
        other:
          'Only the first {1} indicators per file are listed, plus up to {1} more that are in the local store. {0} lines with other indicators are only counted.',
      },
      formatNumber(maxIndicators),
    );
  const shown = texts.reduce((sum, text) => sum + (text.kind === 'read' ? text.found : 0), 0);
  return triageHistoryStrings.onlyLast(shown, shown + unlisted);
}

const reload = (): ResultsButton => ({ label: t('Reload'), action: 'runAgain' });

/** The result of a lookup, and what prevents one. */
function lookupNotices(
  { lookup, work }: TriagePanelModel,
  { notLookedUp, unreadable }: Readonly<Record<LookupStatus, number>>,
  context: TriageContext,
): readonly ResultsNotice[] {
  if (work !== undefined) return [];
  return [
    ...(lookup === undefined ? [] : lookupResult(lookup, context.now)),
    ...(notLookedUp + unreadable === 0
      ? []
      : lookupObstacles(notLookedUp + unreadable, unreadable > 0, context).map((notice) => ({
          ...notice,
          isDetail: unreadable === 0,
        }))),
  ];
}

/** The result of a lookup, or why it wasn't sent. */
function lookupResult(lookup: NonNullable<TriagePanelModel['lookup']>, now: number): readonly ResultsNotice[] {
  const { host, requests, canceled, error } = lookup;
  const start = canceled ? t('Canceled.') : '';
  if (requests === 0) {
    const nothing = joinSentences(start, t('Nothing was sent.'));
    if (error?.kind === 'rateLimited' && error.retryAt > now)
      return [warning(joinSentences(nothing, formatRequestError(error, host, now).whole))];
    return [info(nothing), ...lookupError(lookup, now)];
  }
  const found = t('Looked up on {0}: {1}.', hostLabel(host), formatList(formatAnswerCounts(lookup)));
  const log: ResultsButton = { label: t('Show Request Log'), action: 'showSent' };
  return [info(joinSentences(start, found), log), ...lookupError(lookup, now)];
}

const errorActions = {
  'threatLookups.showDetails': 'showDetails',
  'threatLookups.setKey': 'setKey',
  'threatLookups.connect': 'connect',
} as const;

function lookupError({ error, host }: NonNullable<TriagePanelModel['lookup']>, now: number): readonly ResultsNotice[] {
  if (error === undefined || error.kind === 'canceled') return [];
  const { whole, action } = formatRequestError(error, host, now);
  return [
    action === undefined
      ? warning(whole)
      : warning(whole, { label: action.label, action: errorActions[action.command] }),
  ];
}

/** Why indicators can't be looked up on a service; `isUnread` where the local store couldn't be read either. */
function lookupObstacles(
  open: number,
  isUnread: boolean,
  { serviceHost, isOffline }: TriageContext,
): readonly ResultsNotice[] {
  if (serviceHost === undefined)
    return [
      info(
        isUnread
          ? plural(open, {
              one: "{0} indicator couldn't be looked up: the local store can't be read, and no service is connected.",
              other:
                "{0} indicators couldn't be looked up: the local store can't be read, and no service is connected.",
            })
          : plural(open, {
              one: "{0} indicator isn't in the local store, and no service is connected.",
              other: "{0} indicators aren't in the local store, and no service is connected.",
            }),
        { label: t('Connect…'), action: 'connect' },
      ),
    ];
  if (!isOffline) return [];
  return [
    info(
      isUnread
        ? plural(open, {
            one: "{0} indicator couldn't be looked up: the local store can't be read, and offline mode is on.",
            other: "{0} indicators couldn't be looked up: the local store can't be read, and offline mode is on.",
          })
        : plural(open, {
            one: "{0} indicator isn't in the local store. Offline mode is on, so it can't be looked up.",
            other: "{0} indicators aren't in the local store. Offline mode is on, so they can't be looked up.",
          }),
      { label: t('Change Lookup Mode…'), action: 'changeMode' },
    ),
  ];
}

/** Numbers of found, missing, and unsent indicators. */
function formatAnswerCounts({ requested, sent, known, notFound }: LookupSummary): readonly string[] {
  const open = Math.max(0, requested - known - notFound);
  const unsent = Math.min(open, Math.max(0, requested - sent));
  const waiting = open - unsent;
  return [
    t('{0} found', known),
    t('{0} not found', notFound),
    ...(waiting > 0 ? [t("{0} didn't respond", waiting)] : []),
    ...(unsent > 0 ? [t('{0} not sent', unsent)] : []),
  ];
}

function buttonsOf(
  { kind, table: { rows } }: TriagePanelModel,
  { notLookedUp, unreadable }: Readonly<Record<LookupStatus, number>>,
  { serviceHost, isOffline }: TriageContext,
): ResultsButton[] {
  const open = notLookedUp + unreadable;
  const canLookUp = serviceHost !== undefined && !isOffline && open > 0;
  return [
    ...(canLookUp ? [{ label: lookUpLabel(serviceHost, open), action: 'lookUpRows' } as const] : []),
    ...(rows === 0
      ? []
      : ([
          { label: t('Copy for Ticket'), action: 'copyTicket', copyForms: ['defanged', 'plain', 'markdown'] },
          { label: t('Export…'), action: 'export' },
        ] as const)),
    ...(kind === 'list' ? [] : [reload()]),
    ...(kind === 'files' && rows > 0 ? [{ label: t('Client Field…'), action: 'clientField' } as const] : []),
    ...(kind === 'new' && rows > 0 ? [{ label: triageHistoryStrings.dismiss(), action: 'dismiss' } as const] : []),
  ];
}

/** “Look Up 34 Indicators on intel.example…”; of too many indicators, only the most frequent are looked up. */
function lookUpLabel(host: string, count: number): string {
  return count > maxLookups
    ? t('Look Up the {0} Most Frequent Indicators on {1}…', maxLookups, visibleText(host))
    : plural(count, { one: 'Look Up {0} Indicator on {1}…', other: 'Look Up {0} on {1}…' }, visibleText(host));
}
