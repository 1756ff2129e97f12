import { parse } from 'tldts';
import { isCountedEnding, isSpecialName } from './specialNames';

const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

/** Distinct values of a text are few: both caches stay small and are emptied when they are not. */
const CACHED = 8192;
const endings = new Map<string, boolean>();
const names = new Map<string, NameKind>();

function remembered<T>(cache: Map<string, T>, key: string, compute: (key: string) => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= CACHED) cache.clear();
  const computed = compute(key);
  cache.set(key, computed);
  return computed;
}

/** Whether a lower-case label is a top-level domain of the root zone or a special-use ending that counts (`.arpa` does not). */
export function isEnding(label: string): boolean {
  return remembered(endings, label, (key) => {
    if (key === 'arpa') return false;
    return isCountedEnding(key) || parse(`a.${key}`, options).isIcann === true;
  });
}

/** `suffix`: a public suffix, no name of its own (`github.io`, `co.uk`); `reserved`: must never leave the machine. */
export type NameKind = 'suffix' | 'public' | 'reserved';

/** What a canonical name of several labels is: a name lies below a public suffix (`x.github.io`). */
export function nameKind(name: string): NameKind {
  return remembered(names, name, (key) => {
    const { domain, publicSuffix } = parse(key, options);
    if (domain === null || publicSuffix === key || /^\*?\./.test(domain)) return 'suffix';
    return isSpecialName(key) ? 'reserved' : 'public';
  });
}
