import { formatCountry } from '../../../l10n';
import type { Indicator } from '../../indicators/identity/types';
import { creditsField } from '../../records/labels/credit';
import type { Known } from '../../records/knowledge';
import { truncateText } from '../../text/visibleText';
import type { PlaceParts, PlaceReader, StatedBy } from './place';
import { missingParts, placeHost, placeInRecord } from './withPlace';

/** Where an address is, with the sources that state it. */
export interface ShownPlace extends PlaceParts {
  readonly sources: readonly StatedBy[];
  /** Whether the location data adds to what sources state. */
  readonly isAdded: boolean;
}

/**
 * Where the address of an indicator is: as sources state it, in their order; what is missing by the location data.
 * Undefined for names, and if nothing is known.
 */
export function shownPlace(
  indicator: Indicator,
  known: readonly Known[],
  places: PlaceReader | undefined,
): ShownPlace | undefined {
  const address = placeHost(indicator);
  if (address === undefined) return undefined;
  const found = places?.placeOf(address);
  const all = [
    ...known.map(({ record, source, asOf }) => ({
      parts: placeInRecord(record),
      name: source.name,
      asOf,
      credits: undefined,
    })),
    ...(found === undefined ? [] : [{ parts: found, name: found.source, asOf: found.asOf, credits: found.credits }]),
  ];
  let place: PlaceParts = {};
  let isAdded = false;
  const sources: StatedBy[] = [];
  for (const { parts, name, asOf, credits } of all) {
    const more = missingParts(place, parts);
    if (Object.keys(more).length === 0) continue;
    place = { ...place, ...more };
    sources.push({ name, asOf, ...creditsField(credits ?? []) });
    isAdded = parts === found;
  }
  return sources.length === 0 ? undefined : { ...place, sources, isAdded };
}

const maxPart = 90;

/** City and country in the user's language: “Kassel, Germany”. Empty if both are unknown. */
export function countryLabel({ country, city }: PlaceParts): string {
  const name = country !== undefined && /^[A-Z]{2}$/i.test(country) ? formatCountry(country.toUpperCase()) : country;
  return [city, name].flatMap((part) => (part === undefined ? [] : [truncateText(part, maxPart)])).join(', ');
}

/** The network and its organization: “AS64500 · Example Hosting”. Empty if both are unknown. */
export function networkLabel({ asn, organization }: PlaceParts): string {
  return [asn, organization].flatMap((part) => (part === undefined ? [] : [truncateText(part, maxPart)])).join(' · ');
}

/** Everything about a place in one line. */
export function placeLabel(place: PlaceParts): string {
  return [countryLabel(place), networkLabel(place)].filter((part) => part !== '').join(' · ');
}

export type { Place, PlaceParts, PlaceReader } from './place';
export { addressNumber, type PlaceRange, PlaceRanges } from './ranges';
export {
  addPlace,
  missingParts,
  placeHost,
  placeInRecord,
  placeOfIndicator,
  placeSourceKey,
  withPlace,
} from './withPlace';
