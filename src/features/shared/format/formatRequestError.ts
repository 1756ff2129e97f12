import { getServiceMessage, type RequestError } from '../../../core/api/requestError';
import { urlProblemMessage, noTlsMessage } from '../../../core/api/strings';
import { formatDuration, formatTimeAhead, t, formatSize, plural } from '../../../l10n';
import { formatServiceMessage, fullMessageLength, joinSentences } from './serviceMessage';
import type { UiText } from '../ui/text';
import { visibleText } from '../../../core/text/visibleText';
import { uiText } from '../ui/text';
import { capitalizedHostLabel, hostLabel } from '../../../core/records/labels/verdict';
import { requestErrorCode } from '../../../core/lookups/requestOutcome';
import { strings } from './strings';

/** A description of the error, with the message of the service, and at most one action. */
export interface RequestErrorText {
  /** The sentence, then the message of the service, truncated to a line. */
  readonly sentence: string;
  /** Like `sentence`, but with the complete message of the service, for tooltips and panels. */
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
  const original = getServiceMessage(error);
  const serviceMessage = original === undefined ? undefined : format(original);
  return {
    sentence: joinSentences(own, formatServiceMessage(serviceMessage)),
    whole: joinSentences(own, formatServiceMessage(serviceMessage, fullMessageLength)),
    own,
    action,
  };
}

function ownMessage(error: RequestError, host: string, now: number): string {
  const [label, subject] = [hostLabel(host), capitalizedHostLabel(host)];
  switch (error.kind) {
    case 'badBaseUrl':
      return joinSentences(
        t('The base URL in your settings is invalid.'),
        error.problem === undefined ? '' : urlProblemMessage(error.problem),
      );
    case 'nameNotFound':
      return t("Can't reach {0}: host not found.", label);
    case 'connectionRefused':
      return t("Can't reach {0}: connection refused.", label);
    case 'unreachable':
      return t("Can't reach {0}.", label);
    case 'certificate':
      return t("Can't reach {0}: the certificate isn't trusted.", label);
    case 'noTls':
      return noTlsMessage(subject);
    case 'timeout':
      return t("{0} didn't respond within {1}.", subject, formatDuration(error.afterMillis));
    case 'canceled':
      return t('The lookup was canceled.');
    case 'tooLarge':
      return t('The response from {0} exceeds the {1} limit.', label, formatSize(error.maxBytes));
    case 'partial':
      return t('{0} sent a partial or damaged response.', subject);
    case 'redirectRefused':
      return t("{0} redirected to {1}. Redirects to other hosts aren't followed.", subject, visibleText(error.to));
    case 'notJson':
      return error.isEmpty === true
        ? t('{0} returned an empty response.', subject)
        : t('{0} returned a web page instead of data. A proxy or sign-in page may be in the way.', subject);
    case 'badShape':
      return t('{0} returned an invalid response.', subject);
    case 'badRequest':
      if (error.status === 404 || error.status === 410)
        return t('{0} found nothing that matches the request (HTTP {1}).', subject, String(error.status));
      // A service that denies access returns JSON; a page comes from something in between.
      return error.status === 403
        ? t(
            '{0} returned a web page that blocks the request (HTTP 403). A proxy or firewall may be in the way.',
            subject,
          )
        : t('{0} rejected the request (HTTP {1}).', subject, String(error.status));
    case 'keyRejected':
      // 401: the caller is unknown. 403: the caller isn't allowed, and another plan may help more than another key.
      if (error.status === 403)
        return error.hadKey
          ? t("{0} doesn't allow this with your API key (HTTP 403). Check your plan and permissions.", subject)
          : t("{0} doesn't allow this without an API key (HTTP 403).", subject);
      return error.hadKey
        ? t('{0} rejected the API key (HTTP 401).', subject)
        : t('{0} requires an API key (HTTP {1}).', subject, '401');
    case 'notFound':
      return t('No lookup API found at {0} (HTTP 404). Check the base URL.', label);
    case 'rateLimited':
      return rateLimitMessage(error, host, now);
    case 'serverError':
      return t('{0} reported a server error (HTTP {1}).', subject, String(error.status));
  }
}

function rateLimitMessage(
  { left, status, retryAt }: Extract<RequestError, { kind: 'rateLimited' }>,
  host: string,
  now: number,
): string {
  if (left !== undefined)
    return plural(
      left,
      {
        one: 'Only {0} request is left on {1}. It is reserved for hovers and clicks.',
        other: 'Only {0} requests are left on {1}. They are reserved for hovers and clicks.',
      },
      hostLabel(host),
    );
  if (retryAt <= now) return t('The rate limit has reset. Try again.');
  const until = formatTimeAhead(retryAt, now);
  return status === undefined
    ? t('Rate limit reached. Requests resume {0}.', until)
    : t(
        '{0} is temporarily unavailable (HTTP {1}). Requests resume {2}.',
        capitalizedHostLabel(host),
        String(status),
        until,
      );
}

function actionFor(error: RequestError): Action | undefined {
  const details: Action = { label: uiText('Show Output'), command: 'threatLookups.showDetails' };
  switch (error.kind) {
    case 'canceled':
    case 'rateLimited':
      return undefined;
    case 'badBaseUrl':
    case 'notFound':
      return { label: uiText('Connect…'), command: 'threatLookups.connect' };
    case 'keyRejected':
      return error.status === 403 && error.hadKey
        ? details
        : { label: uiText('Set API Key…'), command: 'threatLookups.setKey' };
    default:
      return details;
  }
}

/** An error in two or three words. */
export function requestErrorLabel(error: RequestError): string {
  return strings.requestError(requestErrorCode(error));
}
