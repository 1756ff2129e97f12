import type { RequestError } from '../../core/api/requestError';
import { formatTimeAhead, formatDuration } from './ages';
import { joinSentences, serviceMessageOf, formatServiceMessage, fullMessageLength } from './serviceMessage';
import { capitalizedHostLabel, hostLabel } from './verdict';
import { visibleText } from './visibleText';

/** What happened in our words and the service's own, and at most one thing to do about it. */
export interface RequestErrorText {
  /** Ours, then what the service says, cut to what a line has room for. */
  readonly sentence: string;
  /** The same with all that the service says, for tooltips and panels. */
  readonly whole: string;
  /** Ours alone, where the service's follow elsewhere. */
  readonly own: string;
  readonly action?: {
    readonly label: string;
    readonly command: 'threatLookups.showDetails' | 'threatLookups.setKey' | 'threatLookups.connect';
  };
}

const details = { label: 'Details', command: 'threatLookups.showDetails' } as const;
const setKey = { label: 'Set API Key', command: 'threatLookups.setKey' } as const;
const changeService = { label: 'Connect…', command: 'threatLookups.connect' } as const;

/** Foreign text as it is shown, for instance with its indicators defanged. */
type Shown = (text: string) => string;

/**
 * Says a trouble of `host` in plain words, without blame and without `detail` (that is the output channel's). `host` is
 * what the user knows the service by; `now` in milliseconds tells how long a rate limit still lasts.
 */
export function formatRequestError(
  error: RequestError,
  host: string,
  now: number = Date.now(),
  shown: Shown = (text) => text,
): RequestErrorText {
  const { own, action } = ownText(error, host, now);
  const foreign = serviceMessageOf(error);
  const serviceMessage = foreign === undefined ? undefined : shown(foreign);
  return {
    sentence: joinSentences(own, formatServiceMessage(serviceMessage)),
    whole: joinSentences(own, formatServiceMessage(serviceMessage, fullMessageLength)),
    own,
    ...(action === undefined ? {} : { action }),
  };
}

interface OwnText extends Pick<RequestErrorText, 'action'> {
  readonly own: string;
}

function ownText(error: RequestError, host: string, now: number): OwnText {
  const name = capitalizedHostLabel(host);
  switch (error.kind) {
    case 'badBaseUrl':
      return { own: 'The base URL in the settings is not a usable address.', action: changeService };
    case 'nameNotFound':
      return { own: `${name} can't be reached: no such name was found.`, action: details };
    case 'connectionRefused':
      return { own: `${name} can't be reached: the connection was refused.`, action: details };
    case 'unreachable':
      return { own: `${name} can't be reached.`, action: details };
    case 'certificate':
      return { own: `${name} can't be reached: certificate not trusted.`, action: details };
    case 'timeout':
      return { own: `${name} did not answer within ${formatDuration(error.afterMillis)}.`, action: details };
    case 'canceled':
      return { own: 'The lookup was cancelled.' };
    case 'tooLarge':
      return {
        own: `${name} sent more than ${Math.max(1, Math.round(error.maxBytes / 1_048_576))} MB, which is not read.`,
        action: details,
      };
    case 'redirectRefused':
      return {
        own: `${name} points to another place (${visibleText(error.to)}), which is not followed.`,
        action: details,
      };
    case 'notJson':
      return error.isEmpty === true
        ? { own: `${name} sent an empty answer.`, action: details }
        : { own: `${name} sent a page instead of an answer: a proxy or a sign-in, perhaps.`, action: details };
    case 'badShape':
      return { own: `${name} sent an answer that can't be read.`, action: details };
    case 'badRequest':
      if (error.status === 404 || error.status === 410)
        return { own: `${name} has nothing like that (${error.status}).`, action: details };
      // A service that lets nobody do this says so in JSON; a page is of something on the way to it.
      return error.status === 403
        ? { own: `${name} sent a page that refuses the request (403): a proxy or firewall, perhaps.`, action: details }
        : { own: `${name} did not accept the request (${error.status}).`, action: details };
    case 'keyRejected':
      return refusalText(error, name);
    case 'notFound':
      return { own: `${name} has no such interface (404): the base URL may be wrong.`, action: changeService };
    case 'rateLimited':
      if (error.left !== undefined)
        return { own: `Only ${error.left} requests are left at ${hostLabel(host)}, kept for hovers and clicks.` };
      if (error.status !== undefined && error.retryAt > now)
        return {
          own: `${name} wants a pause (${error.status}); requests resume ${formatTimeAhead(error.retryAt, now)}.`,
        };
      return error.retryAt > now
        ? { own: `Rate limit reached; requests resume ${formatTimeAhead(error.retryAt, now)}.` }
        : { own: 'The pause that the service asked for is over; try again now.' };
    case 'serverError':
      return { own: `${name} has a fault of its own (${error.status}).`, action: details };
  }
}

/** 401: who asks is not known. 403: whoever asks is not allowed this, and another plan may help more than another key. */
function refusalText({ hadKey, status }: Extract<RequestError, { kind: 'keyRejected' }>, name: string): OwnText {
  if (status === 403) {
    return hadKey
      ? {
          own: `${name} doesn't allow this with your API key (403). Check your plan and permissions there.`,
          action: details,
        }
      : { own: `${name} doesn't allow this without an API key (403).`, action: setKey };
  }
  return { own: `${name} ${hadKey ? 'refused the key' : 'asks for a key'} (401).`, action: setKey };
}
