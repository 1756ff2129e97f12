import { ipv4Number, ipv6Groups } from '../../indicators/identity/addresses';
import { hostOf } from '../../indicators/identity/hostOf';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import type { NamedContext } from '../../records/context';
import { packedContext } from './packed';
import { type BuiltInList, setAt, unpackContext, type UnpackedContext } from './unpack';

export { ownSource } from './unpack';

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
  const found = new Set<BuiltInList>();
  for (let at = 0; ; at = key.indexOf('.', at) + 1) {
    for (const { list, isExact } of names.get(key.slice(at)) ?? [])
      // The site of a name is usually `www.` below it.
      if (!isExact || at === 0 || (at === 4 && key.startsWith('www.'))) found.add(list);
    if (!key.includes('.', at)) break;
  }
  return found.size < 2 ? [...found] : lists.filter((list) => found.has(list));
}

/** The lists in the extension that contain an indicator or the host of a URL; the most specific one first. */
export function builtInContexts(indicator: Indicator): readonly NamedContext[] {
  const host = hostOf(indicator);
  return host === undefined ? none : listsOf(lookupKey(host), host.type);
}

/**
 * Whether every machine contacts an indicator's host, and only its operator can publish files there: public resolvers,
 * namespaces, updates, and connectivity checks. Highlights and automatic lookups can skip them; hovers never do.
 */
export function isWellKnown(indicator: Indicator): boolean {
  const host = hostOf(indicator);
  return host !== undefined && listsOf(lookupKey(host), host.type).some(({ everyMachine }) => everyMachine);
}

/** Whether a list has an entry for exactly this name. */
export function isListedName(key: string): boolean {
  return data().names.has(key);
}
