import type { Trouble } from '../../core/api/trouble';
import { spanWords } from './ages';
import { hostFirst } from './verdict';
import { visibleText } from './visibleText';

/** One sentence for what happened and at most one thing to do about it. */
export interface TroubleWords {
  readonly sentence: string;
  readonly action?: {
    readonly label: string;
    readonly command: 'threatLookups.showDetails' | 'threatLookups.setKey' | 'threatLookups.connect';
  };
}

const details = { label: 'Details', command: 'threatLookups.showDetails' } as const;
const setKey = { label: 'Set API Key', command: 'threatLookups.setKey' } as const;
const changeService = { label: 'Connect…', command: 'threatLookups.connect' } as const;

/**
 * Says a trouble of `host` in plain words, without blame and without `detail` (that is the output channel's). `host` is
 * what the user knows the service by; `now` in milliseconds tells how long a rate limit still lasts.
 */
export function troubleSentence(trouble: Trouble, host: string, now: number = Date.now()): TroubleWords {
  const name = hostFirst(host);
  switch (trouble.kind) {
    case 'badBaseUrl':
      return { sentence: 'The base URL in the settings is not a usable address.', action: changeService };
    case 'nameNotFound':
      return { sentence: `${name} can't be reached: no such name was found.`, action: details };
    case 'connectionRefused':
      return { sentence: `${name} can't be reached: the connection was refused.`, action: details };
    case 'unreachable':
      return { sentence: `${name} can't be reached.`, action: details };
    case 'certificate':
      return { sentence: `${name} can't be reached: certificate not trusted.`, action: details };
    case 'timeout':
      return { sentence: `${name} did not answer within ${spanWords(trouble.afterMillis)}.`, action: details };
    case 'cancelled':
      return { sentence: 'The lookup was cancelled.' };
    case 'tooLarge':
      return {
        sentence: `${name} sent more than ${Math.max(1, Math.round(trouble.maxBytes / 1_048_576))} MB, which is not read.`,
        action: details,
      };
    case 'redirectRefused':
      return {
        sentence: `${name} points to another place (${visibleText(trouble.to)}), which is not followed.`,
        action: details,
      };
    case 'notJson':
      return trouble.isEmpty === true
        ? { sentence: `${name} sent an empty answer.`, action: details }
        : { sentence: `${name} sent a page instead of an answer: a proxy or a sign-in, perhaps.`, action: details };
    case 'badShape':
      return { sentence: `${name} sent an answer that can't be read.`, action: details };
    case 'badRequest':
      return { sentence: `${name} did not accept the request (${trouble.status}).`, action: details };
    case 'keyRefused':
      return { sentence: `${name} ${trouble.hadKey ? 'refused the key' : 'asks for a key'} (401).`, action: setKey };
    case 'notFound':
      return { sentence: `${name} has no such interface (404): the base URL may be wrong.`, action: changeService };
    case 'rateLimited':
      return trouble.retryAt > now
        ? { sentence: `Rate limit reached; next lookup in ${spanWords(trouble.retryAt - now)}.` }
        : { sentence: 'Rate limit reached; lookups go on now.' };
    case 'serverError':
      return { sentence: `${name} has a fault of its own (${trouble.status}).`, action: details };
  }
}
