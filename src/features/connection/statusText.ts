import type { Budget } from '../../core/api/client';
import { pauseOf } from '../../core/api/pause';
import type { RequestError, RequestErrorKind } from '../../core/api/requestError';
import type { UtcMillis } from '../../core/records/record';
import { formatRequestError } from '../common/formatRequestError';
import { foreign, uiText, type UiText } from '../common/ui/text';
import type { ConnectionState } from './connectionState';
import { modeText, urlDetailLabel } from './modeText';

/** What the status bar item shows. */
export interface StatusText {
  /** With the icon in VS Code's form: “$(shield) Threats: on hover”. */
  readonly text: UiText;
  /** Lines of plain text for the tooltip; the first is what a screen reader says. */
  readonly tooltip: readonly UiText[];
  /** When the words will be others by the clock alone. */
  readonly changesAt?: UtcMillis;
}

const causes: Readonly<Record<RequestErrorKind, string>> = {
  badBaseUrl: 'base URL unusable',
  nameNotFound: 'name not found',
  connectionRefused: 'connection refused',
  unreachable: "can't be reached",
  certificate: 'certificate not trusted',
  timeout: 'no answer in time',
  canceled: 'canceled',
  tooLarge: 'answer too large',
  redirectRefused: 'redirect not followed',
  notJson: 'no usable answer',
  badShape: 'no usable answer',
  badRequest: 'request not accepted',
  keyRejected: 'key refused',
  notFound: 'not found there',
  rateLimited: 'rate limit reached',
  serverError: 'fault at the service',
};

/** Mode, service, what is left of the budget and what is wrong, in as few words as will do. `now` in milliseconds. */
export function statusText(state: ConnectionState, now: UtcMillis): StatusText {
  const isOffline = state.mode === 'offline';
  const error = currentError(state, now);
  const service =
    state.remote === undefined ? 'Local service alone: nothing leaves this machine.' : `Service: ${state.remote.host}`;
  const left = budgetLabel(state.budget);
  const mode = modeText(state.mode);
  const lines = [
    service,
    ...(state.remote === undefined && !isOffline ? [] : [`Mode: ${mode.short}. ${mode.sends}`]),
    ...(state.remote === undefined ? [] : [urlDetailLabel(state.urls)]),
    ...(state.remote !== undefined && left !== undefined ? [`Requests: ${left}.`] : []),
  ];
  if (error !== undefined) {
    const { whole } = formatRequestError(error, state.remote?.host ?? 'local service', now);
    return {
      text: uiText('$(warning) Threats: {0}', errorLabel(error)),
      tooltip: [whole, ...lines].map((line) => foreign(line)),
      ...(error.kind === 'rateLimited' ? { changesAt: error.retryAt } : {}),
    };
  }
  const scarce = (state.budget.day ?? state.budget.month ?? Infinity) < lowBudget ? left : undefined;
  const words = isOffline
    ? mode.short
    : state.remote === undefined
      ? 'local'
      : [mode.short, scarce].filter(isSaid).join(' · ');
  return { text: uiText('$(shield) Threats: {0}', words), tooltip: lines.map((line) => foreign(line)) };
}

function isSaid(words: string | undefined): words is string {
  return words !== undefined;
}

/** A trouble in two or three words. */
export function errorLabel(error: RequestError): string {
  if (error.kind === 'keyRejected') {
    if (!error.hadKey) return 'key needed';
    if (error.status === 403) return 'not allowed';
  }
  if (error.kind === 'rateLimited' && error.status !== undefined) return causes.serverError;
  return causes[error.kind];
}

/** What is in the way now: a rate limit is over when its time is up, and stands while requests wait for it. */
export function currentError(state: ConnectionState, now: UtcMillis): RequestError | undefined {
  const { error, budget, mode } = state;
  // Where nothing is asked nothing is in the way.
  if (mode === 'offline') return undefined;
  if (error?.kind === 'rateLimited' && error.retryAt <= now) return undefined;
  // A fault for which requests wait says less than the pause: until when, and why.
  return error === undefined || error.kind === 'serverError' ? (pauseOf(budget, now) ?? error) : error;
}

/** A budget that nobody uses up in a day's reading is the tooltip's alone. */
const lowBudget = 1_000;

/** “38 left today”: the day's allowance, else the month's; nothing where the service does not say. */
export function budgetLabel(budget: Budget): string | undefined {
  if (budget.day !== undefined) return `${budget.day.toLocaleString('en')} left today`;
  if (budget.month !== undefined) return `${budget.month.toLocaleString('en')} left this month`;
  return undefined;
}
