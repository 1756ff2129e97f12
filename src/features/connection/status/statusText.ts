import type { Budget } from '../../../core/api/client';
import { getPause } from '../../../core/api/http/pause';
import type { RequestError } from '../../../core/api/requestError';
import type { UtcMillis } from '../../../core/records/record';
import { formatRequestError, requestErrorLabel } from '../../shared/format/formatRequestError';
import { untrusted, type UiText, uiText } from '../../shared/ui/text';
import type { ConnectionState } from '../connectionState';
import { modeText } from '../modeText';
import { localHost } from '../../../core/records/sourceId';
import { isAhead, maxPauseMillis } from '../../../core/records/clockBounds';
import { t, plural } from '../../../l10n';

/** Content of the status bar item. */
export interface StatusText {
  /** With an icon: “$(shield) Threats: on hover”. */
  readonly text: UiText;
  /** Lines of plain text for the tooltip and screen readers. */
  readonly tooltip: readonly UiText[];
  /** When the text changes without an event. */
  readonly changesAt?: UtcMillis;
}

/** Mode, service, remaining requests, and the current error, in few words. `now` in milliseconds. */
export function statusText(state: ConnectionState, now: UtcMillis): StatusText {
  const error = currentError(state, now);
  const lines = stateLines(state);
  if (error !== undefined) {
    const { whole } = formatRequestError(error, state.remote?.host ?? localHost, now);
    return {
      text: uiText('$(warning) Lookups: {0}', requestErrorLabel(error)),
      tooltip: [whole, ...lines].map((line) => untrusted(line)),
      changesAt: error.kind === 'rateLimited' ? error.retryAt : undefined,
    };
  }
  return { text: uiText('$(shield) Lookups: {0}', shortState(state)), tooltip: lines.map((line) => untrusted(line)) };
}

/** The lines of the tooltip: the service, the lookup mode, what is sent of URLs, and the remaining requests. */
function stateLines({ remote, mode, urls, budget }: ConnectionState): readonly string[] {
  const { short, sends } = modeText(mode);
  const modeLine = t('Lookup mode: {0}. {1}', short, sends);
  if (remote === undefined) return [t('Local only. Nothing is sent.'), ...(mode === 'offline' ? [modeLine] : [])];
  const urlsLine = {
    hostOnly: () => t('Only the host name of URLs is sent.'),
    withoutQuery: () => t('URLs are sent without a query string, credentials, or fragment.'),
    full: () => t('URLs are sent in full, except credentials and fragment.'),
  }[urls]();
  const left = budgetLabel(budget);
  return [
    t('Service: {0}', remote.host),
    modeLine,
    urlsLine,
    ...(left === undefined ? [] : [t('Requests: {0}.', left)]),
  ];
}

/** “on hover · 38 left today”: the lookup mode, and the remaining requests if they are few. */
function shortState({ remote, mode, budget }: ConnectionState): string {
  const { short } = modeText(mode);
  if (mode === 'offline') return short;
  if (remote === undefined) return t('local');
  const isScarce = (budget.day ?? budget.month ?? Infinity) < lowBudget;
  return isScarce ? `${short} · ${budgetLabel(budget) ?? ''}` : short;
}

/** The error that applies now: a rate limit ends with its time, and applies while requests wait for it. */
export function currentError(state: ConnectionState, now: UtcMillis): RequestError | undefined {
  const { error, budget, mode } = state;
  // Offline mode sends nothing, so nothing can fail.
  if (mode === 'offline') return undefined;
  if (error?.kind === 'rateLimited' && !isAhead(error.retryAt, maxPauseMillis, now)) return undefined;
  // A pause is more informative than the server error that caused it: it includes the end.
  return error === undefined || error.kind === 'serverError' ? (getPause(budget, now) ?? error) : error;
}

/** Larger budgets are shown in the tooltip only. */
const lowBudget = 1_000;

/** “38 left today”: the daily budget, or the monthly one; undefined if the service reports neither. */
export function budgetLabel({ day, month }: Budget): string | undefined {
  if (day !== undefined) return plural(day, { one: '{0} left today', other: '{0} left today' });
  return month === undefined ? undefined : plural(month, { one: '{0} left this month', other: '{0} left this month' });
}
