import { embeddedIpv4Addresses, ipv6Groups } from '../../indicators/identity/addresses';
import { getHost } from '../../indicators/identity/getHost';
import { carriedHosts } from '../../indicators/registry/specialNames';
import { isReserved } from '../../indicators/registry/reserved';
import type { Indicator } from '../../indicators/identity/types';
import { normalizeHost } from './hostForms';
import { getIgnoreList } from './ignoreList';
import type { LookupSettings } from '../options';
import { findEmbeddedHosts } from './nestedHosts';
import { fullyUnescaped } from './decodings';
import { redactIndicator } from './redactIndicator';
import { namesNothing } from './namesNothing';
import type { BlockReason, UrlDetail } from '../types';

/** Too long or too deeply encoded to check. */
const unreadable: BlockReason = { kind: 'reserved', what: 'unreadable' };

/** Cached decisions: a hover needs the same one several times. */
const maxRemembered = 500;

/** The single rule about what must never be sent. */
export interface SendPolicy {
  /** Why an indicator must never be sent in its form `redacted`. */
  (indicator: Indicator, redacted: Indicator): BlockReason | undefined;
  /**
   * The part of an indicator that may be sent without a question: for a URL, as much as `detail` allows and as can be
   * shown to name no internal and no ignored host, otherwise only the host.
   */
  readonly sent: (indicator: Indicator, detail: UrlDetail) => Indicator;
  /** Why a text must not be sent unchanged, and the host in it that is the reason. */
  readonly inText: (text: string) => { readonly value: string; readonly by: BlockReason } | undefined;
}

/**
 * Checks reserved ranges and names, then the ignore list. Parts of a URL that can't be shown to be free of internal and
 * ignored names aren't sent automatically (`sent`). A URL that the user has seen and confirmed is blocked if a host in
 * it, in any encoding, is internal or ignored, or if it can't be checked. Nothing is sent while the ignore list is too
 * long to check.
 */
export function createSendPolicy(ignoreList: () => LookupSettings['ignore']): SendPolicy {
  let decidedBy: LookupSettings['ignore'] = [];
  const decided = new Map<string, BlockReason | undefined>();
  const sentForms = new Map<string, Indicator>();
  /** URLs that were shown to name nothing but their host. */
  const shown = new Set<string>();

  /** Why one of the hosts, or a value that contains them, must not be sent. */
  const blockedBy = (hosts: readonly Indicator[], values: readonly string[]): BlockReason | undefined => {
    const reserved = hosts.find((host) => isReserved(host));
    if (reserved !== undefined) return { kind: 'reserved', what: reserved.type === 'ip' ? 'address' : 'name' };
    const list = getIgnoreList(ignoreList());
    if (list.beyond?.what === 'unread') return { kind: 'reserved', what: 'unreadIgnoreFile' };
    if (list.beyond !== undefined) return { kind: 'reserved', what: 'longIgnoreList', origin: list.beyond.origin };
    if (list.isEmpty) return undefined;
    const carried = hosts.flatMap(({ type, value }) =>
      type === 'ip' ? embeddedIpv4Addresses(ipv6Groups(value) ?? []) : carriedHosts(value),
    );
    const found = list.find(values, [...new Set([...hosts.map(({ value }) => value), ...carried])]);
    return found && { kind: 'ignored', pattern: found.pattern, origin: found.origin };
  };

  const decide = (indicator: Indicator, redacted: Indicator): BlockReason | undefined => {
    const own = ownHosts(redacted);
    if (own === undefined) return { kind: 'reserved', what: 'name' };
    const isShown = redacted.type !== 'url' || shown.has(redacted.value);
    const inside = isShown ? [] : findEmbeddedHosts(besideHost(redacted.value));
    const values = [...new Set([indicator.value, redactIndicator(indicator, 'full').value, redacted.value])];
    const by = blockedBy([...own, ...(inside ?? [])], values);
    return by ?? (inside === undefined ? unreadable : undefined);
  };

  const forgetOtherList = (): void => {
    const list = ignoreList();
    if (list === decidedBy) return;
    decidedBy = list;
    decided.clear();
    sentForms.clear();
    shown.clear();
  };

  const blocked = (indicator: Indicator, redacted: Indicator): BlockReason | undefined => {
    forgetOtherList();
    // Deciding about a host again takes as little time as remembering it.
    if (redacted.type !== 'url') return decide(indicator, redacted);
    const name = `${indicator.type} ${indicator.value}\n${redacted.value}`;
    if (decided.has(name)) return decided.get(name);
    const decision = decide(indicator, redacted);
    if (decided.size >= maxRemembered) decided.clear();
    decided.set(name, decision);
    return decision;
  };

  const reduced = (indicator: Indicator, detail: UrlDetail): Indicator => {
    // The fragment may begin within a character reference (`wiki&#46;corp`), of which the rest would be sent.
    if (
      indicator.value.includes('#') &&
      (fullyUnescaped(redactIndicator(indicator, 'full').value)?.endsWith('&') ?? true)
    )
      return redactIndicator(indicator, 'hostOnly');
    for (const each of detail === 'full' ? (['full', 'withoutQuery'] as const) : [detail]) {
      const redacted = redactIndicator(indicator, each);
      if (redacted.type !== 'url') return redacted;
      const rest = besideHost(redacted.value);
      const hosts = findEmbeddedHosts(rest);
      if (hosts === undefined || blockedBy(hosts, []) !== undefined) continue;
      if (!namesNothing(rest, getIgnoreList(ignoreList()))) continue;
      if (shown.size >= maxRemembered) shown.clear();
      shown.add(redacted.value);
      return redacted;
    }
    return redactIndicator(indicator, 'hostOnly');
  };

  const sent = (indicator: Indicator, detail: UrlDetail): Indicator => {
    if (indicator.type !== 'url' || detail === 'hostOnly') return redactIndicator(indicator, detail);
    forgetOtherList();
    const name = `${detail} ${indicator.value}`;
    const known = sentForms.get(name) ?? reduced(indicator, detail);
    if (sentForms.size >= maxRemembered) sentForms.clear();
    sentForms.set(name, known);
    return known;
  };

  return Object.assign(blocked, {
    sent,
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
  const own = getHost(indicator);
  const spelled = own && normalizeHost(own.value);
  if (own === undefined || spelled === undefined) return undefined;
  return spelled.type === own.type && spelled.value === own.value ? [own] : [spelled, own];
}

/** Everything in a URL except scheme, host, and port: credentials, path, query, and fragment. */
function besideHost(url: string): string {
  const behindScheme = url.slice(url.indexOf('://') + 3);
  const end = behindScheme.search(/[/?#\\]|$/);
  return behindScheme.slice(0, behindScheme.lastIndexOf('@', end) + 1) + behindScheme.slice(end);
}
