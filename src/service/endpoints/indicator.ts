import * as z from 'zod/mini';
import { lookupKey, parseIndicator } from '../../core/indicators';
import type { IndicatorRecord, Attributes, UtcMillis } from '../../core/records/record';
import type { FoundValue } from '../../core/store/statements/foundValues';
import { type Answer, refusal, result } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { flag, oneOf, wholeNumber } from '../http/params';
import type { ServedRecords } from '../servedRecords';
import { indicatorObject } from '../wire/indicatorObject';
import { pageNumber } from './groupLinks';
import { getHost } from '../../core/indicators/identity/getHost';
import { getSummary } from '../wire/exploreRow';
import { linkHead, pageSize } from '../wire/linkedPage';
import { ownValue } from '../../core/text/ownValue';
import { wireTimestamp } from '../../core/records/timestamp';

const attributeNames = ['hosttype', 'port', 'protocol', 'technology'];

/** `schema=1`: the display name of each attribute's values, which is the value itself if there is no other. */
function schemaNames(attributes: Attributes): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    attributeNames.map((attribute) => [
      attribute,
      Object.fromEntries((attributes[attribute] ?? []).map(([value = '', display = value]) => [value, display])),
    ]),
  );
}

const params = z.object({
  iid: z.optional(wholeNumber(1)),
  indicator: z.optional(z.string()),
  historical: flag,
  schema: flag,
  get: z.optional(oneOf(['links', 'properties'])),
  page: pageNumber,
});

type Params = z.infer<typeof params>;

/** The record of one indicator, by ID or value (lookup API: “Indicator by identifier”). */
export const indicator: Endpoint = { path: '/api/indicator.php', methods: { GET: withParams(params, answer) } };

async function answer(query: Params, { store }: Context): Promise<Answer> {
  const found = await find(query, store);
  if ('status' in found) return found;
  switch (query.get) {
    case 'links':
      return result(await indicatorLinks(found.record, store, query.page ?? 0));
    case 'properties':
      return result(propertyRows(found.record, found.values));
    case undefined:
      return result({
        ...indicatorObject(found.record),
        ...(query.historical ? { properties: propertyRows(found.record, found.values) } : {}),
        schema: query.schema ? schemaNames(found.record.attributes) : undefined,
      });
  }
}

interface Found {
  readonly record: IndicatorRecord;
  readonly values: readonly FoundValue[];
}

async function find({ iid, indicator: text }: Params, store: ServedRecords): Promise<Found | Answer> {
  if (iid !== undefined && text !== undefined) return refusal(400, 'Specify either iid or indicator.');
  let record: IndicatorRecord | undefined;
  if (iid !== undefined) record = await store.byIid(iid);
  else if (text === undefined) return refusal(400, 'Parameter iid or indicator is missing.');
  else {
    const value = parseIndicator(text);
    if (value === undefined) return refusal(400, 'Parameter indicator must be a domain, an IP address or a URL.');
    [record] = await store.byKeys([lookupKey(value.value)]);
  }
  if (record === undefined) return refusal(404, 'Indicator not found.');
  return { record, values: record.iid === undefined ? [] : await store.foundValues(record.iid) };
}

/**
 * `get=links`: related indicators in the store by relation; empty relations are omitted. `page_current` (from 0) and
 * `page_next` are only present if there is more than one page.
 */
async function indicatorLinks(record: IndicatorRecord, store: ServedRecords, page: number) {
  const { redirects, properties } = record;
  const host = record.type === 'url' ? getHost(record) : undefined;
  const relations: Readonly<Record<string, readonly IndicatorRecord[]>> = {
    'Active DNS': await known([...(properties.dns?.a ?? []), ...(properties.dns?.aaaa ?? [])], store),
    'Related URLs':
      record.type === 'url'
        ? []
        : await store.urlsOf(lookupKey(record), { limit: pageSize + 1, offset: page * pageSize }),
    Redirects: await known(
      [...redirects.from, ...redirects.to].map(({ value }) => value),
      store,
    ),
    Host: await known(host === undefined ? [] : [host.value], store),
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
          links.map((linked) => ({ ...linkHead(linked, linked.timestamps.seen), summary: getSummary(linked) })),
        ]),
    ),
  };
}

function known(values: readonly string[], store: ServedRecords): Promise<readonly IndicatorRecord[]> {
  return store.byKeys([...new Set(values.map((value) => lookupKey(value)))]);
}

interface PropertyRow {
  readonly pid: number;
  readonly stamp_seen: string | null;
  readonly name: string;
  readonly value: string;
  readonly latest: 0 | 1;
}

/**
 * `get=properties` and `historical=1`: one row per value and group, numbered in the order of the record. Values that
 * only earlier scans found come last in their group with `latest` 0, most recently seen first.
 */
export function propertyRows(
  record: IndicatorRecord,
  values: readonly FoundValue[],
): Readonly<Record<string, readonly PropertyRow[]>> {
  const { properties, timestamps } = record;
  const seen = new Map(values.map((found) => [keyOf(found), found.lastSeen]));
  let pid = 0;
  const row = (name: string, value: string, at: UtcMillis | undefined, latest: 0 | 1): PropertyRow => ({
    pid: ++pid,
    stamp_seen: wireTimestamp(at),
    name,
    value,
    latest,
  });
  const groups = new Set([...Object.keys(properties), ...values.map(({ group }) => group)]);
  return Object.fromEntries(
    [...groups].map((group) => {
      const now = ownValue(properties, group) ?? {};
      const latest = Object.entries(now).flatMap(([name, list]) =>
        list.map((value) =>
          row(name, value, seen.get(keyOf({ group, name, value })) ?? timestamps.probed ?? timestamps.updated, 1),
        ),
      );
      const earlier = values
        .filter((found) => found.group === group && ownValue(now, found.name)?.includes(found.value) !== true)
        .map(({ name, value, lastSeen }) => row(name, value, lastSeen, 0));
      return [group, [...latest, ...earlier]];
    }),
  );
}

function keyOf({ group, name, value }: Pick<FoundValue, 'group' | 'name' | 'value'>): string {
  return JSON.stringify([group, name, value]);
}
