/** Headers that can't carry a key. */
const reservedNames = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'age',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'cookie2',
  'date',
  'expect',
  'forwarded',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'location',
  'max-forwards',
  'origin',
  'pragma',
  'range',
  'referer',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'www-authenticate',
  // Not an own property: `fetch` would omit it.
  '__proto__',
]);
const reservedPrefixes = /^(?:access-control-|proxy-|sec-|x-forwarded-|:)/;

export type HeaderProblem = 'empty' | 'syntax' | 'reserved';

/** Why a key can't be sent in a header of this name (RFC 9110: a token); undefined if it can. */
export function headerProblem(name: string): HeaderProblem | undefined {
  if (name === '') return 'empty';
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/.test(name)) return 'syntax';
  const lower = name.toLowerCase();
  return reservedNames.has(lower) || reservedPrefixes.test(lower) ? 'reserved' : undefined;
}

/** Whether a secret can be the value of a header: visible ASCII, spaces in between, 8,192 characters at most. */
export function isHeaderValue(text: string): boolean {
  return text.length <= 8_192 && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}
