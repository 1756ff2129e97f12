import { getHost } from '../../core/indicators/identity/getHost';
import { isReserved } from '../../core/indicators/registry/reserved';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Enricher, EnrichOptions } from '../scans/enricher';
import { scanHost } from './active';
import { ScanResults } from './scanResults';
import { createNameServers } from './reach/nameServers';
import { queryDns, queryRegistration } from './passive';
import { createEnvironment, type EnricherOptions } from './reach/environment';
import { createEgressGuard } from './reach/egressGuard';
import { EgressRefusedError } from './reach/reason';
import { createRegistries } from './registration/registries';

export type { EnricherOptions } from './reach/environment';

/**
 * Enriches indicators by DNS, RDAP, and WHOIS, and in active scans by connecting to the host (docs/reference/enrichment.md).
 * Never connects to a special-purpose address or a network of this machine, runs a script, or writes a file.
 */
export function createEnricher(ports: EnricherOptions = {}): Enricher {
  const environment = createEnvironment(ports.environment);
  const names = createNameServers(ports.resolver, environment.limits.dnsMillis);
  const registries = createRegistries(environment);

  return {
    async enrich(indicator, { mode, signal, onStage, isBlocked = () => false }: EnrichOptions) {
      signal.throwIfAborted();
      const allowAddress = (address: string): boolean =>
        environment.allowAddress(address) && !isBlocked({ type: 'ip', value: address });
      const host = allowedHost(indicator, allowAddress, isBlocked);
      const egress = createEgressGuard({
        names,
        allowAddress,
        isBlocked,
        connectMillis: environment.limits.connectMillis,
      });
      const tools = { names, registries, egress, allowAddress, signal };
      const results = new ScanResults();

      onStage('Querying name servers');
      const addresses = await queryDns(host, tools, results);
      onStage('Querying registries');
      await queryRegistration(host, addresses, tools, results);
      if (mode === 'active' && addresses.length > 0) {
        await scanHost({ indicator, host: host.value, environment, egress, signal, onStage, results: results });
      }
      signal.throwIfAborted();
      if (results.isEmpty && results.errors.length > 0)
        throw new Error(`All lookups failed. ${results.errors.join('; ')}.`);
      return results.toEnrichment();
    },
  };
}

function allowedHost(
  indicator: Indicator,
  allowAddress: (address: string) => boolean,
  isBlocked: (indicator: Indicator) => boolean,
): Indicator {
  const host = getHost(indicator);
  if (host === undefined) throw new EgressRefusedError(`${indicator.value} has no host`);
  if (isBlocked(indicator) || isBlocked(host))
    throw new EgressRefusedError(`${host.value} is blocked by the user's rules`);
  const forbidden = host.type === 'ip' ? !allowAddress(host.value) : isReserved(host);
  if (forbidden) throw new EgressRefusedError(`${host.value} is reserved and never looked up`);
  return host;
}
