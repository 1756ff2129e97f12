import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress, embeddedIpv4, ipv6Groups, isIpv4Mapped } from '../../../core/indicators/identity/addresses';
import { isSpecialAddress } from '../../../core/indicators/registry/specialAddresses';

/** The networks of this machine, which may have public addresses. */
function ownNetworks(): BlockList {
  const networks = new BlockList();
  for (const { address, cidr, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? [])) {
    const kind = family === 'IPv4' ? 'ipv4' : 'ipv6';
    const bits = Number(cidr?.split('/')[1]);
    // A zone (`fe80::1%eth0`) marks link-local addresses, which are blocked anyway.
    const plain = canonicalAddress(address);
    if (plain === undefined) continue;
    if (Number.isInteger(bits) && bits > 0) networks.addSubnet(plain, bits, kind);
    else networks.addAddress(plain, kind);
  }
  return networks;
}

/**
 * IPv4 in IPv6: mapped, 6to4 (2002::/16), Teredo (2001::/32). Could bypass checks, and isn't used for public hosts.
 */
function isTunnel(groups: readonly number[]): boolean {
  return isIpv4Mapped(groups) || groups[0] === 0x2002 || (groups[0] === 0x2001 && groups[1] === 0);
}

function nat64Part(groups: readonly number[]): string | undefined {
  return groups[0] === 0x64 && groups[1] === 0xff9b ? embeddedIpv4(groups) : undefined;
}

/**
 * Whether connections to an address are allowed: it must be canonical, not special-purpose, not a tunnel, and not in a
 * network of this machine, which are read each time.
 */
export function isPublicAddress(address: string, own: BlockList = ownNetworks()): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === undefined || isSpecialAddress(canonical)) return false;
  if (!canonical.includes(':')) return !own.check(canonical, 'ipv4');
  const groups = ipv6Groups(canonical) ?? [];
  if (isTunnel(groups)) return false;
  const inner = nat64Part(groups);
  return !own.check(canonical, 'ipv6') && (inner === undefined || !own.check(inner, 'ipv4'));
}
