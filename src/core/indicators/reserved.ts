import { hostOf } from './hostOf';
import { isSpecialAddress } from './specialAddresses';
import { isSpecialName, lastLabel } from './specialNames';
import { isDelegated } from './suffixes';
import type { Indicator } from './types';

/**
 * Whether an indicator must never leave the machine: a special-purpose address, a special-use or internal name, a name that no
 * public DNS can know (its top-level domain is not delegated), or a URL on one.
 */
export function isReserved(indicator: Indicator): boolean {
  const host = hostOf(indicator);
  if (host === undefined) return true;
  return isReservedText(host) || (host.type === 'domain' && !isDelegated(lastLabel(host.value)));
}

/**
 * The same of a host that may be none: what has an unknown ending is a file or a version as likely (`index.html`), and counts
 * as reserved by what it is known to be alone.
 */
export function isReservedText({ type, value }: Indicator): boolean {
  return type === 'ip' ? isSpecialAddress(value) : isSpecialName(value);
}
