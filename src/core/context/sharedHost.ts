import { getHost } from '../indicators/identity/getHost';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { Indicator } from '../indicators/identity/types';
import { belongsToCustomer } from '../indicators/registry/suffixes';
import type { Context, ContextCategory } from '../records/context';
import { builtInContexts, isListedName } from './builtIn';

/** Hosts with many publishers, or with an operator so large that a few pages prove nothing about the host. */
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

/** Whether a list's statement about a host means that pages on it, or its subdomains, prove nothing about the host. */
export function isSharedContext({ category }: Pick<Context, 'category'>): boolean {
  return shared.has(category);
}

/**
 * Whether pages on the host of an indicator prove nothing about the host: it has many publishers, or its operator is
 * too large. The name of one customer (`name.github.io`, `name.duckdns.org`) and an address in a cloud don't count.
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
