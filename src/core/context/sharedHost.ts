import { getHost } from '../indicators/identity/getHost';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { Indicator } from '../indicators/identity/types';
import { belongsToCustomer } from '../indicators/registry/suffixes';
import type { Context, ContextCategory } from '../records/context';
import { builtInContexts, isListedName } from './builtIn';

/** Many publish there, or the operator is too big for a few pages to say anything about its hosts. */
const shared: ReadonlySet<ContextCategory> = new Set<ContextCategory>([
  'anyContent',
  'shortener',
  'dynamicDns',
  'cdn',
  'cloud',
  'popular',
  'vendor',
  'resolver',
]);

/** Whether what a list says about a host means that pages on it, or its subdomains, say nothing about the host. */
export function isSharedContext({ category }: Pick<Context, 'category'>): boolean {
  return shared.has(category);
}

/**
 * Whether pages on the host of an indicator say nothing about the host itself: many publish there, or its operator is
 * too big. The name of a single customer (`name.github.io`, `name.duckdns.org`) isn't shared, nor an address in a cloud.
 */
export function isSharedHost(indicator: Indicator): boolean {
  const host = getHost(indicator);
  if (host === undefined) return false;
  const contexts = builtInContexts(host);
  if (host.type === 'ip') return contexts.some(({ category }) => category === 'cdn' || category === 'resolver');
  const key = lookupKey(host);
  if (!contexts.some(({ category }) => shared.has(category)) || belongsToCustomer(key)) return false;
  return contexts[0]?.category !== 'dynamicDns' || isListedName(key.replace(/^www\./, ''));
}
