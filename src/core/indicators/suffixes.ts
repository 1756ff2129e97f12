import { parse } from 'tldts';
import { isPseudoTld, isSpecialName } from './specialNames';

const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

/** Distinct values of a text are few: both caches stay small and are emptied when they are not. */
const MAX_CACHE_SIZE = 8192;
const tldCache = new Map<string, boolean>();
const names = new Map<string, NameKind>();

function memoized<T>(cache: Map<string, T>, key: string, compute: (key: string) => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHE_SIZE) cache.clear();
  const computed = compute(key);
  // A copy: what was cut from a text would keep all of it in memory.
  cache.set(` ${key}`.slice(1), computed);
  return computed;
}

/** Whether a lower-case label is a top-level domain of the root zone or a special-use ending that counts (`.arpa` does not). */
export function isTopLevelDomain(label: string): boolean {
  return memoized(tldCache, label, (key) => {
    if (key === 'arpa') return false;
    // Names are registered below `co.za` and the like alone: the list has no entry for `za` itself.
    return isPseudoTld(key) || [`a.${key}`, `a.co.${key}`].some((name) => parse(name, options).isIcann === true);
  });
}

/** RFC 1035, 2.3.4. */
export const MAX_LABEL_LENGTH = 63;
const [HYPHEN, FULL_STOP, UNDERSCORE] = [45, 46, 95];

/** Labels of 1 to 63 characters, not ending in a hyphen; the two last ones without underscores, save a leading one. */
function hasValidLabels(value: string): boolean {
  let labelsAfter = 0;
  let end = value.length;
  let underscore = false;
  for (let position = value.length - 1; position >= -1; position--) {
    const code = position < 0 ? FULL_STOP : value.charCodeAt(position);
    if (code === UNDERSCORE) underscore ||= position > 0 && value.charCodeAt(position - 1) !== FULL_STOP;
    if (code !== FULL_STOP) continue;
    const length = end - position - 1;
    if (length < 1 || length > MAX_LABEL_LENGTH || (underscore && labelsAfter < 2)) return false;
    if (value.charCodeAt(position + 1) === HYPHEN || value.charCodeAt(end - 1) === HYPHEN) return false;
    labelsAfter++;
    end = position;
  }
  return true;
}

/**
 * `none`: not well-formed, or a suffix of a registry (`co.uk`); `shared`: a suffix of a company, with a server of its own
 * perhaps (`github.io`, `s3.amazonaws.com`); `reserved`: must never leave the machine.
 */
export type NameKind = 'none' | 'shared' | 'public' | 'reserved';

/** `ec2-192-0-2-7.compute-1.amazonaws.com`: a machine's name, where a company makes every name there a suffix of its own. */
function isBelowWildcard(name: string): boolean {
  const sibling = `any-other-label${name.slice(name.indexOf('.'))}`;
  return parse(sibling, options).publicSuffix === sibling;
}

/** What a canonical name of several labels is: a name lies below a public suffix (`x.github.io`). */
export function nameKind(name: string): NameKind {
  return memoized(names, name, (key) => {
    if (!hasValidLabels(key)) return 'none';
    const { domain, isPrivate, publicSuffix } = parse(key, options);
    if (publicSuffix === key) return isPrivate !== true ? 'none' : isBelowWildcard(key) ? 'public' : 'shared';
    if (domain === null || /^\*?\./.test(domain)) return 'none';
    return isSpecialName(key) ? 'reserved' : 'public';
  });
}

/** How many labels of a canonical name are the suffix of a registry: 2 of `www.a.ac.in`, 1 of `a.github.io`. */
export function suffixLabelCount(name: string): number {
  return parse(name, { ...options, allowPrivateDomains: false }).publicSuffix?.split('.').length ?? 1;
}
