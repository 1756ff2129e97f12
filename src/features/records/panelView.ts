import type { LookupResult, LookupState } from '../../core/lookups/types';
import type { NoticeView, WaitingView } from '../../webviews/messages/record';
import { formatAge } from '../common/ages';
import { reservedMessage } from '../common/reservedMessage';
import { joinSentences, formatServiceMessage, fullMessageLength } from '../common/serviceMessage';
import { capitalizedHostLabel, hostLabel, riskStyle, formatSource, typeTitle, typeLabel } from '../common/verdict';
import { truncateIndicator } from '../common/truncateIndicator';
import { unreadStoreMessage } from '../common/unreadStore';
import { visibleText } from '../common/visibleText';
import { omitPassword } from '../common/omitPassword';
import { canceledNotice, infoNotice, errorNotice } from './openedNotice';
import type { RecordContext } from './recordContext';
import type { PageView } from './recordPage';
import { recordView } from './recordView';

/** What a panel does at this moment beside what a lookup gave. */
export interface PanelActivity {
  /** What it waits for. */
  readonly waiting?: WaitingView | undefined;
  /** The user called the last look off. */
  readonly isCanceled?: boolean;
}

/** The whole panel for what a lookup gave. */
export function panelView(
  result: LookupResult,
  context: RecordContext,
  { waiting, isCanceled = false }: PanelActivity = {},
): PageView {
  return {
    value: visibleText(context.defang(omitPassword(result.indicator.value))),
    type: typeTitle(result.indicator.type),
    buttons: [
      ...(canAsk(result, context) && waiting === undefined && !isCanceled
        ? [{ label: 'Look Up Again', action: 'lookUp' as const }]
        : []),
      { label: 'Scan…', action: 'scan' },
    ],
    ...(waiting === undefined ? {} : { loading: waiting }),
    notices: [
      ...unreadNotice(result),
      ...hostNotice(result, context),
      ...(waiting !== undefined ? [] : isCanceled ? [canceledNotice] : stateNotices(result, context)),
      ...reducedUrlNotice(result, context),
    ],
    records: result.known.map((known) => recordView(known, context)),
  };
}

function canAsk(result: LookupResult, context: RecordContext): boolean {
  return context.canAsk && result.known.length > 0 && result.state.kind === 'settled';
}

function stateNotices(result: LookupResult, context: RecordContext): readonly NoticeView[] {
  const notice = stateNotice(result.state, result, context);
  return notice === undefined ? [] : [notice];
}

/** What is missing where the local store was not read. */
function unreadNotice({ unread }: LookupResult): readonly NoticeView[] {
  if (unread === undefined) return [];
  const action = unread === 'replaced' ? (['Import…', 'import'] as const) : (['Details', 'showDetails'] as const);
  return [{ ...infoNotice(unreadStoreMessage(unread), action), tone: 'warning', icon: 'warning' }];
}

function stateNotice(state: LookupState, result: LookupResult, context: RecordContext): NoticeView | undefined {
  const nothingHere = result.known.length === 0;
  switch (state.kind) {
    case 'settled':
      return notKnownNotice(result, context);
    case 'noService':
      return nothingHere && result.unread === undefined
        ? infoNotice(
            'Nothing known here, and no service is connected.',
            ['Connect…', 'connect'],
            ['Import…', 'import'],
            ...(context.offerSample() ? [['Load Sample Data', 'loadSample'] as const] : []),
          )
        : undefined;
    case 'blocked':
      return state.by.kind === 'reserved'
        ? infoNotice(reservedMessage(state.by))
        : infoNotice(`Ignored by “${visibleText(state.by.pattern)}”: never sent.`, [
            'Edit Ignore List',
            'editIgnoreList',
          ]);
    case 'offline':
      return infoNotice(
        nothingHere
          ? `${result.unread === undefined ? 'Not in the local store. ' : ''}Lookups are off (offline).`
          : 'Only what is stored here: lookups are off (offline).',
        ['Change…', 'changeMode'],
      );
    case 'notRequested':
      return notAskedNotice(state, result, context);
    case 'pending':
      return infoNotice(`${capitalizedHostLabel(state.host)} was not asked yet.`, [
        `Look up at ${hostLabel(state.host)}`,
        'lookUp',
      ]);
    case 'failed': {
      // The service failed before, but nobody asked it about this.
      const isUntried = state.wouldSend !== undefined && state.triedAt === undefined;
      return errorNotice(state.error, state.host, context.now, isUntried);
    }
  }
}

function notAskedNotice(
  state: Extract<LookupState, { kind: 'notRequested' }>,
  { indicator }: LookupResult,
  context: RecordContext,
): NoticeView {
  const host = visibleText(state.host);
  if (state.wouldSend === indicator.value) {
    return infoNotice(`Not looked up. A lookup sends this ${typeLabel(indicator.type)} to ${host}.`, [
      `Look up at ${host}`,
      'lookUp',
    ]);
  }
  const sends = truncateIndicator(visibleText(context.defang(state.wouldSend)), 200);
  return infoNotice(
    `Not looked up. A lookup sends ${sends} to ${host}.`,
    [`Look up at ${host}`, 'lookUp'],
    ['Send Whole URL…', 'lookUpWholeUrl'],
  );
}

function notKnownNotice({ notKnown, known, unread }: LookupResult, context: RecordContext): NoticeView | undefined {
  if (notKnown.length === 0)
    return known.length > 0 || unread !== undefined ? undefined : infoNotice('Nothing is known of it.');
  const misses = notKnown.map(
    ({ source, asOf }) => `${visibleText(formatSource(source))} (asked ${formatAge(asOf, context.now)})`,
  );
  const serviceMessage = new Set(notKnown.map((miss) => formatServiceMessage(miss.serviceMessage, fullMessageLength)));
  const text = joinSentences(`Not known to ${misses.join(', ')}.`, ...serviceMessage);
  return { ...infoNotice(text, ['Look Up Again', 'lookUp']), icon: 'circle-slash' };
}

function hostNotice({ worseHost }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (worseHost === undefined) return [];
  const { record } = worseHost;
  const { label: words, icon } = riskStyle(record.risk);
  const retired = record.retired ? ' · retired' : '';
  const text = `Host: ${words}${retired}, ${visibleText(context.defang(record.value))}`;
  return [{ ...infoNotice(text, ['Open Record', 'openHost']), tone: 'warning', icon }];
}

function reducedUrlNotice({ sentAs, indicator }: LookupResult, context: RecordContext): readonly NoticeView[] {
  if (sentAs === undefined || sentAs === indicator.value) return [];
  const sent = truncateIndicator(visibleText(context.defang(sentAs)), 300);
  return [infoNotice(`Sent: ${sent}, not the whole URL.`, ['Send Whole URL…', 'lookUpWholeUrl'])];
}
