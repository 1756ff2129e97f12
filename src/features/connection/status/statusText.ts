import type { Budget } from '../../../core/api/client';
import { pauseOf } from '../../../core/api/http/pause';
import type { RequestError } from '../../../core/api/requestError';
import type { UtcMillis } from '../../../core/records/record';
import { formatRequestError } from '../../shared/format/formatRequestError';
import { requestErrorLabel } from '../../shared/format/requestErrorLabel';
import { foreign, type UiText } from '../../shared/ui/text';
import type { ConnectionState } from '../connectionState';
import { modeText } from '../modeText';
import { strings } from '../strings';
import { localHost } from '../../../core/records/sourceId';
import { isAhead, maxPauseMillis } from '../../../core/records/clockBounds';

/** What the status bar item shows. */
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
  const { remote, budget, urls } = state;
  const isOffline = state.mode === 'offline';
  const error = currentError(state, now);
  const left = budgetLabel(budget);
  const mode = modeText(state.mode);
  const lines = [
    remote === undefined ? strings.localOnly() : strings.service(remote.host),
    ...(remote === undefined && !isOffline ? [] : [strings.modeLine(mode.short, mode.sends)]),
    ...(remote === undefined ? [] : [strings.urls(urls)]),
    ...(remote !== undefined && left !== undefined ? [strings.requests(left)] : []),
  ];
  if (error !== undefined) {
    const { whole } = formatRequestError(error, remote?.host ?? localHost, now);
    return {
      text: strings.statusWarning(requestErrorLabel(error)),
      tooltip: [whole, ...lines].map((line) => foreign(line)),
      ...(error.kind === 'rateLimited' ? { changesAt: error.retryAt } : {}),
    };
  }
  const scarce = (budget.day ?? budget.month ?? Infinity) < lowBudget ? left : undefined;
  const status = isOffline || remote !== undefined ? mode.short : strings.local();
  const shown = scarce === undefined || isOffline || remote === undefined ? status : `${status} · ${scarce}`;
  return { text: strings.status(shown), tooltip: lines.map((line) => foreign(line)) };
}

/** The error that applies now: a rate limit ends with its time, and applies while requests wait for it. */
export function currentError(state: ConnectionState, now: UtcMillis): RequestError | undefined {
  const { error, budget, mode } = state;
  // Offline mode sends nothing, so nothing can fail.
  if (mode === 'offline') return undefined;
  if (error?.kind === 'rateLimited' && !isAhead(error.retryAt, maxPauseMillis, now)) return undefined;
  // A pause is more informative than the server error that caused it: it includes the end.
  return error === undefined || error.kind === 'serverError' ? (pauseOf(budget, now) ?? error) : error;
}

/** Larger budgets are shown in the tooltip only. */
const lowBudget = 1_000;

/** “38 left today”: the daily budget, else the monthly one; undefined if the service reports neither. */
export function budgetLabel({ day, month }: Budget): string | undefined {
  if (day !== undefined) return strings.leftToday(day);
  return month === undefined ? undefined : strings.leftThisMonth(month);
}
