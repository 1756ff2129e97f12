/**
 * Names that never leave the machine: special-use names (IANA registry, RFC 6761, 6762, 8375, 9476; `.internal` by
 * ICANN's resolution of 2024), and private endings that are in wide use without being registered.
 */
const reservedTlds: ReadonlySet<string> = new Set([
  'local',
  'localhost',
  'test',
  'example',
  'invalid',
  'internal',
  'alt',
  'lan',
  'localdomain',
  'corp',
  'home',
  'intranet',
  'private',
]);

/** Endings that count as a domain though the root zone does not hold them. */
const pseudoTlds: ReadonlySet<string> = new Set(['local', 'test', 'example', 'invalid', 'internal', 'lan', 'onion']);

const reservedNames = ['example.com', 'example.net', 'example.org', 'home.arpa'];

/** The last label of a host name. */
export function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether a name ending so counts as a domain without being in the root zone. */
export function isPseudoTld(label: string): boolean {
  return pseudoTlds.has(label);
}

/** Whether a canonical host name must never leave the machine: special-use, private ending, single label, private reverse name. */
export function isSpecialName(name: string): boolean {
  if (!name.includes('.') || reservedTlds.has(lastLabel(name))) return true;
  if (reservedNames.some((reserved) => name === reserved || name.endsWith(`.${reserved}`))) return true;
  return /(?:^|\.)(?:10|127|168\.192|254\.169|(?:1[6-9]|2\d|3[01])\.172)\.in-addr\.arpa$/.test(name);
}
