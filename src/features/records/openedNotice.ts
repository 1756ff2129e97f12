import type { RequestError } from '../../core/api/requestError';
import type { Opened } from '../../core/lookups/opened';
import type { ButtonView, NoticeView, PanelAction } from '../../webviews/messages/record';
import { formatAge } from '../common/ages';
import { reservedMessage } from '../common/reservedMessage';
import { joinSentences, formatServiceMessage, fullMessageLength } from '../common/serviceMessage';
import { formatRequestError } from '../common/formatRequestError';
import { capitalizedHostLabel, hostLabel, formatSource } from '../common/verdict';
import { truncateIndicator } from '../common/truncateIndicator';
import { visibleText } from '../common/visibleText';
import { isWaiting } from './rateLimit';
import type { RecordContext } from './recordContext';

const errorActions = {
  'threatLookups.showDetails': 'showDetails',
  'threatLookups.setKey': 'setKey',
  'threatLookups.connect': 'connect',
} as const;

/** What is said where opening something gave nothing to show; `what` names it in a sentence: “threat”. */
export function openedNotice(
  opened: Exclude<Opened<unknown>, { kind: 'found' }>,
  what: string,
  context: Pick<RecordContext, 'now' | 'defang'>,
): NoticeView {
  switch (opened.kind) {
    case 'notKnown': {
      const asked = `${visibleText(formatSource(opened.source))} (asked ${formatAge(opened.asOf, context.now)})`;
      const text = joinSentences(
        `Not known to ${asked}.`,
        formatServiceMessage(opened.serviceMessage, fullMessageLength),
      );
      return { ...infoNotice(text, ['Look Up Again', 'lookUp']), icon: 'circle-slash' };
    }
    case 'notRequested': {
      const host = hostLabel(opened.host);
      const sends = truncateIndicator(visibleText(context.defang(opened.wouldSend)), 200);
      return infoNotice(`Not looked up. A lookup sends ${sends} to ${host}.`, [`Look up at ${host}`, 'lookUp']);
    }
    case 'offline':
      return infoNotice(`${capitalizedHostLabel(opened.host)} is not asked: lookups are off (offline).`, [
        'Change…',
        'changeMode',
      ]);
    case 'blocked':
      return opened.by.kind === 'reserved'
        ? infoNotice(reservedMessage(opened.by))
        : infoNotice(`Ignored by “${visibleText(opened.by.pattern)}”: never sent.`, [
            'Edit Ignore List',
            'editIgnoreList',
          ]);
    case 'elsewhere':
      return infoNotice(`This ${what} is from ${visibleText(opened.host)}, which is not the connected service.`, [
        'Connect…',
        'connect',
      ]);
    case 'failed':
      return errorNotice(opened.error, opened.host, context.now, opened.isUntried);
    case 'canceled':
      return canceledNotice;
  }
}

/** The user called it off. */
export const canceledNotice: NoticeView = infoNotice('Cancelled.', ['Ask Again', 'lookUp']);

/**
 * A trouble in a sentence, what can be done about it, and the way to try again. `isUntried`: it was met when the service was
 * asked about something else.
 */
export function errorNotice(error: RequestError, host: string, now: number, isUntried = false): NoticeView {
  const { whole, action } = formatRequestError(error, host, now);
  const label = isUntried ? `Look up at ${hostLabel(host)}` : 'Look Up Again';
  const again: readonly ButtonView[] = isWaiting(error, now) ? [] : [{ label, action: 'lookUp' }];
  const mend: readonly ButtonView[] =
    action === undefined ? [] : [{ label: action.label, action: errorActions[action.command] }];
  const text = isUntried ? `Not looked up. When it was last asked about something else: ${whole}` : whole;
  return { tone: 'warning', icon: 'warning', text, actions: [...mend, ...again] };
}

/** The same for a part of a record, which has a button of its own to ask again. */
export function partNotice(
  opened: Exclude<Opened<unknown>, { kind: 'found' }>,
  what: string,
  context: Pick<RecordContext, 'now' | 'defang'>,
): NoticeView {
  const notice = openedNotice(opened, what, context);
  return { ...notice, actions: notice.actions.filter(({ action }) => action !== 'lookUp') };
}

/** What is said where a source has no earlier scans of a record that it has. */
export function noEarlierScansNotice({
  source,
  serviceMessage,
}: Extract<Opened<unknown>, { kind: 'notKnown' }>): NoticeView {
  const name = visibleText(formatSource(source));
  return infoNotice(
    joinSentences(`No earlier scans at ${name}.`, formatServiceMessage(serviceMessage, fullMessageLength)),
  );
}

/** A quiet sentence with buttons. */
export function infoNotice(text: string, ...actions: readonly (readonly [string, PanelAction])[]): NoticeView {
  return { tone: 'info', text, actions: actions.map(([label, action]) => ({ label, action })) };
}
