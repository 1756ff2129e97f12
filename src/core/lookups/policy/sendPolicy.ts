import { embeddedIpv4Addresses, ipv6Groups } from '../../indicators/identity/addresses';
import { hostOf } from '../../indicators/identity/hostOf';
import { isReserved } from '../../indicators/registry/reserved';
import type { Indicator } from '../../indicators/identity/types';
import { normalizeHost } from './hostForms';
import { ignoreListOf } from './ignoreList';
import type { LookupSettings } from '../lookups';
import { findEmbeddedHosts } from './nestedHosts';
import { redactIndicator } from './redactIndicator';
import type { BlockReason } from '../types';

/** Too long or too deeply encoded to check. */
const unreadable: BlockReason = { kind: 'reserved', what: 'unreadable' };

/** Cached decisions: a hover needs the same one several times. */
const remembered = 500;

/** The single rule about what must never be sent. */
export interface SendPolicy {
  /** Why an indicator must never be sent in its form `redacted`. */
  (indicator: Indicator, redacted: Indicator): BlockReason | undefined;
  /** Why a text must not be sent unchanged, and the host in it that is the reason. */
  readonly inText: (text: string) => { readonly value: string; readonly by: BlockReason } | undefined;
}

/**
 * Checks reserved ranges and names, then the ignore list. Every host of a URL counts, including those in its path and
 * query in any encoding. What can't be checked isn't sent, and nothing is sent while the ignore list is too long to
 * check.
 */
export function createSendPolicy(ignoreList: () => LookupSettings['ignore']): SendPolicy {
  let decidedBy: LookupSettings['ignore'] = [];
  const decided = new Map<string, BlockReason | undefined>();

  /** Why one of the hosts, or a value that contains them, must not be sent. */
  const blockedBy = (hosts: readonly Indicator[], values: readonly string[]): BlockReason | undefined => {
    const reserved = hosts.find((host) => isReserved(host));
    if (reserved !== undefined) return { kind: 'reserved', what: reserved.type === 'ip' ? 'address' : 'name' };
    const list = ignoreListOf(ignoreList());
    if (list.beyond?.what === 'unread') return { kind: 'reserved', what: 'unreadIgnoreFile' };
    if (list.beyond !== undefined) return { kind: 'reserved', what: 'longIgnoreList', origin: list.beyond.origin };
    const carried = hosts.flatMap(({ type, value }) =>
      type === 'ip' ? embeddedIpv4Addresses(ipv6Groups(value) ?? []) : [],
    );
    const found = list.find(values, [...new Set([...hosts.map(({ value }) => value), ...carried])]);
    return found && { kind: 'ignored', pattern: found.pattern, origin: found.origin };
  };

  const decide = (indicator: Indicator, redacted: Indicator): BlockReason | undefined => {
    const own = ownHosts(redacted);
    if (own === undefined) return { kind: 'reserved', what: 'name' };
    const inside = redacted.type === 'url' ? findEmbeddedHosts(besideHost(redacted.value)) : [];
    const values = [...new Set([indicator.value, redactIndicator(indicator, 'full').value, redacted.value])];
    const by = blockedBy([...own, ...(inside ?? [])], values);
    return by ?? (inside === undefined ? unreadable : undefined);
  };

  const blocked = (indicator: Indicator, redacted: Indicator): BlockReason | undefined => {
    const list = ignoreList();
    if (list !== decidedBy) decided.clear();
    decidedBy = list;
    const name = `${indicator.type} ${indicator.value}\n${redacted.value}`;
    if (decided.has(name)) return decided.get(name);
    const decision = decide(indicator, redacted);
    if (decided.size >= remembered) decided.clear();
    decided.set(name, decision);
    return decision;
  };

  return Object.assign(blocked, {
    inText: (text: string): ReturnType<SendPolicy['inText']> => {
      const hosts = findEmbeddedHosts(text);
      if (hosts === undefined) return { value: text, by: unreadable };
      for (const host of hosts) {
        const by = blockedBy([host], [host.value]);
        if (by !== undefined) return { value: host.value, by };
      }
      return undefined;
    },
  });
}

/** The indicator's own host, as written and as a browser reads it. Undefined if unreadable, and so never sent. */
function ownHosts(indicator: Indicator): readonly Indicator[] | undefined {
  const own = hostOf(indicator);
  const spelled = own && normalizeHost(own.value);
  return own === undefined || spelled === undefined ? undefined : [spelled, own];
}

/** Everything in a URL except scheme, host, and port: credentials, path, query, and fragment. */
function besideHost(url: string): string {
  const behindScheme = url.slice(url.indexOf('://') + 3);
  const end = behindScheme.search(/[/?#\\]|$/);
  return behindScheme.slice(0, behindScheme.lastIndexOf('@', end) + 1) + behindScheme.slice(end);
}
