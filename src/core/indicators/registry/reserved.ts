import { getHost } from '../identity/getHost';
import { isSpecialAddress } from './specialAddresses';
import { isSpecialName } from './specialNames';
import type { Indicator } from '../identity/types';

/**
 * Whether an indicator must never be sent: a special-purpose address, a special-use or internal name, or a URL on one.
 */
export function isReserved(indicator: Indicator): boolean {
  const host = getHost(indicator);
  if (host === undefined) return true;
  return host.type === 'ip' ? isSpecialAddress(host.value) : isSpecialName(host.value);
}
