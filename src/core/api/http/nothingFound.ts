import { everySentence, hasContent, hasError, isEnvelope, toSentence, getWords } from './errorBody';
import { mentionsRateLimit } from './rateLimitText';

/** Things that a service may report as missing. */
const thing =
  '(?:indicators?|threats?|feeds?|results?|records?|match(?:es)?|hits?|entry|entries|items?|objects?|data|information|iocs?|domains?|hosts?|hostnames?|urls?|ip address(?:es)?|ips?|address(?:es)?)';

/** Without an `error`, a server's or framework's answer to an unknown URL. */
const bareNotFound = /^(?:404\b[\s:-]*)?not[ _]?found\W*$/i;

const nothing: readonly RegExp[] = [
  bareNotFound,
  new RegExp(`\\b${thing}\\b.{0,200}\\b(?:not|never|n't) (?:be |been )?found\\b`, 'is'),
  new RegExp(`\\b(?:no|0|zero) (?:such |matching |known |more |other )?${thing}\\b`, 'i'),
  /\bnothing (?:was |has been |could be )?(?:found|match(?:es|ed)|known)\b/i,
  new RegExp(`^unknown ${thing}\\W*$`, 'i'),
  new RegExp(`\\b${thing}\\b.{0,200}\\b(?:unknown|not known|does(?: not|n't) exist)\\W*$`, 'is'),
];

/** A request that the service didn't understand, whatever else the message is. */
const misunderstood =
  /\b(?:parameters?|arguments?|fields?|columns?|operators?|syntax|keywords?|given|supplied|provided|specified|missing|required|requires|invalid|malformed|unsupported|supported|allowed|limit|plan|key|token|account)\b/i;

/** Words about access or about the request: they don't mean that nothing was found. */
const notAllowed =
  /\b(?:api|access|license|invalid|your)[ _-]?key\b|\btoken\b|\bsubscription\b|\bupgrade\b|\byour plan\b|\bparameters?\b|\bis required\b|\bmissing:?\s+["'\p{L}]/iu;

/** Names of parts of a server instead of what was requested. */
const serverPart: readonly RegExp[] = [
  /\bcannot (?:get|post|head)\b/i,
  /\b(?:endpoint|route|script|controller|handler|servlet|api (?:version|call|function))\b/i,
  /\b(?:no such|no|unknown|invalid) (?:api|method|function|file|path|page on|service)\b/i,
  /\b(?:api|method|function|file|path|service)\b.{0,40}\b(?:not found|not exist|n't exist|unknown|not known)\b/is,
  /\bon this server\b|\bnothing (?:is )?(?:here|at this)\b|\bat this (?:address|url|path|location)\b|\brequested (?:url|uri|path|page)\b/i,
  /\b(?:indicator|threat|feed|explore|analyze)\.php\b/i,
];

/**
 * Whether a body means “nothing found” (lookup API: “Errors”). With 404 or 410 that is any JSON body with an `error`,
 * in any language, unless it names a part of the server or an error in the request. With other statuses, of which
 * services use several, the words decide; 401, 403 and 429 are never a miss.
 */
export function isNothingFound(body: unknown, status: number): boolean {
  if ([401, 403, 407, 429].includes(status)) return false;
  const serviceMessage = getWords(body);
  if (serviceMessage === '' || mentionsRateLimit(serviceMessage) || isAboutAddress(body)) return false;
  if (status !== 404 && status !== 410) return meansNothing(body, serviceMessage);
  if (hasError(body)) return !notAllowed.test(serviceMessage);
  return !bareNotFound.test(serviceMessage) && meansNothing(body, serviceMessage);
}

function meansNothing(body: unknown, serviceMessage: string): boolean {
  const isMessage = hasError(body) ? !hasContent(body) : isEnvelope(body);
  return isMessage && !misunderstood.test(serviceMessage) && nothing.some((words) => words.test(serviceMessage));
}

/** `code` in the error of the local service for a path that it doesn't have. */
export const unknownPath = 'unknownPath';

/** True for an error body that means that a URL, not an indicator, doesn't exist: the base URL may be wrong. */
export function isAboutAddress(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if ('code' in body && body.code === unknownPath) return true;
  // The error page of a well-known framework for unknown URLs.
  if ('timestamp' in body && 'path' in body) return true;
  const words = everySentence(body);
  return serverPart.some((pattern) => pattern.test(words));
}

/** Words that “nothing found” consists of. */
const plain = new Set(
  'indicator indicators threat threats feed feeds result results record records match matches matching hit hits entry entries item items object objects data information domain host hostname url ip ioc address resource no not found find such nothing unknown known was were is are has have been be could the this that a an any sorry there we for your you query search in our database system exist exists does do did error available here it on of with yet zero name'.split(
    ' ',
  ),
);

/** The message of a miss, unmodified, if it contains more than “not found”; otherwise undefined. */
export function messageBeyondNotFound(body: unknown): string | undefined {
  const serviceMessage = toSentence(body);
  const words =
    getWords(body)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}._:/-]+/gu) ?? [];
  const isPlain = (word: string): boolean => plain.has(word.replace(/[.:]$/, '')) || isNamed(word);
  return words.every(isPlain) ? undefined : serviceMessage;
}

/** The requested value, repeated: it contains a dot, a slash or a digit. */
function isNamed(word: string): boolean {
  return /[./:\d]./.test(word) || /^\d+$/.test(word);
}
