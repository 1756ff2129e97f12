import { parse } from 'tldts';
import { isCountedEnding } from './specialNames';

const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

/** Distinct values of a text are few: both caches stay small and are emptied when they are not. */
const CACHED = 8192;
const endings = new Map<string, boolean>();
const names = new Map<string, boolean>();

function remembered(cache: Map<string, boolean>, key: string, compute: (key: string) => boolean): boolean {
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

/** Whether a canonical name of several labels is a name below a public suffix: `x.github.io`, not `github.io` or `co.uk`. */
export function isRegistrable(name: string): boolean {
  return remembered(names, name, (key) => {
    const result = parse(key, options);
    return result.domain !== null && result.publicSuffix !== key && !/^\*?\./.test(result.domain);
  });
}
