import { exactTimestamp } from '../../core/records/exactTimestamp';
import { type Group, groups, type Place } from '../../core/store/stix/position';

const known: ReadonlySet<number> = new Set(Object.values(groups));
const shape = /^([^|]{27})\|(\d)\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

/**
 * The token of the page behind a place: its moment and its number (api-spec: “TAXII collection objects”). The server keeps nothing
 * for it, so that it can be used again, also after a restart.
 */
export function cursorOf({ created, group, source, id, part }: Place): string {
  return `${created}|${group}.${source}.${id}.${part}`;
}

/** The place of a token; undefined for what is none. */
export function positionOf(token: string): Place | undefined {
  const match = shape.exec(token);
  const created = match?.[1] ?? '';
  const [group = -1, source = 0, id = 0, part = 0] = (match?.slice(2) ?? []).map(Number);
  if (exactTimestamp(created) !== created || !isGroup(group)) return undefined;
  return { created, group, source, id, part };
}

function isGroup(number: number): number is Group {
  return known.has(number);
}
