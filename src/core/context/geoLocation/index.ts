import { formatCountry } from '../../../l10n';
import type { Indicator } from '../../indicators/identity/types';
import { creditsField, uniqueCredits } from '../../records/labels/credit';
import type { Known } from '../../records/knowledge';
import { truncateText } from '../../text/visibleText';
import type { GeoLocationParts, GeoLocationReader, StatedBy, GeoLocation } from './geoLocation';
import { isRedacted } from '../../text/redactedCell';
import { getHost } from '../../indicators/identity/getHost';
import type { IndicatorRecord, Properties } from '../../records/record';

/** The property that names the source of an added location. */
const sourceKey = 'location data';

/** The address of an indicator, or of the host of a URL; undefined for a name. */
export function hostAddress(indicator: Indicator): string | undefined {
  const host = indicator.type === 'domain' ? undefined : getHost(indicator);
  return host?.type === 'ip' ? host.value : undefined;
}

/** The location of an address or of a URL's host; undefined for names and if it is unknown. */
export function findGeoLocation(indicator: Indicator, geoLocations: GeoLocationReader): GeoLocation | undefined {
  const address = hostAddress(indicator);
  return address === undefined ? undefined : geoLocations.geoLocationOf(address);
}

/** The location that a record states, without parts that its service redacted. */
export function statedGeoLocation({ properties }: Pick<IndicatorRecord, 'properties'>): GeoLocationParts {
  const geo = properties['geo'] ?? {};
  const first = (name: string): string | undefined =>
    geo[name]?.find((text) => text.trim() !== '' && !isRedacted(text))?.trim();
  return given({
    country: first('countrycode') ?? first('country'),
    asn: first('asn'),
    organization: first('org'),
    city: first('city'),
  });
}

function given(parts: GeoLocationParts): GeoLocationParts {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

/**
 * The parts of a location that are missing in another: the city of one country isn't shown with another country, nor the
 * name of one network with the number of another.
 */
export function missingParts(known: GeoLocationParts, more: GeoLocationParts): GeoLocationParts {
  const isSameNetwork = known.asn === undefined || known.asn === more.asn;
  const isSameCountry = known.country === undefined || known.country === more.country;
  return given({
    country: known.country === undefined ? more.country : undefined,
    asn: known.asn === undefined ? more.asn : undefined,
    organization: known.organization === undefined && isSameNetwork ? more.organization : undefined,
    city: known.city === undefined && isSameCountry ? more.city : undefined,
  });
}

/** A record with what the location data adds to it, and a note of its source. */
export function withGeoLocation(record: IndicatorRecord, geoLocations: GeoLocationReader): IndicatorRecord {
  const geoLocation = findGeoLocation(record, geoLocations);
  return geoLocation === undefined
    ? record
    : addGeoLocation(record, geoLocation, [
        { name: geoLocation.source, asOf: geoLocation.asOf, ...creditsField(geoLocation.credits ?? []) },
      ]);
}

/** A record with the parts of a location that it doesn't have, and a note of their sources. */
export function addGeoLocation(
  record: IndicatorRecord,
  geoLocation: GeoLocationParts,
  sources: readonly StatedBy[],
): IndicatorRecord {
  const missing = missingParts(statedGeoLocation(record), geoLocation);
  if (Object.keys(missing).length === 0) return record;
  const { country, asn, organization, city } = missing;
  const geo: Properties[string] = {
    ...record.properties['geo'],
    ...(country === undefined ? {} : { [/^[A-Z]{2}$/.test(country) ? 'countrycode' : 'country']: [country] }),
    ...(asn === undefined ? {} : { asn: [asn] }),
    ...(organization === undefined ? {} : { org: [organization] }),
    ...(city === undefined ? {} : { city: [city] }),
    [sourceKey]: sources.map(({ name, asOf }) => `${name} (${new Date(asOf).toISOString().slice(0, 10)})`),
  };
  return {
    ...record,
    properties: { ...record.properties, geo },
    ...creditsField(uniqueCredits([record, ...sources])),
  };
}

/** The location of an address, with the sources that state it. */
export interface ShownGeoLocation extends GeoLocationParts {
  readonly sources: readonly StatedBy[];
  /** Whether the location data adds to what sources state. */
  readonly isAdded: boolean;
}

/**
 * The location of an indicator's address as sources state it, in their order, completed from the location data.
 * Undefined for names, and if nothing is known.
 */
export function shownGeoLocation(
  indicator: Indicator,
  known: readonly Known[],
  geoLocations: GeoLocationReader | undefined,
): ShownGeoLocation | undefined {
  const address = hostAddress(indicator);
  if (address === undefined) return undefined;
  const found = geoLocations?.geoLocationOf(address);
  const all = [
    ...known.map(({ record, source, asOf }) => ({
      parts: statedGeoLocation(record),
      name: source.name,
      asOf,
      credits: undefined,
    })),
    ...(found === undefined ? [] : [{ parts: found, name: found.source, asOf: found.asOf, credits: found.credits }]),
  ];
  let geoLocation: GeoLocationParts = {};
  let isAdded = false;
  const sources: StatedBy[] = [];
  for (const { parts, name, asOf, credits } of all) {
    const more = missingParts(geoLocation, parts);
    if (Object.keys(more).length === 0) continue;
    geoLocation = { ...geoLocation, ...more };
    sources.push({ name, asOf, ...creditsField(credits ?? []) });
    isAdded = parts === found;
  }
  return sources.length === 0 ? undefined : { ...geoLocation, sources, isAdded };
}

const maxPart = 90;

/** City and country in the user's language: “Kassel, Germany”. Empty if both are unknown. */
export function countryLabel({ country, city }: GeoLocationParts): string {
  const name = country !== undefined && /^[A-Z]{2}$/i.test(country) ? formatCountry(country.toUpperCase()) : country;
  return [city, name].flatMap((part) => (part === undefined ? [] : [truncateText(part, maxPart)])).join(', ');
}

/** The network and its organization: “AS64500 · Example Hosting”. Empty if both are unknown. */
function networkLabel({ asn, organization }: GeoLocationParts): string {
  return [asn, organization].flatMap((part) => (part === undefined ? [] : [truncateText(part, maxPart)])).join(' · ');
}

/** Everything about a location in one line. */
export function geoLocationLabel(geoLocation: GeoLocationParts): string {
  return [countryLabel(geoLocation), networkLabel(geoLocation)].filter((part) => part !== '').join(' · ');
}

export type { GeoLocation, GeoLocationParts, GeoLocationReader } from './geoLocation';
export { addressNumber, type GeoLocationRange, GeoLocationRanges } from './ranges';
