/** The path of the page of an indicator in {@link linkedCsv}. */
export const pagePath = '/indicator/?iid=70211';

interface LinkedCsv {
  /** The service, without a trailing slash. */
  readonly address: string;
  readonly query: string;
  /** An indicator that has a page on the service. */
  readonly withPage: string;
  readonly withoutPage: string;
}

/** An Explore CSV of two domains with the address of its query, and of the page of one of them. */
export function linkedCsv({ address, query, withPage, withoutPage }: LinkedCsv): string {
  return [
    '# Explore results, 2026-01-04 10:00:00 UTC',
    `# Query: ${query}`,
    '# Limit: 50',
    `# ${address}/explore/?q=risk%3Dhigh`,
    'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_org,dns_ptr',
    `${withPage},domain,high,"2024-01-04 10:00:00",,"2026-01-04 10:00:00",,${address}${pagePath},Example Hosting,ptr.${withPage}`,
    `${withoutPage},domain,high,,,,"2025-01-04 10:00:00",,,`,
    '',
  ].join('\n');
}
