import { percentEncode } from '../../text/redact';
import type { QuerySettings } from '../syntax/directives';

/** Maximum length of a request URL, including the key; many servers reject more than 8,192. */
export const maxAddressLength = 8_000;

/** Room for the path, `limit`, and a key. */
export const addressReserve = 400;

/** Assumed length of an unknown base URL. */
const typicalBaseLength = 60;

/** Length of the request URL for a query (lookup API: “Explore search”), with room for a key. */
export function addressLength(
  text: string,
  { type, format }: QuerySettings = {},
  baseLength = typicalBaseLength,
): number {
  const params = [type && `&type=${type}`, format && `&format=${format}`].join('');
  return baseLength + addressReserve + percentEncode(text).length + params.length;
}
