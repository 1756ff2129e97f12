import type { LinkedIndicator } from '../../core/records/linked';
import type { IndicatorRecord, Properties, UtcMillis } from '../../core/records/record';
import { wireTimestamp } from '../../core/records/timestamp';
import { wireProperties } from './properties';

/** Links per page; the interface allows up to 15,000. */
export const pageSize = 1_000;

/** The property groups in the summary of a link (lookup API: “Feed link result”). */
const summaryKeys: Readonly<Record<string, readonly string[]>> = {
  geo: ['country', 'region', 'city', 'countrycode'],
  whois: ['++privacy', '++gdpr'],
};

/**
 * One page of links (lookup API: “Feed link result”): `page_current` from 0, and `page_next` only if there is more.
 * `risk` is never `retired`, which has its own flag.
 */
export function wirePage(page: number, links: readonly LinkedIndicator[], hasMore: boolean) {
  return {
    page_current: page,
    page_next: hasMore ? page + 1 : undefined,
    results: links.map((link) => ({
      ...linkHead(link, link.linked),
      summary: { properties: wireProperties(summarised(link.properties)) },
    })),
  };
}

/** The fields of a link before its summary. */
export function linkHead(
  link: Pick<IndicatorRecord, 'iid' | 'value' | 'type' | 'risk' | 'retired'>,
  linked: UtcMillis | undefined,
) {
  return {
    iid: link.iid ?? null,
    indicator: link.value,
    type: link.type,
    risk: link.risk,
    retired: link.retired ? 1 : 0,
    stamp_linked: wireTimestamp(linked),
  };
}

function summarised(properties: Properties): Properties {
  const groups = Object.entries(summaryKeys).map(([group, keys]) => {
    const nonEmpty = Object.entries(properties[group] ?? {}).filter(([key]) => keys.includes(key));
    return [group, Object.fromEntries(nonEmpty)] as const;
  });
  return Object.fromEntries(groups.filter(([, nonEmpty]) => Object.keys(nonEmpty).length > 0));
}
