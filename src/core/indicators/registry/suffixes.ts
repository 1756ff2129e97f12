import { parse } from 'tldts';
import { isPseudoTld, isSpecialName, lastLabel, mayBeInternalAt } from './specialNames';

const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

/** A text has few distinct values, so all caches stay small; they are cleared if not. */
const maxCacheSize = 131_072;
const tldCache = new Map<string, boolean>();
const names = new Map<string, NameKind>();
const belowLongSuffix = new Map<string, boolean>();

function memoized<T>(cache: Map<string, T>, key: string, compute: (key: string) => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= maxCacheSize) cache.clear();
  const computed = compute(key);
  // A copy, because a slice would keep the whole text in memory.
  cache.set(` ${key}`.slice(1), computed);
  return computed;
}

/** Whether a lowercase label is a TLD in the root zone or a supported pseudo-TLD (`.arpa` isn't). */
export function isTopLevelDomain(label: string): boolean {
  return memoized(tldCache, label, (key) => {
    if (key === 'arpa') return false;
    // Some TLDs only have entries such as `co.za`, and none for `za` itself.
    return isPseudoTld(key) || [`a.${key}`, `a.co.${key}`].some((name) => parse(name, options).isIcann === true);
  });
}

const letterCount = 26;
/** Known labels of two to four letters, by length and letters: 0 isn't known, 1 is a TLD, 2 isn't one. */
const shortTlds = [2, 3, 4].map((length) => new Uint8Array(letterCount ** length));

/** Whether `text` has a TLD, in any case, at `[start, end)`. Like {@link isTopLevelDomain}, without a copy. */
export function isTopLevelDomainAt(text: string, start: number, end: number): boolean {
  const known = shortTlds[end - start - 2];
  if (known === undefined) return isTopLevelDomain(text.slice(start, end).toLowerCase());
  let index = 0;
  for (let position = start; position < end; position++) {
    const letter = (text.charCodeAt(position) | 32) - 97;
    if (letter < 0 || letter >= letterCount) return isTopLevelDomain(text.slice(start, end).toLowerCase());
    index = index * letterCount + letter;
  }
  if (known[index] !== 0) return known[index] === 1;
  const isTld = isTopLevelDomain(text.slice(start, end).toLowerCase());
  known[index] = isTld ? 1 : 2;
  return isTld;
}

/** RFC 1035, 2.3.4. */
export const maxLabelLength = 63;
const fullStop = 46;
const hyphen = 45;

/**
 * Checks that labels have 1 to 63 characters, and that the last two have no outer hyphens, and an underscore only at
 * their beginning.
 * Resolvers accept others below them, and attackers use them: `a-site.com-.b-site.net`.
 */
function hasValidLabels(value: string): boolean {
  let end = value.length;
  for (let number = 1; ; number++) {
    const dot = dotBefore(value, end, 0);
    const length = end - dot - 1;
    if (length < 1 || length > maxLabelLength || (number <= 2 && !isPlainLabel(value, dot + 1, end))) return false;
    if (dot < 0) return true;
    end = dot;
  }
}

function isPlainLabel(value: string, start: number, end: number): boolean {
  if (value.charCodeAt(start) === hyphen || value.charCodeAt(end - 1) === hyphen) return false;
  const at = value.indexOf('_', start + 1);
  return at === -1 || at >= end;
}

/**
 * `none`: malformed, or a registry suffix (`co.uk`); `shared`: a company's suffix, possibly with its own server
 * (`github.io`, `s3.amazonaws.com`); `reserved`: must never be sent.
 */
export type NameKind = 'none' | 'shared' | 'public' | 'reserved';

/** `ec2-192-0-2-7.compute-1.amazonaws.com`: a machine, although the company registered every name there as a suffix. */
function isBelowWildcard(name: string): boolean {
  const sibling = `any-other-label${name.slice(name.indexOf('.'))}`;
  return parse(sibling, options).publicSuffix === sibling;
}

/** Classifies a canonical name of several labels. Names under a public suffix (`x.github.io`) are `public`. */
export function nameKind(name: string): NameKind {
  return memoized(names, name, (key) => {
    if (!hasValidLabels(key)) return 'none';
    const { domain, isPrivate, publicSuffix } = parse(key, options);
    if (publicSuffix === key) return isPrivate !== true ? 'none' : isBelowWildcard(key) ? 'public' : 'shared';
    if (domain === null || /^\*?\./.test(domain)) return 'none';
    return isReservedName(key) ? 'reserved' : 'public';
  });
}

