import { exactTimestamp } from '../../core/records/exactTimestamp';
import { type Group, groups, type SortKey } from '../../core/store/stix/position';

const known: ReadonlySet<number> = new Set(Object.values(groups));
const shape = /^([^|]{27})\|(\d)\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\|([\da-f-]{36})$/;

/**
 * The token of the page after a position: its time, its number, and the collection, because a position means nothing in
 * another one (lookup API: “TAXII collection objects”). The server is stateless, so that a token can be used again,
 * even after a restart.
 */
export function getCursor({ created, group, source, id, part }: SortKey, collection: string): string {
  return `${created}|${group}.${source}.${id}.${part}|${collection}`;
}

/** The position of a token of a collection; undefined for an invalid one, and for one of another collection. */
export function getPosition(token: string, collection: string): SortKey | undefined {
  const match = shape.exec(token);
  if (match?.[6] !== collection) return undefined;
  const created = match[1] ?? '';
  const [group = -1, source = 0, id = 0, part = 0] = match.slice(2, 6).map(Number);
  if (exactTimestamp(created) !== created || !isGroup(group)) return undefined;
  return { created, group, source, id, part };
}

function isGroup(number: number): number is Group {
  return known.has(number);
}
