import { lookupKey } from '../../core/indicators';
import { type IndicatorRecord } from '../../core/records/record';
import { type ServedRecords } from '../records';
import { summaryOf } from './exploreRow';
import { wireStamp } from './stamp';

/**
 * `get=links`: relation name to the indicators that stand in it and that the store holds. Relations with nothing in them
 * are left out.
 */
export function indicatorLinks(record: IndicatorRecord, store: ServedRecords) {
  const { redirects, properties } = record;
  const relations: Readonly<Record<string, readonly string[]>> = {
    'Active DNS': [...(properties.dns?.a ?? []), ...(properties.dns?.aaaa ?? [])],
    Redirects: [...redirects.from, ...redirects.to].map(({ value }) => value),
  };
  return Object.fromEntries(
    Object.entries(relations)
      .map(([relation, values]) => [relation, linksTo(values, store)] as const)
      .filter(([, links]) => links.length > 0),
  );
}

function linksTo(values: readonly string[], store: ServedRecords) {
  return [...new Set(values.map((value) => lookupKey(value)))]
    .map((key) => store.byKey(key))
    .filter((linked) => linked !== undefined)
    .map((linked) => ({
      iid: linked.iid ?? null,
      indicator: linked.value,
      type: linked.type,
      risk: linked.risk,
      stamp_linked: wireStamp(linked.stamps.seen),
      summary: summaryOf(linked),
    }));
}
