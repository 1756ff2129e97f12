import type ipaddr from 'ipaddr.js';
import { parseAddress } from './hostForms';
import { type IgnoreProblem, type IgnoreRule, readIgnoreEntry } from './ignoreEntry';
import { maxFileEntries, unreadPattern } from './ignoreFile';
import type { IgnoreOrigin } from '../types';
import type { LookupSettings } from '../options';
import { maxTextLength } from './decodings';

type Entry = LookupSettings['ignore'][number];

/** The maximum number of entries of a list. A workspace's list may come from someone else. */
export const ignoreLimits: Readonly<Record<IgnoreOrigin, number>> = {
  user: 100_000,
  workspace: 1_000,
  file: maxFileEntries,
};

/** Which limit a list exceeds: its number of entries, or the length of a single entry. `unread`: what is in a file isn't known. */
export interface ExceededLimit {
  readonly origin: IgnoreOrigin;
  readonly what: 'entries' | 'entry' | 'unread';
}

/**
 * A compiled ignore list: a match takes as long with ten entries as with a hundred thousand, except for regular
 * expressions.
 */
export interface IgnoreList {
  /** If set, nothing may be sent, since an unmatched indicator could be one to ignore. */
  readonly beyond?: ExceededLimit;
  /** The first invalid entries. */
  readonly problems: readonly (Entry & { readonly problem: IgnoreProblem })[];
  /** The first entry that matches one of the hosts or one of the values. */
  find(values: readonly string[], hosts: readonly string[]): Entry | undefined;
  /** Whether there are no entries. */
  readonly isEmpty: boolean;
  /**
   * Whether the words of an ignored name or URL are in a text in a row, whatever is between them: `mail-corp_example.zip`
   * has those of `mail.corp.example`. Only ASCII is compared.
   */
  isNamedIn(text: string): boolean;
}

/** The maximum number of reported entries. */
const maxProblems = 5;

const compiledLists = new WeakMap<readonly Entry[], IgnoreList>();

/** Compiles a list once for all callers. */
export function getIgnoreList(entries: readonly Entry[]): IgnoreList {
  const known = compiledLists.get(entries);
  if (known !== undefined) return known;
  const compiled = compile(entries);
  compiledLists.set(entries, compiled);
  return compiled;
}

/** Entries by what they match, as indexes in the list; the first of equal ones. */
class Index {
  readonly hosts = new Map<string, number>();
  readonly suffixes = new Map<string, number>();
  readonly addresses = new Map<string, number>();
  readonly urls = new Map<string, number>();
  /** By kind of address and prefix length, then by the bits of the prefix. */
  readonly networks = new Map<string, { readonly length: number; readonly prefixes: Map<string, number> }>();
  readonly expressions: (readonly [position: number, pattern: RegExp])[] = [];
  /** The words of names and URLs, and the number of words of the longest by the first of them. */
  readonly words = new Set<string>();
  readonly longestByFirst = new Map<string, number>();

  add(rule: IgnoreRule, position: number): void {
    switch (rule.kind) {
      case 'host':
        addFirst(this.hosts, rule.name, position);
        this.addWords(rule.name);
        return;
      case 'suffix':
        addFirst(this.suffixes, rule.name, position);
        this.addWords(rule.name);
        return;
      case 'address':
        addFirst(this.addresses, rule.name, position);
        return;
      case 'url':
        for (const value of rule.values) {
          addFirst(this.urls, value, position);
          this.addWords(value.replace(/^[a-z][a-z0-9+.-]*:/i, ''));
        }
        return;
      case 'expression':
        this.expressions.push([position, rule.pattern]);
        return;
      case 'network': {
        const { address, length } = rule;
        const name = `${address.kind()}/${length}`;
        const existing = this.networks.get(name) ?? { length, prefixes: new Map<string, number>() };
        this.networks.set(name, existing);
        addFirst(existing.prefixes, prefixOf(address, length), position);
      }
    }
  }

  private addWords(name: string): void {
    const words = wordsOf(name);
    const [first] = words;
    if (first === undefined) return;
    this.words.add(words.join(' '));
    this.longestByFirst.set(first, Math.max(words.length, this.longestByFirst.get(first) ?? 0));
  }

  hasWordsIn(text: string): boolean {
    if (this.words.size === 0) return false;
    const words = wordsOf(text);
    return words.some((first, at) => {
      const longest = this.longestByFirst.get(first) ?? 0;
      for (let count = 1; count <= longest; count++)
        if (this.words.has(words.slice(at, at + count).join(' '))) return true;
      return false;
    });
  }

  /** The indexes of all matching entries, unordered. */
  *positions(values: readonly string[], hosts: readonly string[]): Iterable<number | undefined> {
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
    for (const [position, pattern] of this.expressions) {
      if (texts.some((text) => pattern.test(text.slice(0, maxTextLength)))) yield position;
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
  const isUnread = entries.some(({ pattern, origin }) => origin === 'file' && pattern === unreadPattern);
  if (isUnread) return { beyond: { origin: 'file', what: 'unread' }, problems: [], ...unmatched };
  const tooMany = (['user', 'workspace', 'file'] as const).find(
    (origin) => entries.filter((entry) => entry.origin === origin).length > ignoreLimits[origin],
  );
  if (tooMany !== undefined) return { beyond: { origin: tooMany, what: 'entries' }, problems: [], ...unmatched };
  const index = new Index();
  const problems: (Entry & { readonly problem: IgnoreProblem })[] = [];
  let beyond: ExceededLimit | undefined;
  for (const [position, { pattern, origin }] of entries.entries()) {
    const rule = readIgnoreEntry(pattern, origin);
    if ('problem' in rule) {
      if (rule.problem === 'tooLong') beyond ??= { origin, what: 'entry' };
      if (problems.length < maxProblems) problems.push({ pattern, origin, problem: rule.problem });
      continue;
    }
    index.add(rule, position);
  }
  return {
    beyond,
    problems,
    isEmpty: entries.length === 0,
    isNamedIn: (text) => index.hasWordsIn(text),
    find(values, hosts) {
      let first = Infinity;
      for (const position of index.positions(values, hosts))
        if (position !== undefined && position < first) first = position;
      return entries[first];
    },
  };
}

/** Replaces a list that isn't matched, because nothing is sent. */
const unmatched = { isEmpty: false, isNamedIn: () => true, find: () => undefined };

function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.filter((word) => word !== 'dot') ?? []
  );
}

function addFirst(map: Map<string, number>, key: string, position: number): void {
  if (!map.has(key)) map.set(key, position);
}

function nextLabel(host: string, from: number): number {
  const dot = host.indexOf('.', from);
  return dot === -1 ? -1 : dot + 1;
}

/** The first bits of an address, as a text that is the same for all addresses with that prefix. */
function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const bytes = address.toByteArray();
  const whole = length >> 3;
  const rest = (bytes[whole] ?? 0) >> (8 - (length & 7));
  return `${bytes.slice(0, whole).join('.')}/${rest}`;
}
