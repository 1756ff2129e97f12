import {
  addressNumber,
  missingParts,
  type GeoLocation,
  type GeoLocationParts,
  type GeoLocationRange,
  type GeoLocationRanges,
} from '../context/geoLocation';
import { isForDocumentation } from '../indicators/registry/documentation';
import { isSpecialAddress } from '../indicators/registry/specialAddresses';
import { creditsField } from '../records/labels/credit';
import { type Connection, integer, type Row, text, type Value } from './sqlite/sqlite';

/**
 * Returns the place of a public address by the lists of locations; undefined if no list has it. A list that was added
 * earlier takes precedence, and later ones add what is missing.
 */
export function getGeoLocation(connection: Connection, address: string): GeoLocation | undefined {
  const number = isPublic(address) ? addressNumber(address) : undefined;
  if (number === undefined) return undefined;
  const rows = connection.all(
    // The order of the joins: a few lists, the last range of each that begins at or before the address, and its location.
    `SELECT s.name, l.as_of, l.credit, p.country, p.asn, p.organization, p.city
     FROM place_list l CROSS JOIN place_range r CROSS JOIN place p CROSS JOIN source s
     WHERE l.complete = 1 AND r.list_id = l.id
       AND r.first = (SELECT max(first) FROM place_range WHERE list_id = l.id AND first <= ?1) AND r.last >= ?1
       AND p.list_id = l.id AND p.number = r.place AND s.id = l.source_id
     ORDER BY l.source_id`,
    stored(number),
  );
  return geoLocationIn(rows);
}

/** Returns the place of an address by the ranges of lists that contain it, in the order of the lists. */
export function geoLocationIn(rows: readonly Row[]): GeoLocation | undefined {
  let parts: GeoLocationParts = {};
  const names: string[] = [];
  const credits: string[] = [];
  let asOf = Infinity;
  for (const row of rows) {
    const more = missingParts(parts, partsOf(row));
    if (Object.keys(more).length === 0) continue;
    parts = { ...parts, ...more };
    const [name, credit] = [text(row['name']), text(row['credit'])];
    asOf = Math.min(asOf, integer(row['as_of']) ?? 0);
    if (!names.includes(name)) names.push(name);
    if (credit !== '' && !credits.includes(credit)) credits.push(credit);
  }
  return names.length === 0 ? undefined : { ...parts, source: names.join(', '), asOf, ...creditsField(credits) };
}

/** Whether an address is public. Those for documentation are, as in lists. */
export function isPublic(value: string): boolean {
  return !isSpecialAddress(value) || isForDocumentation({ type: 'ip', value });
}

function partsOf(row: Row): GeoLocationParts {
  const part = (name: string): string | undefined => (row[name] === null ? undefined : text(row[name]));
  const asn = integer(row['asn']);
  return {
    country: part('country'),
    asn: asn === undefined ? undefined : `AS${asn}`,
    organization: part('organization'),
    city: part('city'),
  };
}

/** How addresses are stored: IPv4 addresses as numbers, and IPv6 addresses as 16 bytes, which come after all numbers. */
export function stored(address: number | bigint): Value {
  return typeof address === 'number' ? address : Buffer.from(address.toString(16).padStart(32, '0'), 'hex');
}

/** Whether there is any list of locations. */
export function hasGeoLocations(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM place_list WHERE complete = 1 LIMIT 1') !== undefined;
}

/** The source, date, and credit of a list of locations. */
export interface GeoLocationList {
  readonly sourceId: number;
  /** When it was read. */
  readonly asOf: number;
  /** The credit line that its license asks for. */
  readonly credit: string | undefined;
}

/** Ranges to write, or to remove, in one transaction. */
export const rangesAtOnce = 10_000;
/** One statement for each row would take twice as long. */
const rowsAtOnce = 100;

/**
 * Begins a list of locations of a source; returns its ID. Its ranges follow in slices ({@link addGeoLocationRanges}), and it is used
 * instead of an earlier list of the source from {@link useGeoLocations} on. One that never is, is removed by {@link dropGeoLocations}.
 */
export function beginGeoLocations(connection: Connection, list: GeoLocationList, ranges: GeoLocationRanges): number {
  const { sourceId, asOf, credit } = list;
  return connection.transaction(() => {
    const { id } = connection.run(
      'INSERT INTO place_list (source_id, as_of, credit, ranges) VALUES (?, ?, ?, ?)',
      sourceId,
      asOf,
      credit ?? null,
      ranges.count,
    );
    for (const [number, { country, asn, organization, city }] of ranges.geoLocations.entries())
      connection.run(
        'INSERT INTO place (list_id, number, country, asn, organization, city) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        number,
        country ?? null,
        asn === undefined ? null : Number(asn.slice('AS'.length)),
        organization ?? null,
        city ?? null,
      );
    return id;
  });
}

/** Adds ranges, in a transaction. */
export function addGeoLocationRanges(
  connection: Connection,
  listId: number,
  ranges: readonly GeoLocationRange[],
): void {
  connection.transaction(() => {
    for (let at = 0; at < ranges.length; at += rowsAtOnce) {
      const some = ranges.slice(at, at + rowsAtOnce);
      connection.run(
        `INSERT INTO place_range (list_id, first, last, place) VALUES ${some.map(() => '(?, ?, ?, ?)').join(', ')}`,
        ...some.flatMap(({ first, last, geoLocation }) => [listId, stored(first), stored(last), geoLocation]),
      );
    }
  });
}

/** Uses a list that is complete instead of an earlier one of its source. */
export function useGeoLocations(connection: Connection, listId: number): void {
  connection.run(
    `UPDATE place_list SET complete = (id = ?1)
     WHERE source_id = (SELECT source_id FROM place_list WHERE id = ?1)`,
    listId,
  );
}

/** Takes the locations of a source out of use, to be removed by {@link dropGeoLocations}. */
export function hideGeoLocations(connection: Connection, sourceId: number): void {
  connection.run('UPDATE place_list SET complete = 0 WHERE source_id = ? AND complete = 1', sourceId);
}

/** Removes some locations of a source that aren't in use, in a transaction. Returns whether there may be more. */
export function dropGeoLocations(connection: Connection, sourceId: number): boolean {
  const list = connection.get('SELECT id FROM place_list WHERE source_id = ? AND complete = 0', sourceId);
  if (list === undefined) return false;
  const id = integer(list['id']) ?? 0;
  return connection.transaction(() => {
    const { changes } = connection.run(
      `DELETE FROM place_range WHERE list_id = ?1
       AND first IN (SELECT first FROM place_range WHERE list_id = ?1 ORDER BY first LIMIT ${rangesAtOnce})`,
      id,
    );
    if (changes < rangesAtOnce) connection.run('DELETE FROM place_list WHERE id = ?', id);
    return changes === rangesAtOnce;
  });
}