/** Like {@link isSpecialName}, but for valid labels; most names need no search for other hosts in them. */
function isReservedName(name: string): boolean {
  const end = name.length;
  if (!isBelowFlatTld(name, end) || mayBeInternalAt(name, 0, end)) return isSpecialName(name);
  return isReservedBelow(name, 0, end - 4);
}

/** TLDs of three letters without registry suffixes below them: every name of two labels can be registered. */
export const flatTlds: readonly string[] = ['com', 'net', 'org'];
/** TLDs with registry suffixes below names that can be registered: `os.hedmark.no`. */
export const unevenTlds: readonly string[] = ['no'];
const reservedLabel = 'example';
const below = new Map<string, KindBelow>();

type KindBelow = 'public' | 'reserved' | 'various';

/** The kind of all subdomains of a name; `various` if they differ. */
function kindBelow(name: string): KindBelow {
  return memoized(below, name, (key) => {
    const tld = lastLabel(key);
    if (tld === 'arpa' || unevenTlds.includes(tld)) return 'various';
    const isRegistered = parse(key, options).domain === key && !isBelowWildcard(`any.${key}`);
    return !isRegistered ? 'various' : isSpecialName(key) ? 'reserved' : 'public';
  });
}

/**
 * Like {@link nameKind}, but for the lowercase name with valid labels at `[start, end)`, where `shared` is `public`.
 * Hosts are neither copied nor remembered, because a log has far more of them than registered names.
 */
export function nameKindAt(text: string, start: number, end: number): Exclude<NameKind, 'shared'> {
  if (mayBeInternalAt(text, start, end)) {
    const whole = nameKind(text.slice(start, end));
    return whole === 'shared' ? 'public' : whole;
  }
  if (isBelowFlatTld(text, end)) return isReservedBelow(text, start, end - 4) ? 'reserved' : 'public';
  let dot = dotBefore(text, end, start);
  // Names of two labels, and of three below a suffix such as `co.uk`.
  for (let labels = 2; labels <= 3; labels++) {
    dot = dotBefore(text, dot, start);
    if (dot < start) break;
    const kind = kindBelow(text.slice(dot + 1, end));
    if (kind !== 'various') return kind;
  }
  const kind = nameKind(text.slice(start, end));
  return kind === 'shared' ? 'public' : kind;
}

function isBelowFlatTld(text: string, end: number): boolean {
  return text.charCodeAt(end - 4) === fullStop && flatTlds.some((tld) => text.startsWith(tld, end - 3));
}

/** Whether the label before the dot of a TLD is the reserved one: `example.com`. */
function isReservedBelow(text: string, start: number, dot: number): boolean {
  const label = dot - reservedLabel.length;
  const isWhole = label === start || (label > start && text.charCodeAt(label - 1) === fullStop);
  return isWhole && text.startsWith(reservedLabel, label);
}

/** The last dot before `end`; less than `lowest` if there is none from there. */
function dotBefore(text: string, end: number, lowest: number): number {
  let dot = end - 1;
  while (dot >= lowest && text.charCodeAt(dot) !== fullStop) dot--;
  return dot;
}

/** The number of labels in the registry suffix of a canonical name: 2 for `www.a.ac.in`, 1 for `a.github.io`. */
export function suffixLabelCount(name: string): number {
  return parse(name, { ...options, allowPrivateDomains: false }).publicSuffix?.split('.').length ?? 1;
}

/** Whether a name is below a suffix of several labels, of a registry or a company: `a.co.in`, `a.pages.dev`. */
export function isBelowLongSuffix(name: string): boolean {
  return memoized(belowLongSuffix, name, (key) => {
    const { domain, publicSuffix } = parse(key, options);
    return domain !== null && publicSuffix?.includes('.') === true;
  });
}

/** Whether a name is below a suffix of a company, and so belongs to one of its customers: `name.github.io`. */
export function belongsToCustomer(name: string): boolean {
  const { domain, isPrivate } = parse(name, options);
  return isPrivate === true && domain !== null;
}
