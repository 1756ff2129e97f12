/**
 * TLDs of names that are never sent: special-use names (IANA registry, RFC 6761, 6762, 8375, 9476; `.internal` by
 * ICANN's 2024 resolution), and widely used private TLDs that aren't registered.
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

/** TLDs of indicators that aren't in the root zone. */
const pseudoTlds: ReadonlySet<string> = new Set(['local', 'test', 'example', 'invalid', 'internal', 'lan', 'onion']);

const reservedNames = ['example.com', 'example.net', 'example.org', 'home.arpa'];

/** The last label of a host name. */
export function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether names with this TLD are domains although it isn't in the root zone. */
export function isPseudoTld(label: string): boolean {
  return pseudoTlds.has(label);
}

/**
 * Whether a canonical host name must never be sent: special-use name, private TLD, single label, or private reverse
 * name.
 */
export function isSpecialName(name: string): boolean {
  if (!name.includes('.') || reservedTlds.has(lastLabel(name))) return true;
  if (reservedNames.some((reserved) => name === reserved || name.endsWith(`.${reserved}`))) return true;
  return /(?:^|\.)(?:10|127|168\.192|254\.169|(?:1[6-9]|2\d|3[01])\.172)\.in-addr\.arpa$/.test(name);
}
