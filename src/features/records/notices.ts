import type { RequestError } from '../../core/api/requestError';
import type { BlockReason } from '../../core/lookups/types';
import type { Opened } from '../../core/lookups/opened';
import type { ButtonView, NoticeView, PanelAction } from '../../webviews/messages/record';
import { reservedMessage } from '../shared/format/reservedMessage';
import { joinSentences, formatServiceMessage, fullMessageLength } from '../shared/format/serviceMessage';
import { formatRequestError } from '../shared/format/formatRequestError';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { visibleText } from '../../core/text/visibleText';
import { formatAge, t } from '../../l10n';
import { isAhead, maxPauseMillis } from '../../core/records/clockBounds';
import type { RecordContext } from './recordPage';
import { hostLabel, formatSource } from '../../core/records/labels/verdict';

const errorActions = {
  'threatLookups.showDetails': 'showDetails',
  'threatLookups.setKey': 'setKey',
  'threatLookups.connect': 'connect',
} as const;

/** Why opening something gave nothing to show. */
export function openedNotice(
  opened: Exclude<Opened<unknown>, { kind: 'found' }>,
  context: Pick<RecordContext, 'now' | 'defang'>,
): NoticeView {
  switch (opened.kind) {
    case 'notFound': {
      const source = t(
        '{0} (checked {1})',
        visibleText(formatSource(opened.source)),
        formatAge(opened.asOf, context.now),
      );
      const text = joinSentences(
        t('Not found on {0}.', source),
        formatServiceMessage(opened.serviceMessage, fullMessageLength),
      );
      return { ...infoNotice(text, [t('Look Up Again'), 'lookUp']), icon: 'circle-slash' };
    }
    case 'notRequested': {
      const host = hostLabel(opened.host);
      const { wouldSend, subject } = opened;
      const sends =
        subject?.isId === true
          ? t('ID {0}', String(Number(wouldSend)))
          : truncateIndicator(visibleText(context.defang(wouldSend)), 200);
      return infoNotice(t('Not looked up yet. Looking it up sends {0} to {1}.', sends, host), [
        t('Look Up on {0}', host),
        'lookUp',
      ]);
    }
    case 'offline':
      return infoNotice(t("Offline mode is on. {0} wasn't queried.", hostLabel(opened.host)), [
        t('Change Lookup Mode…'),
        'changeMode',
      ]);
    case 'blocked':
      return blockedNotice(opened.by);
    case 'elsewhere':
      return infoNotice(t("This record is from {0}, which isn't the connected service.", visibleText(opened.host)), [
        t('Connect…'),
        'connect',
      ]);
    case 'failed':
      return errorNotice(opened.error, opened.host, context.now, opened.isUntried);
    case 'canceled':
      return canceledNotice();
  }
}

/** Why a blocked indicator is not sent. */
export function blockedNotice(by: BlockReason): NoticeView {
  return by.kind === 'reserved'
    ? infoNotice(reservedMessage(by))
    : infoNotice(t('Ignored by “{0}”. Never sent.', visibleText(by.pattern)), [
        t('Edit Ignore List'),
        'editIgnoreList',
      ]);
}

/** The user canceled the lookup. */
export function canceledNotice(): NoticeView {
  return infoNotice(t('Canceled.'), [t('Try Again'), 'lookUp']);
}

/**
 * A request error, a remedy, and a button to try again. `isUntried`: the error is of an earlier request about something
 * else.
 */
export function errorNotice(error: RequestError, host: string, now: number, isUntried = false): NoticeView {
  const { whole, action } = formatRequestError(error, host, now);
  const label = isUntried ? t('Look Up on {0}', hostLabel(host)) : t('Look Up Again');
  const again: readonly ButtonView[] = isWaiting(error, now) ? [] : [{ label, action: 'lookUp' }];
  const mend: readonly ButtonView[] =
    action === undefined ? [] : [{ label: action.label, action: errorActions[action.command] }];
  const text = isUntried ? joinSentences(t('Not looked up because the last request failed.'), whole) : whole;
  return { tone: 'warning', icon: 'warning', text, actions: [...mend, ...again] };
}

/** Like `openedNotice`, but for a part of a record, which has its own button to try again. */
export function partNotice(
  opened: Exclude<Opened<unknown>, { kind: 'found' }>,
  context: Pick<RecordContext, 'now' | 'defang'>,
): NoticeView {
  const notice = openedNotice(opened, context);
  return { ...notice, actions: notice.actions.filter(({ action }) => action !== 'lookUp') };
}

/** States that a source has no previous scans of a record. */
export function noPreviousScansNotice({
  source,
  serviceMessage,
}: Extract<Opened<unknown>, { kind: 'notFound' }>): NoticeView {
  const name = visibleText(formatSource(source));
  return infoNotice(
    joinSentences(t('No previous scans by {0}.', name), formatServiceMessage(serviceMessage, fullMessageLength)),
  );
}

/** An informational notice with its buttons. */
export function infoNotice(text: string, ...actions: readonly (readonly [string, PanelAction])[]): NoticeView {
  return { tone: 'info', text, actions: actions.map(([label, action]) => ({ label, action })) };
}

/** True while the rate limit of a service lasts; `now` in milliseconds. */
export function isWaiting(error: RequestError, now: number): boolean {
  return error.kind === 'rateLimited' && isAhead(error.retryAt, maxPauseMillis, now);
}

/** Calls `then` once a rate limit has reset, unless `signal` aborts first; never synchronously. */
export function afterRateLimit(
  error: RequestError | undefined,
  now: number,
  then: () => void,
  signal: AbortSignal,
): void {
  if (error?.kind !== 'rateLimited' || !isWaiting(error, now)) return;
  // Timers can't wait longer than this.
  const timer = setTimeout(then, Math.min(error.retryAt - now + 50, 2_147_483_647));
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
