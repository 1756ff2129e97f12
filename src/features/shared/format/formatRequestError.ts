import type { RequestError } from '../../../core/api/requestError';
import { baseUrlProblemMessage } from '../../../core/api/strings';
import { formatDuration, formatTimeAhead } from '../../../l10n';
import { formatServiceMessage, fullMessageLength, joinSentences, serviceMessageOf } from './serviceMessage';
import { strings } from './strings';
import type { UiText } from '../ui/text';
import { capitalizedHostLabel, hostLabel } from './verdict';
import { visibleText } from '../text/visibleText';

/** What happened, with the message of the service, and at most one action. */
export interface RequestErrorText {
  /** The sentence, then the message of the service, truncated to a line. */
  readonly sentence: string;
  /** The same with the complete message of the service, for tooltips and panels. */
  readonly whole: string;
  /** Only the sentence, where the message of the service is shown elsewhere. */
  readonly own: string;
  readonly action?: {
    readonly label: UiText;
    readonly command: 'threatLookups.showDetails' | 'threatLookups.setKey' | 'threatLookups.connect';
  };
}

type Action = NonNullable<RequestErrorText['action']>;

/** Formats untrusted text for display, for instance with defanged indicators. */
type Format = (text: string) => string;

/**
 * A request error of `host` as text, without its `detail`, which goes to the output channel. `host` is the name of the
 * service for the user; `now`, in milliseconds, determines how long a rate limit lasts.
 */
export function formatRequestError(
  error: RequestError,
  host: string,
  now: number = Date.now(),
  format: Format = (text) => text,
): RequestErrorText {
  const own = ownMessage(error, host, now);
  const action = actionFor(error);
  const original = serviceMessageOf(error);
  const serviceMessage = original === undefined ? undefined : format(original);
  return {
    sentence: joinSentences(own, formatServiceMessage(serviceMessage)),
    whole: joinSentences(own, formatServiceMessage(serviceMessage, fullMessageLength)),
    own,
    ...(action === undefined ? {} : { action }),
  };
}

function ownMessage(error: RequestError, host: string, now: number): string {
  const [label, subject] = [hostLabel(host), capitalizedHostLabel(host)];
  switch (error.kind) {
    case 'badBaseUrl':
      return joinSentences(
        strings.badBaseUrl(),
        error.problem === undefined ? '' : baseUrlProblemMessage(error.problem),
      );
    case 'nameNotFound':
      return strings.nameNotFound(label);
    case 'connectionRefused':
      return strings.connectionRefused(label);
    case 'unreachable':
      return strings.unreachable(label);
    case 'certificate':
      return strings.certificate(label);
    case 'timeout':
      return strings.timeout(subject, formatDuration(error.afterMillis));
    case 'canceled':
      return strings.canceled();
    case 'tooLarge':
      return strings.tooLarge(label, error.maxBytes);
    case 'partial':
      return strings.partialResponse(subject);
    case 'redirectRefused':
      return strings.redirectRefused(subject, visibleText(error.to));
    case 'notJson':
      return error.isEmpty === true ? strings.emptyResponse(subject) : strings.webPage(subject);
    case 'badShape':
      return strings.invalidResponse(subject);
    case 'badRequest':
      if (error.status === 404 || error.status === 410) return strings.noSuchThing(subject, error.status);
      // A service that denies access returns JSON; a page comes from something in between.
      return error.status === 403 ? strings.blockedByPage(subject) : strings.badRequest(subject, error.status);
    case 'keyRejected':
      // 401: the caller is unknown. 403: the caller isn't allowed, and another plan may help more than another key.
      if (error.status === 403)
        return error.hadKey ? strings.notAllowed(subject) : strings.notAllowedWithoutKey(subject);
      return error.hadKey ? strings.keyRejected(subject) : strings.keyRequired(subject);
    case 'notFound':
      return strings.noInterface(label);
    case 'rateLimited':
      return rateLimitMessage(error, host, now);
    case 'serverError':
      return strings.serverError(subject, error.status);
  }
}

function rateLimitMessage(
  { left, status, retryAt }: Extract<RequestError, { kind: 'rateLimited' }>,
  host: string,
  now: number,
): string {
  if (left !== undefined) return strings.requestsReserved(left, hostLabel(host));
  if (retryAt <= now) return strings.rateLimitReset();
  const until = formatTimeAhead(retryAt, now);
  return status === undefined
    ? strings.rateLimited(until)
    : strings.pauseRequested(capitalizedHostLabel(host), status, until);
}

function actionFor(error: RequestError): Action | undefined {
  const details: Action = { label: strings.details(), command: 'threatLookups.showDetails' };
  switch (error.kind) {
    case 'canceled':
    case 'rateLimited':
      return undefined;
    case 'badBaseUrl':
    case 'notFound':
      return { label: strings.connect(), command: 'threatLookups.connect' };
    case 'keyRejected':
      return error.status === 403 && error.hadKey
        ? details
        : { label: strings.setApiKey(), command: 'threatLookups.setKey' };
    default:
      return details;
  }
}
