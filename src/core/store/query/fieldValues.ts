import { exploreField, sourceField } from '../../explore';
import type { IndicatorRecord } from '../../records/record';
import { hasRealData } from '../statements/realData';
import { getEffectiveStatements, subjectByIid } from '../statements/statements';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { attributeGroup, facetName, facetValue } from '../searchIndex/facets';
import { geoLocationPart } from './geoLocationTerms';
import { indexPending } from '../searchIndex/pendingIndex';

/** Maximum number of values to scan for a text; values that start with it come from an index. */
const maxScanned = 20_000;

interface Found {
  readonly id: number;
  readonly value: string;
}

/**
 * Values of a property or attribute in the local store, for completion: those that start with the text first, then those that
 * contain it, in their original spelling. Values that only the sample data has are skipped if there is other data. `field` is a name as in queries (`++registrar`, `technology`).
 */
export function findValues(connection: Connection, field: string, wanted: string, limit: number): readonly string[] {
  // Indexes records that were written since the last search, but only in one step.
  indexPending(connection);
  const fields = JSON.stringify(fieldIds(connection, field));
  const needle = facetValue(wanted);
  const begin = connection.all(
    `SELECT id, value FROM facet WHERE field_id IN (SELECT value FROM json_each(?)) AND value >= ? AND value < ?
     ORDER BY value LIMIT ?`,
    fields,
    needle,
    `${needle}\u{10ffff}`,
    limit,
  );
  const like = `%${needle.replace(/[\\%_]/g, '\\$&')}%`;
  const hold =
    begin.length >= limit || needle === ''
      ? []
      : connection.all(
          `SELECT id, value FROM (SELECT id, value FROM facet WHERE field_id IN (SELECT value FROM json_each(?)) LIMIT ?)
           WHERE value LIKE ? ESCAPE '\\' ORDER BY length(value), value LIMIT ?`,
          fields,
          maxScanned,
          like,
          limit,
        );
  const found = new Map([...begin, ...hold].map((row) => [text(row['value']), foundIn(row)]));
  const isShown = hasRealData(connection) ? (each: Found) => isReal(connection, each) : () => true;
  return [...found.values()]
    .filter(isShown)
    .slice(0, limit)
    .map((each) => originalSpelling(connection, each, field));
}

/**
 * Those of some properties or attributes that no record in the local store has. Where there is location data, it has those of
 * locations.
 */
export function unusedFields(connection: Connection, fields: readonly string[]): readonly string[] {
  const hasGeoLocations = connection.get('SELECT 1 FROM place_list LIMIT 1') !== undefined;
  const isUsed = (field: string): boolean =>
    (hasGeoLocations && geoLocationPart(field) !== undefined) || findValues(connection, field, '', 1).length > 0;
  return fields.filter((field) => field.toLowerCase() !== sourceField && !isUsed(field));
}

/** Whether anything but the sample data has the value. */
function isReal(connection: Connection, { id }: Found): boolean {
  const sql = `SELECT 1 FROM facet_link l JOIN assertion a ON a.iid = l.iid JOIN source s ON s.id = a.source_id
    WHERE l.facet_id = ? AND s.kind <> 'sample' LIMIT 1`;
  return connection.get(sql, id) !== undefined;
}

function foundIn(row: Row): Found {
  return { id: integer(row['id']) ?? 0, value: text(row['value']) };
}

function fieldIds(connection: Connection, field: string): readonly number[] {
  const group = exploreField(field) === undefined ? null : attributeGroup;
  const name = facetName(field);
  const rows = connection.all('SELECT id FROM facet_field WHERE name = ?1 AND (?2 IS NULL OR grp = ?2)', name, group);
  return rows.map((row) => integer(row['id']) ?? 0);
}

/** Facets are lowercase; an indicator with the value has the original spelling. */
function originalSpelling(connection: Connection, { id, value }: Found, field: string): string {
  const link = connection.get('SELECT iid FROM facet_link WHERE facet_id = ? LIMIT 1', id);
  const subject = link && subjectByIid(connection, integer(link['iid']) ?? 0);
  if (subject === undefined) return value;
  for (const existing of getEffectiveStatements(connection, subject, true))
    for (const written of valuesOf(existing.record, field)) if (facetValue(written) === value) return written.trim();
  return value;
}

function* valuesOf({ properties, attributes }: IndicatorRecord, field: string): Iterable<string> {
  const name = facetName(field);
  for (const [key, rows] of Object.entries(attributes)) if (facetName(key) === name) yield* rows.flat();
  for (const entries of Object.values(properties))
    for (const [key, values] of Object.entries(entries)) if (facetName(key) === name) yield* values;
}
