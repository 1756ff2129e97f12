import { getHost } from '../indicators/identity/getHost';
import { containingNetworks } from '../indicators/identity/network';
import type { Indicator } from '../indicators/identity/types';
import { suffixLabelCount } from '../indicators/registry/suffixes';

/** The size of networks by which addresses are grouped, which are those that one owner usually has. */
const prefixes = { 4: [24], 6: [48] } as const;

/** The domain that was registered for a domain or for the host of a URL; undefined for addresses. */
export function getRegisteredDomain(indicator: Indicator): string | undefined {
  const host = getHost(indicator);
  if (host?.type !== 'domain') return undefined;
  const labels = host.value.split('.');
  return labels.slice(-(suffixLabelCount(host.value) + 1)).join('.');
}

/** The network of an address or of a URL whose host is one: “203.0.113.0/24”; undefined for names. */
export function getNetwork(indicator: Indicator): string | undefined {
  const host = getHost(indicator);
  return host?.type === 'ip' ? containingNetworks(host.value, prefixes)[0] : undefined;
}
