import { parseNetwork } from '../identity/network';
import { parseIndicator } from './parseIndicator';
import type { Indicator } from '../identity/types';

/**
 * Parses a list entry: an indicator as in {@link parseIndicator}, or a network in CIDR notation as an `ip` with the
 * network as value. Undefined for anything else, and for a network that is too large.
 */
export function parseListEntry(text: string): Indicator | undefined {
  const indicator = parseIndicator(text);
  if (indicator !== undefined || !text.includes('/')) return indicator;
  const value = parseNetwork(text)?.value;
  return value === undefined ? undefined : { type: 'ip', value };
}
