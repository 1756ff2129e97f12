import { type GeoLocationParts, findGeoLocation, type GeoLocationReader } from '../../context/geoLocation';
import { getGeoLocation } from '../geoLocations';
import type { IndicatorType } from '../../indicators';
import { facetName, facetValue } from '../searchIndex/facets';
import { type Connection, text } from '../sqlite/sqlite';
import { allOf, classesWhere, type Condition, never } from './condition';
import { likeSql, type Sql } from './like';

/** A part of a location that queries can ask for. */
export type GeoLocationPart = keyof GeoLocationParts;

/** Part and properties of each name. */
const names: Readonly<Record<string, GeoLocationPart>> = {
  country: 'country',
  countrycode: 'country',
  asn: 'asn',
  org: 'organization',
  city: 'city',
};

/** The properties that state the same; a record with one of them isn't asked for its location. */
export const propertiesOf: Readonly<Record<GeoLocationPart, readonly string[]>> = {
  country: ['country', 'countrycode'],
  asn: ['asn'],
  organization: ['org'],
  city: ['city'],
};

/** The part of a place that a field name means, with or without its group; undefined for any other name. */
export function geoLocationPart(field: string): GeoLocationPart | undefined {
  const name = facetName(field).replace(/^geo\./, '');
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** `AS64500`, also if it is written without the prefix. */
function asnValue(value: string): string {
  return /^\s*\d[\d*]*\s*$/.test(value) ? `AS${value.trim()}` : value;
}

/**
 * The patterns that a field is compared with. A country is compared by its code and, in `country`, its English name.
 */
export function geoLocationPatterns(field: string, value: string, part: GeoLocationPart): readonly string[] {
  const pattern = facetValue(part === 'asn' ? asnValue(value) : value);
  if (pattern === '') return [];
  return part === 'country' && isCountryName(field) ? [pattern, ...codesOfNames(pattern)] : [pattern];
}

/** Whether a field has names of countries, not only codes. */
export function isCountryName(field: string): boolean {
  return facetName(field).endsWith('country');
}

/**
 * Indicators without a stated location whose address is at a location according to the location data.
 * @param stated the ids of the facet fields that state it
 */
export function geoLocationCondition(
  part: GeoLocationPart,
  patterns: readonly string[],
  stated: readonly number[],
): Condition {
  if (patterns.length === 0) return never;
  return allOf([classesWhere(({ type }) => type !== 'domain'), { kind: 'geoLocation', part, patterns, stated }]);
}

/** SQL of such a condition on a row `i` of `indicator`. */
export function geoLocationSql({ part, patterns, stated }: Extract<Condition, { kind: 'geoLocation' }>): Sql {
  const found = `place_part(i.value, i.type || '${part}')`;
  const like = likeSql(found, patterns);
  // Without the part, the text is empty, which `*` would match.
  const some = patterns.some((each) => /^\*+$/.test(each)) ? `${found} <> '' AND ` : '';
  const isStated = `EXISTS (SELECT 1 FROM json_each(i.facets) f JOIN facet x ON x.id = f.value
    WHERE x.field_id IN (SELECT value FROM json_each(?)))`;
  return { sql: `(${some}${like.sql} AND NOT ${isStated})`, values: [...like.values, JSON.stringify(stated)] };
}

/** Codes of the countries whose English name matches a pattern, in lowercase. */
function codesOfNames(pattern: string): readonly string[] {
  if (/^.{0,2}$/.test(pattern)) return [];
  const parts = pattern.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const fits = new RegExp(`^${parts.join('.*')}$`);
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => fits.test((english.of(code) ?? '').toLowerCase()))
    .map((code) => code.toLowerCase());
}

const defined = new WeakSet<Connection>();

/** Makes the location data available to the statements of a connection. */
export function defineGeoLocations(connection: Connection): void {
  if (defined.has(connection)) return;
  defined.add(connection);
  const geoLocations: GeoLocationReader = { geoLocationOf: (address) => getGeoLocation(connection, address) };
  const types: readonly IndicatorType[] = ['ip', 'url'];
  connection.define('place_part', (value, wanted) => {
    const type = types.find((each) => text(wanted).startsWith(each));
    if (type === undefined) return '';
    const geoLocation = findGeoLocation({ type, value: text(value) }, geoLocations);
    return facetValue(geoLocation?.[text(wanted).slice(type.length) as GeoLocationPart] ?? '');
  });
}
