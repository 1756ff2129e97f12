import type { Occurrence } from '../../identity/types';
import { isTopLevelDomainAt, nameKindAt } from '../../registry/suffixes';

const hostPattern = /https?:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?=[:/ \t\r\n])/y;
const restPattern = /(?::\d{1,5})?(?:\/(?:[\w\-.~!*@/#+$^?=&]*[\w/])?)?(?=[ \t\r\n])/y;
/** Like `restPattern`, but with colons, also encoded, which may belong to another URL. */
const restWithColonPattern = /(?::\d{1,5})?(?:\/(?:[\w\-.~!*:@/%#+$^?=&]*[\w/])?)?(?=[ \t\r\n])/y;
/** The start of a possible entity in a query. */
const escapePattern = /&[aglnqs#]/i;
const innerSchemePattern = /h(?:tt|xx)p/i;
const wrapperPattern = /(?:\.(?:mimecast|mimecastprotect|proofpoint)|urldefense)$/;
const [letterE, letterT] = [101, 116];
const [space, tab, lineFeed] = [32, 9, 10];
const letterS = 115;
const httpLength = 4;
const separatorLength = 3;

/** The start of the word before `colon` if it can be `http` or `https` and isn't before `floor`; otherwise -1. */
export function urlWordStart(text: string, colon: number, floor: number): number {
  const start = colon - httpLength - (text.charCodeAt(colon - 1) === letterS ? 1 : 0);
  const before = text.charCodeAt(start - 1);
  return start >= floor && (before === space || before === lineFeed || before === tab) ? start : -1;
}

/**
 * The URL from `start` (see {@link urlWordStart}) if it is in canonical form and a word of its own, as most are in logs:
 * nothing of it has to be decoded, it contains no other URL, and nothing around it belongs to it or ends it earlier. Undefined otherwise.
 */
export function readPlainUrl(text: string, start: number, colon: number): Occurrence | undefined {
  hostPattern.lastIndex = start;
  if (!hostPattern.test(text)) return undefined;
  const hostEnd = hostPattern.lastIndex;
  restPattern.lastIndex = hostEnd;
  const end = restPattern.test(text) ? restPattern.lastIndex : restEndWithColon(text, hostEnd);
  if (end === -1) return undefined;
  const tld = text.lastIndexOf('.', hostEnd) + 1;
  if (!isTopLevelDomainAt(text, tld, hostEnd) || text.startsWith('xxx', tld) || isWrapper(text, tld)) return undefined;
  const kind = nameKindAt(text, colon + separatorLength, hostEnd);
  const raw = text.slice(start, end);
  if (kind === 'none' || raw.includes('=3') || (raw.includes('&') && escapePattern.test(raw))) return undefined;
  return { start, end, raw, value: raw, type: 'url', defanged: false, reserved: kind === 'reserved' };
}

/** The end of what is in canonical form behind a host; -1 if it isn't, or if it may contain another URL. */
function restEndWithColon(text: string, at: number): number {
  restWithColonPattern.lastIndex = at;
  if (!restWithColonPattern.test(text)) return -1;
  const end = restWithColonPattern.lastIndex;
  return innerSchemePattern.test(text.slice(at, end)) ? -1 : end;
}

/** Whether links of the host of which the TLD starts at `tld` contain a name, or a URL in an encoding of its own. */
function isWrapper(text: string, tld: number): boolean {
  const last = text.charCodeAt(tld - 2);
  return (last === letterE || last === letterT) && wrapperPattern.test(text.slice(tld - 17, tld - 1));
}
