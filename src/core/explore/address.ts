import { percentEncode } from '../api/redact';
import { type QuerySettings } from './directives';

/** The address of a request may be this long, with the key in it; many servers refuse more than 8,192. */
export const maxAddressLength = 8_000;

/** For the path, `limit` and a key. */
export const addressReserve = 400;

/** What the base URL of a service may take of it, where that is not known. */
const typicalBaseLength = 60;

/** Length of the address that asks a service for this query (api-spec: “Explore search”), with room for a key. */
export function addressLength(
  text: string,
  { type, format }: QuerySettings = {},
  baseLength = typicalBaseLength,
): number {
  const params = [type && `&type=${type}`, format && `&format=${format}`].join('');
  return baseLength + addressReserve + percentEncode(text).length + params.length;
}
