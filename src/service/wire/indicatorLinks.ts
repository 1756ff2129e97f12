import { lookupKey } from '../../core/indicators';
import { hostOf } from '../../core/indicators/identity/hostOf';
import type { IndicatorRecord } from '../../core/records/record';
import type { ServedRecords } from './records';
import { summaryOf } from './exploreRow';
import { linkHead, pageSize } from './linkedPage';

/**
 * `get=links`: related indicators in the store by relation; empty relations are omitted. `page_current` (from 0) and
 * `page_next` are only present if there is more than one page.
 */
export function indicatorLinks(record: IndicatorRecord, store: ServedRecords, page: number) {
  const { redirects, properties } = record;
  const host = record.type === 'url' ? hostOf(record) : undefined;
  const relations: Readonly<Record<string, readonly IndicatorRecord[]>> = {
    'Active DNS': known([...(properties.dns?.a ?? []), ...(properties.dns?.aaaa ?? [])], store),
    'Related URLs':
      record.type === 'url' ? [] : store.urlsOf(lookupKey(record), { limit: pageSize + 1, offset: page * pageSize }),
    Redirects: known(
      [...redirects.from, ...redirects.to].map(({ value }) => value),
      store,
    ),
    Host: known(host === undefined ? [] : [host.value], store),
  };
  const pages = Object.entries(relations).map(([name, all]) => {
    // The URLs come one page at a time, with one extra that shows whether there is another page.
    const rest = name === 'Related URLs' ? all : all.slice(page * pageSize);
    return { name, links: rest.slice(0, pageSize), hasMore: rest.length > pageSize };
  });
  const hasMore = pages.some((each) => each.hasMore);
  return {
    page_current: page > 0 || hasMore ? page : undefined,
    page_next: hasMore ? page + 1 : undefined,
    ...Object.fromEntries(
      pages
        .filter(({ links }) => links.length > 0)
        .map(({ name, links }) => [
          name,
          links.map((linked) => ({ ...linkHead(linked, linked.timestamps.seen), summary: summaryOf(linked) })),
        ]),
    ),
  };
}

function known(values: readonly string[], store: ServedRecords): readonly IndicatorRecord[] {
  return [...new Set(values.map((value) => lookupKey(value)))]
    .map((key) => store.byKey(key))
    .filter((linked) => linked !== undefined);
}
