import { hostOf } from '../indicators/hostOf';
import { isReserved } from '../indicators/reserved';
import type { Indicator } from '../indicators/types';
import { withoutTrailing } from '../text/ends';
import { compileIgnore, hostName, parseAddress, type Target } from './ignore';
import type { LookupSettings } from './lookups';
import { outgoing } from './outgoing';
import type { Withheld } from './types';

interface Ignored {
  readonly pattern: string;
  readonly origin: 'user' | 'workspace';
  readonly matches: (target: Target) => boolean;
}

/** Decisions remembered: a hover asks for the same one several times. */
const remembered = 500;

/** A workspace may bring so many regular expressions; more would slow every hover down. */
const workspaceExpressions = 10;

/** Says why an indicator, of which `outgo` would be sent, must never leave. */
export type Withholding = (indicator: Indicator, outgo: Indicator) => Withheld | undefined;

/** Reserved ranges and names first, then the ignore list, whose patterns are compiled once per list. */
export function createWithholding(ignoreList: () => LookupSettings['ignore']): Withholding {
  let compiledFrom: LookupSettings['ignore'] = [];
  let compiled: readonly Ignored[] = [];
  const decided = new Map<string, Withheld | undefined>();

  const current = (): readonly Ignored[] => {
    const list = ignoreList();
    if (list !== compiledFrom) {
      compiledFrom = list;
      compiled = compileAll(list);
      decided.clear();
    }
    return compiled;
  };

  const decide: Withholding = (indicator, outgo) => {
    const hosts = hostsOf(outgo);
    if (hosts === undefined) return { kind: 'reserved', what: 'name' };
    const reserved = hosts.find((host) => isReserved(host));
    if (reserved !== undefined) return { kind: 'reserved', what: reserved.type === 'ip' ? 'address' : 'name' };
    const values = [...new Set([indicator.value, outgoing(indicator, 'full').value, outgo.value])];
    const names = new Map(hosts.map(({ value }) => [value, parseAddress(value)]));
    const targets = [...names].flatMap(([host, address]) => values.map((value): Target => ({ value, host, address })));
    const found = current().find(({ matches }) => targets.some((target) => matches(target)));
    return found && { kind: 'ignored', pattern: found.pattern, origin: found.origin };
  };

  return (indicator, outgo) => {
    current();
    const name = `${indicator.type} ${indicator.value}\n${outgo.value}`;
    if (decided.has(name)) return decided.get(name);
    const decision = decide(indicator, outgo);
    if (decided.size >= remembered) decided.clear();
    decided.set(name, decision);
    return decision;
  };
}

function compileAll(list: LookupSettings['ignore']): readonly Ignored[] {
  let expressions = 0;
  return list.flatMap(({ pattern, origin }) => {
    if (origin === 'workspace' && pattern.startsWith('/') && ++expressions > workspaceExpressions) return [];
    const compiled = compileIgnore(pattern);
    return 'problem' in compiled ? [] : [{ pattern, origin, matches: compiled.matches }];
  });
}

/**
 * Every host that an indicator would tell: its own, and those of addresses inside a URL's path and query (redirectors,
 * archives), percent-encoded or not. Undefined where the own host can't be read: such a thing is never sent.
 */
function hostsOf(indicator: Indicator): readonly Indicator[] | undefined {
  const own = hostOf(indicator);
  if (own === undefined) return undefined;
  const spelled = canonicalHost(own.value);
  if (spelled === undefined) return undefined;
  const hosts = [spelled, own];
  if (indicator.type !== 'url') return hosts;
  // The first piece is the own scheme, the second begins with the own host.
  for (const piece of decoded(indicator.value).split('://').slice(2)) {
    const authority = piece.slice(0, Math.max(0, piece.search(/[\s/?#\\&"'<>]|$/)));
    const host = canonicalHost(authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, ''));
    if (host !== undefined) hosts.push(host);
  }
  return hosts;
}

/** The host as a browser reads it: 0x7f.1 and 2130706433 are 127.0.0.1, full-width dots are dots. */
function canonicalHost(text: string): Indicator | undefined {
  const address = parseAddress(text);
  if (address !== undefined) return { type: 'ip', value: address.toString() };
  const name = hostName(text.toLowerCase());
  if (name === undefined) return undefined;
  const asAddress = parseAddress(name);
  if (asAddress !== undefined) return { type: 'ip', value: asAddress.toString() };
  return { type: 'domain', value: withoutTrailing(name, /\./) };
}

/** Percent-encoding undone up to twice; what can't be undone stays. */
function decoded(text: string): string {
  const once = (value: string): string => value.replace(/(?:%[0-9a-f]{2})+/gi, decodeOrKeep);
  return once(once(text));
}

function decodeOrKeep(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes;
  }
}
