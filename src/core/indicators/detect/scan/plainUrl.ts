import type { Occurrence } from '../../identity/types';
import { isTopLevelDomainAt, nameKindAt } from '../../registry/suffixes';

const hostPattern = /https?:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?=[:/ \t\r\n])/y;
const restPattern = /(?::\d{1,5})?(?:\/(?:[\w\-.~!*:@/%#+$^?=&]*[\w/])?)?(?=[ \t\r\n])/y;
/** What could be an entity in a query. */
const escapePattern = /&[aglnqs#]/i;
const [space, tab, lineFeed] = [32, 9, 10];
const letterS = 115;
const httpLength = 4;
const separatorLength = 3;

/**
 * The URL around the colon at `colon` if it is in canonical form and a word of its own, as most are in logs: nothing of
 * it has to be decoded, and nothing around it belongs to it or ends it earlier. Undefined otherwise, not before `floor`.
 */
export function readPlainUrl(text: string, colon: number, floor: number): Occurrence | undefined {
  const start = colon - httpLength - (text.charCodeAt(colon - 1) === letterS ? 1 : 0);
  if (start < floor) return undefined;
  const before = text.charCodeAt(start - 1);
  if (before !== space && before !== lineFeed && before !== tab) return undefined;
  hostPattern.lastIndex = start;
  if (!hostPattern.test(text)) return undefined;
  const hostEnd = hostPattern.lastIndex;
  restPattern.lastIndex = hostEnd;
  if (!restPattern.test(text)) return undefined;
  const end = restPattern.lastIndex;
  const tld = text.lastIndexOf('.', hostEnd) + 1;
  if (!isTopLevelDomainAt(text, tld, hostEnd) || text.startsWith('xxx', tld)) return undefined;
  const kind = nameKindAt(text, colon + separatorLength, hostEnd);
  const raw = text.slice(start, end);
  if (kind === 'none' || raw.includes('=3') || (raw.includes('&') && escapePattern.test(raw))) return undefined;
  return { start, end, raw, value: raw, type: 'url', defanged: false, reserved: kind === 'reserved' };
}
