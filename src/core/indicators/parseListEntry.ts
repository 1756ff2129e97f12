import { parseNetwork } from './network';
import { parseIndicator } from './parseIndicator';
import type { Indicator } from './types';

/**
 * What a list names: an indicator as {@link parseIndicator} reads it, or a network in CIDR notation, which is kept as an `ip` whose
 * value is the network. Undefined for anything else, and for a network that is too wide.
 */
export function parseListEntry(text: string): Indicator | undefined {
  const indicator = parseIndicator(text);
  if (indicator !== undefined || !text.includes('/')) return indicator;
  const value = parseNetwork(text)?.value;
  return value === undefined ? undefined : { type: 'ip', value };
}
