import { parseNetwork } from '../identity/network';
import { getHost } from '../identity/getHost';
import type { Indicator } from '../identity/types';
import { lastLabel } from './specialNames';

const networks = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.|^(?:2001:db8|3fff)(?::|$)/;
const names = /(?:^|\.)example\.(?:com|net|org)$/;
const topLevelDomains: ReadonlySet<string> = new Set(['example', 'test', 'invalid']);

/** Whether an indicator is reserved for documentation and tests (RFC 2606, 5737, 3849, 9637), where it harms nobody. */
export function isForDocumentation(indicator: Indicator): boolean {
  const host = getHost(indicator);
  if (host === undefined) return false;
  if (host.type === 'ip') return networks.test(parseNetwork(host.value)?.value ?? host.value);
  return topLevelDomains.has(lastLabel(host.value)) || names.test(host.value);
}
