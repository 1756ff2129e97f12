import { ipv4Number } from '../identity/addresses';
import { nameKind } from './suffixes';

/** Names above a name that are searched for statements. */
const maxNamesAbove = 8;

/** The names above a name, the nearest first; without suffixes below which anyone can register a name. */
export function namesAbove(key: string): readonly string[] {
  if (key.includes('/') || key.includes(':') || ipv4Number(key) !== undefined) return [];
  const names: string[] = [];
  let dot = key.lastIndexOf('.');
  while (dot > 0 && names.length < maxNamesAbove) {
    dot = key.lastIndexOf('.', dot - 1);
    if (dot !== -1) names.push(key.slice(dot + 1));
  }
  return names.reverse();
}

/** Lookup keys with those of the names above them, on which it also depends what is known. */
export function withNamesAbove(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.flatMap((key) => [key, ...namesAbove(key)]));
}

/** Whether a rule for a name and all below it may apply to others: not that of a registry or of a company for its customers. */
export function canReachBelow(name: string): boolean {
  const kind = nameKind(name);
  return kind === 'public' || kind === 'reserved';
}
