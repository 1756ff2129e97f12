/** The only supported version (lookup API: “Versioning”). */
export const taxiiType = 'application/taxii+json;version=2.1';
export const stixType = 'application/stix+json;version=2.1';

const name = 'application/taxii+json';

/** Whether a Content-Type or one of the types of an Accept is TAXII 2.1; without a version it is the latest, 2.1. */
export function isTaxiiType(types: string): boolean {
  return types.split(',').some((each) => {
    const [type = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const version = parameters.find((part) => part.startsWith('version='))?.slice('version='.length);
    return type === name && (version === undefined || version.replaceAll('"', '') === '2.1');
  });
}

/**
 * Whether a TAXII 2.1 response is acceptable, by the parameter `accept`, or by the header without it (lookup API:
 * “Versioning”). In a query, an unencoded plus sign is a space.
 */
export function accepts(header: string | null, query: URLSearchParams): boolean {
  const requested = query.getAll('accept').findLast((accept) => accept !== '');
  return isTaxiiType(requested === undefined ? (header ?? '') : requested.replaceAll('taxii json', 'taxii+json'));
}
