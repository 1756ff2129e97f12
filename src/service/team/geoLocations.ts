import { toJson } from './json';
import { sql } from 'kysely';
import type { GeoLocation, GeoLocationRange } from '../../core/context/geoLocation';
import { isPublic, geoLocationIn, rangesAtOnce } from '../../core/store/geoLocations';
import type { Row } from '../../core/store/sqlite/sqlite';
import type { GeoLocationWriter } from '../import/importStore';
import type { Team } from './database';

/** Returns the locations of addresses, for those in any list of locations. */
export async function getGeoLocations(
  team: Team,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, GeoLocation>> {
  const asked = [...new Set(addresses)].filter(isPublic);
  if (asked.length === 0) return new Map();
  // The last range of each list that begins at or before the address; IPv4 addresses come before all others.
  const { rows } = await sql<Row>`
    SELECT a.address, s.name, l.as_of, l.credit, p.country, p.asn, p.organization, p.city
    FROM unnest(${asked}::text[]) AS a (address) CROSS JOIN place_list l
    CROSS JOIN LATERAL (
      SELECT last, place FROM place_range r WHERE r.list_id = l.id AND r.first <= a.address::inet ORDER BY r.first DESC LIMIT 1
    ) r
    JOIN place p ON p.list_id = l.id AND p.number = r.place JOIN source s ON s.id = l.source_id
    WHERE l.complete = 1 AND r.last >= a.address::inet ORDER BY l.source_id`.execute(team);
  const found = Map.groupBy(rows, (row) => String(row['address']));
  return new Map(
    [...found].flatMap(([address, some]) => {
      const geoLocation = geoLocationIn(some);
      return geoLocation === undefined ? [] : [[address, geoLocation] as const];
    }),
  );
}

/** The locations of a source in the team store. */
export function createGeoLocationWriter(team: Team): GeoLocationWriter {
  return {
    begin: ({ sourceId, asOf, credit }, ranges) =>
      team.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: number }>`
          INSERT INTO place_list (source_id, as_of, credit, ranges)
          VALUES (${sourceId}, ${asOf}, ${credit ?? null}, ${ranges.count}) RETURNING id`.execute(transaction);
        const id = rows[0]?.id ?? 0;
        const geoLocations = ranges.geoLocations.map(({ asn, ...geoLocation }, number) => ({
          ...geoLocation,
          number,
          asn: asn === undefined ? undefined : Number(asn.slice('AS'.length)),
        }));
        await sql`INSERT INTO place (list_id, number, country, asn, organization, city)
          SELECT ${id}, r.* FROM json_to_recordset(${toJson(geoLocations)}::json)
            AS r (number int, country text, asn bigint, organization text, city text)`.execute(transaction);
        return id;
      }),
    add: async (listId, ranges) => {
      const list = ranges.map(({ first, last, geoLocation }) => ({
        first: addressOf(first),
        last: addressOf(last),
        place: geoLocation,
      }));
      await sql`INSERT INTO place_range (list_id, first, last, place)
        SELECT ${listId}, r.* FROM json_to_recordset(${toJson(list)}::json)
          AS r (first inet, last inet, place int)`.execute(team);
    },
    use: async (listId) => {
      await sql`UPDATE place_list SET complete = CASE id WHEN ${listId} THEN 1 ELSE 0 END
        WHERE source_id = (SELECT source_id FROM place_list WHERE id = ${listId})`.execute(team);
    },
    hide: async (sourceId) => {
      await sql`UPDATE place_list SET complete = 0 WHERE source_id = ${sourceId} AND complete = 1`.execute(team);
    },
    drop: (sourceId) =>
      team.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: number }>`
          SELECT id FROM place_list WHERE source_id = ${sourceId} AND complete = 0 LIMIT 1`.execute(transaction);
        const id = rows[0]?.id;
        if (id === undefined) return false;
        const { numAffectedRows = 0n } = await sql`
          DELETE FROM place_range WHERE list_id = ${id} AND first IN (
            SELECT first FROM place_range WHERE list_id = ${id} ORDER BY first LIMIT ${rangesAtOnce})`.execute(
          transaction,
        );
        if (Number(numAffectedRows) === rangesAtOnce) return true;
        await sql`DELETE FROM place_list WHERE id = ${id}`.execute(transaction);
        return false;
      }),
  };
}

/** An address as text: IPv4 addresses are numbers, IPv6 addresses are bigints. */
function addressOf(number: GeoLocationRange['first']): string {
  if (typeof number === 'number') return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
  const digits = number.toString(16).padStart(32, '0');
  return (digits.match(/.{4}/g) ?? []).join(':');
}
