import type ipaddr from 'ipaddr.js';
import { parseAddress } from './hostForms';
import { type IgnoreRule, readIgnoreEntry } from './ignore';
import type { LookupSettings } from './lookups';
import { maxTextLength } from './readings';
import type { SafePattern } from './patternMatcher';

type Entry = LookupSettings['ignore'][number];
export type IgnoreOrigin = Entry['origin'];

/**
 * How much one list may hold: entries, and steps of all its regular expressions together, which is what a match costs for each
 * character. A workspace's list comes with somebody else's files.
 */
export const ignoreLimits: Readonly<Record<IgnoreOrigin, { readonly entries: number; readonly steps: number }>> = {
  user: { entries: 100_000, steps: 10_000 },
  workspace: { entries: 1_000, steps: 1_000 },
};

/** What of a list is more than can be matched: too many entries, too many steps, or one entry by itself. */
export interface ExceededLimit {
  readonly origin: IgnoreOrigin;
  readonly what: 'entries' | 'steps' | 'entry';
}

/** An ignore list, compiled: a look costs as much with ten entries as with a hundred thousand, save for expressions. */
export interface IgnoreList {
  /** Where a list is longer than can be matched, nothing may leave: what is not matched could be what was to stay. */
  readonly beyond?: ExceededLimit;
  /** The first of the entries that can't be read, with a sentence that says why. */
  readonly problems: readonly (Entry & { readonly problem: string })[];
  /** The first entry that matches one of the hosts or one of the values. */
  find(values: readonly string[], hosts: readonly string[]): Entry | undefined;
}

/** So many entries are told of. */
const maxProblems = 5;

const compiledLists = new WeakMap<readonly Entry[], IgnoreList>();

/** Compiles a list once for all who ask. */
export function ignoreListOf(entries: readonly Entry[]): IgnoreList {
  const known = compiledLists.get(entries);
  if (known !== undefined) return known;
  const compiled = compile(entries);
  compiledLists.set(entries, compiled);
  return compiled;
}

/** Entries by what they match, as places in the list; the first of several alike. */
class Index {
  readonly hosts = new Map<string, number>();
  readonly suffixes = new Map<string, number>();
  readonly addresses = new Map<string, number>();
  readonly urls = new Map<string, number>();
  /** By kind of address and length of prefix, then by the bits of the prefix. */
  readonly networks = new Map<string, { readonly length: number; readonly prefixes: Map<string, number> }>();
  readonly expressions: (readonly [place: number, pattern: SafePattern])[] = [];

  add(rule: IgnoreRule, place: number): void {
    switch (rule.kind) {
      case 'host':
        addFirst(this.hosts, rule.name, place);
        return;
      case 'suffix':
        addFirst(this.suffixes, rule.name, place);
        return;
      case 'address':
        addFirst(this.addresses, rule.name, place);
        return;
      case 'url':
        for (const value of rule.values) addFirst(this.urls, value, place);
        return;
      case 'expression':
        this.expressions.push([place, rule.pattern]);
        return;
      case 'network': {
        const { address, length } = rule;
        const name = `${address.kind()}/${length}`;
        const held = this.networks.get(name) ?? { length, prefixes: new Map<string, number>() };
        this.networks.set(name, held);
        addFirst(held.prefixes, prefixOf(address, length), place);
      }
    }
  }

  /** The places of all kinds of entries that match, in no order. */
  *places(values: readonly string[], hosts: readonly string[]): Iterable<number | undefined> {
    for (const value of values) {
      yield this.urls.get(value);
      yield this.urls.get(value.replace(/\/$/, ''));
    }
    for (const host of hosts) {
      yield this.hosts.get(host);
      for (let at = 0; at !== -1 && this.suffixes.size > 0; at = nextLabel(host, at))
        yield this.suffixes.get(host.slice(at));
      const address = parseAddress(host);
      if (address !== undefined) yield* this.matchesOfAddress(address);
    }
    const texts = this.expressions.length === 0 ? [] : [...new Set([...values, ...hosts])];
    for (const [place, pattern] of this.expressions) {
      if (texts.some((text) => pattern.test(text.slice(0, maxTextLength)))) yield place;
    }
  }

  private *matchesOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): Iterable<number | undefined> {
    yield this.addresses.get(address.toNormalizedString());
    for (const [name, { length, prefixes }] of this.networks) {
      if (name.startsWith(address.kind())) yield prefixes.get(prefixOf(address, length));
    }
  }
}

function compile(entries: readonly Entry[]): IgnoreList {
  const tooMany = (['user', 'workspace'] as const).find(
    (origin) => entries.filter((entry) => entry.origin === origin).length > ignoreLimits[origin].entries,
  );
  if (tooMany !== undefined)
    return { beyond: { origin: tooMany, what: 'entries' }, problems: [], find: () => undefined };
  const index = new Index();
  const steps = { user: 0, workspace: 0 };
  const problems: (Entry & { readonly problem: string })[] = [];
  let beyond: ExceededLimit | undefined;
  for (const [place, { pattern, origin }] of entries.entries()) {
    const rule = readIgnoreEntry(pattern);
    if ('problem' in rule) {
      if (rule.beyond) beyond ??= { origin, what: 'entry' };
      if (problems.length < maxProblems) problems.push({ pattern, origin, problem: rule.problem });
      continue;
    }
    if (rule.kind === 'expression') {
      steps[origin] += rule.pattern.steps;
      if (steps[origin] > ignoreLimits[origin].steps) {
        beyond ??= { origin, what: 'steps' };
        continue;
      }
    }
    index.add(rule, place);
  }
  return {
    ...(beyond === undefined ? {} : { beyond }),
    problems,
    find(values, hosts) {
      let first = Infinity;
      for (const place of index.places(values, hosts)) if (place !== undefined && place < first) first = place;
      return entries[first];
    },
  };
}

function addFirst(map: Map<string, number>, key: string, place: number): void {
  if (!map.has(key)) map.set(key, place);
}

function nextLabel(host: string, from: number): number {
  const dot = host.indexOf('.', from);
  return dot === -1 ? -1 : dot + 1;
}

/** The first bits of an address, as a text that is the same for all addresses which share them. */
function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const bytes = address.toByteArray();
  const whole = length >> 3;
  const rest = (bytes[whole] ?? 0) >> (8 - (length & 7));
  return `${bytes.slice(0, whole).join('.')}/${rest}`;
}
