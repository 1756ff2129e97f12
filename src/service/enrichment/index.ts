import { hostOf } from '../../core/indicators/hostOf';
import { isReserved } from '../../core/indicators/reserved';
import type { Indicator } from '../../core/indicators/types';
import type { Enricher, EnrichOptions } from '../scans/enricher';
import { scanHost } from './active';
import { Findings } from './findings';
import { createNameServers } from './names/nameServers';
import { lookUpNames, lookUpRegistration } from './passive';
import { worldOf, type EnricherPorts } from './ports';
import { createDoor } from './reach/door';
import { Refused } from './reach/reason';
import { createRegistries } from './registration/registries';

export type { EnricherPorts } from './ports';

/**
 * Looks indicators up by DNS, RDAP and WHOIS, and where a scan is active on the host itself (docs/enrichment.md). Nothing
 * here reaches a special-purpose address or a network of this machine, runs a script, or writes a file.
 */
export function createEnricher(ports: EnricherPorts = {}): Enricher {
  const world = worldOf(ports.world);
  const names = createNameServers(ports.resolver, world.limits.dnsMillis);
  const registries = createRegistries(world);

  return {
    async enrich(indicator, { mode, signal, onStage, withheld = () => false }: EnrichOptions) {
      signal.throwIfAborted();
      const allowAddress = (address: string): boolean =>
        world.allowAddress(address) && !withheld({ type: 'ip', value: address });
      const host = allowedHost(indicator, allowAddress, withheld);
      const door = createDoor({ names, allowAddress, withheld, connectMillis: world.limits.connectMillis });
      const tools = { names, registries, door, allowAddress, signal };
      const findings = new Findings();

      onStage('Asking name servers');
      const addresses = await lookUpNames(host, tools, findings);
      onStage('Asking registries');
      await lookUpRegistration(host, addresses, tools, findings);
      if (mode === 'active' && addresses.length > 0) {
        await scanHost({ indicator, host: host.value, world, door, signal, onStage, findings });
      }
      signal.throwIfAborted();
      if (findings.empty && findings.errors.length > 0)
        throw new Error(`Nothing could be learnt. ${findings.errors.join('; ')}.`);
      return findings.enrichment();
    },
  };
}

function allowedHost(
  indicator: Indicator,
  allowAddress: (address: string) => boolean,
  withheld: (indicator: Indicator) => boolean,
): Indicator {
  const host = hostOf(indicator);
  if (host === undefined) throw new Refused(`${indicator.value} has no host`);
  if (withheld(indicator) || withheld(host)) throw new Refused(`${host.value} is kept to this machine`);
  const forbidden = host.type === 'ip' ? !allowAddress(host.value) : isReserved(host);
  if (forbidden) throw new Refused(`${host.value} is reserved: it is never looked up`);
  return host;
}
