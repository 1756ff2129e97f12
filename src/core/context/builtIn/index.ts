import { ipv4Number, ipv6Groups } from '../../indicators/identity/addresses';
import { getHost } from '../../indicators/identity/getHost';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { NamedContext } from '../../records/context';
import { packedContext, type PackedContext } from './packed';
import { contextCategories, type ContextCategory } from '../../records/context';

/** A list, with its statement about each of its entries. */
interface BuiltInList extends NamedContext {
  /** Every machine contacts it, and only its operator can publish files there. */
  readonly everyMachine: boolean;
}

/** A list that contains a name. */
interface ListedName {
  readonly list: BuiltInList;
  /** Only this name, none below it. */
  readonly isExact: boolean;
}

/** Boundaries in order; from each one on, a set of lists applies. */
interface Ranges<T> {
  readonly boundaries: ArrayLike<T>;
  readonly sets: string;
}

interface UnpackedContext {
  readonly lists: readonly BuiltInList[];
  readonly sets: readonly (readonly BuiltInList[])[];
  readonly names: ReadonlyMap<string, readonly ListedName[]>;
  readonly v4: Ranges<number>;
  /** Eight groups as eight UTF-16 units, which sort like addresses. */
  readonly v6: Ranges<string>;
}

/** The source of lists that aren't from anybody else. */
export const ownSource = 'Threat Lookups';

const firstSet = 35;
const shifts = 'ghijklmnopqrstuvwxyzABCDEFGHIJKL';

/** Unpacks the lists for searching, in a few milliseconds. */
export function unpackContext(packed: PackedContext): UnpackedContext {
  const lists = packed.lists.map(([label, category, kind, source, everyMachine]): BuiltInList => ({
    label,
    category: categoryOf(category),
    kind: kind === 'knownServices' ? 'knownServices' : 'informational',
    source: source === '' ? ownSource : source,
    everyMachine,
  }));
  const listsIn = (set: string): readonly BuiltInList[] =>
    set.split(',').flatMap((number) => (number === '' ? [] : (lists[Number(number)] ?? [])));
  return {
    lists,
    sets: packed.sets.map(listsIn),
    names: namesOf(packed, lists),
    v4: { boundaries: v4Boundaries(packed.v4, packed.v4Sets.length), sets: packed.v4Sets },
    v6: { boundaries: v6Boundaries(packed.v6), sets: packed.v6Sets },
  };
}

function categoryOf(category: string): ContextCategory {
  return contextCategories.find((each) => each === category) ?? 'other';
}

function namesOf(packed: PackedContext, lists: readonly BuiltInList[]): Map<string, ListedName[]> {
  const names = new Map<string, ListedName[]>();
  for (const [index, list] of lists.entries()) {
    const [exact, below]: readonly [ListedName, ListedName] = [
      { list, isExact: true },
      { list, isExact: false },
    ];
    for (const entry of packed.names[index]?.split(' ') ?? []) {
      if (entry === '') continue;
      const isExact = entry.startsWith('=');
      const name = isExact ? entry.slice(1) : entry;
      const listed = names.get(name);
      if (listed === undefined) names.set(name, [isExact ? exact : below]);
      else listed.push(isExact ? exact : below);
    }
  }
  return names;
}

function v4Boundaries(text: string, count: number): Uint32Array {
  const boundaries = new Uint32Array(count);
  let at = 0;
  let mantissa = 0;
  let index = 0;
  for (let position = 0; position < text.length; position++) {
    const digit = digitOf(text.charCodeAt(position));
    if (digit < 16) mantissa = mantissa * 16 + digit;
    else {
      at += mantissa * 2 ** shifts.indexOf(text.charAt(position));
      boundaries[index++] = at;
      mantissa = 0;
    }
  }
  return boundaries;
}

/** The value of a hexadecimal digit in lower case; 16 for any other character. */
function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : 16;
}

function v6Boundaries(text: string): readonly string[] {
  let before = '';
  return text.split(' ').map((step) => {
    const rest = step.length === 1 ? [] : step.slice(1).split(':');
    const groups = before.slice(0, Number(step.charAt(0)));
    before = (groups + String.fromCharCode(...rest.map((group) => parseInt(group, 16)))).padEnd(8, '\0');
    return before;
  });
}

/** The set of lists that an address is in; undefined before the first boundary. */
function setAt<T extends number | string>({ boundaries, sets }: Ranges<T>, address: T): number | undefined {
  let low = 0;
  let high = boundaries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const boundary = boundaries[middle];
    if (boundary !== undefined && boundary <= address) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : sets.charCodeAt(low - 1) - firstSet;
}

let unpacked: UnpackedContext | undefined;

function data(): UnpackedContext {
  return (unpacked ??= unpackContext(packedContext()));
}

const none: readonly BuiltInList[] = [];

/** The lists that contain a host (as a lookup key), the most specific one first. */
function listsOf(key: string, type: Indicator['type']): readonly BuiltInList[] {
  return type === 'ip' ? listsOfAddress(key) : listsOfName(key);
}

function listsOfAddress(key: string): readonly BuiltInList[] {
  const { v4, v6, sets } = data();
  const number = ipv4Number(key);
  if (number !== undefined) return sets[setAt(v4, number) ?? -1] ?? none;
  const groups = ipv6Groups(key);
  return groups === undefined ? none : (sets[setAt(v6, String.fromCharCode(...groups)) ?? -1] ?? none);
}

function listsOfName(key: string): readonly BuiltInList[] {
  const { names, lists } = data();
  // Most names are on none.
  let found: Set<BuiltInList> | undefined;
  for (let at = 0, dot = 0; dot !== -1; at = dot + 1) {
    for (const { list, isExact } of names.get(key.slice(at)) ?? [])
      // The site of a name is usually `www.` below it.
      if (!isExact || at === 0 || (at === 4 && key.startsWith('www.'))) (found ??= new Set()).add(list);
    dot = key.indexOf('.', at);
  }
  if (found === undefined) return none;
  return found.size < 2 ? [...found] : lists.filter((list) => found.has(list));
}

/** The lists in the extension that contain an indicator or the host of a URL; the most specific one first. */
export function builtInContexts(indicator: Indicator): readonly NamedContext[] {
  const host = getHost(indicator);
  return host === undefined ? none : listsOf(lookupKey(host), host.type);
}

/**
 * Whether every machine contacts an indicator's host, and only its operator can publish files there: public resolvers,
 * namespaces, updates, and connectivity checks. Highlights and automatic lookups can skip them; hovers never do.
 */
export function isWellKnown(indicator: Indicator): boolean {
  const host = getHost(indicator);
  return host !== undefined && listsOf(lookupKey(host), host.type).some(({ everyMachine }) => everyMachine);
}

/** Whether a list has an entry for exactly this name. */
export function isListedName(key: string): boolean {
  return data().names.has(key);
}
