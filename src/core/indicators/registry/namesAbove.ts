import { ipv4Number } from '../identity/addresses';
import { nameKind } from './suffixes';

/** Names above a name that are searched for statements. */
const maxNamesAbove = 8;

/** The names above a name, the nearest first; without suffixes below which anyone can register a name. */
export function namesAbove(key: string): readonly string[] {
  if (!/^[^/:]+$/.test(key) || ipv4Number(key) !== undefined) return [];
  const labels = key.split('.');
  return labels
    .slice(1, -1)
    .map((_, index) => labels.slice(index + 1).join('.'))
    .slice(-maxNamesAbove);
}

/** Whether a rule for a name and all below it may apply to others: not that of a registry or of a company for its customers. */
export function canReachBelow(name: string): boolean {
  const kind = nameKind(name);
  return kind === 'public' || kind === 'reserved';
}
