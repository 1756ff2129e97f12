import * as z from 'zod/mini';
import { lookupKey, parseIndicator } from '../../core/indicators';
import type { IndicatorRecord, Attributes } from '../../core/records/record';
import type { FoundValue } from '../../core/store/statements/foundValues';
import { type Answer, refusal, result } from '../http/answer';
import { type Context, type Endpoint, withParams } from '../http/endpoint';
import { flag, oneOf, wholeNumber } from '../http/params';
import type { ServedRecords } from '../wire/records';
import { indicatorLinks } from '../wire/indicatorLinks';
import { indicatorObject } from '../wire/indicatorObject';
import { propertyRows } from '../wire/propertyRows';
import { pageNumber } from './groupLinks';

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

/** The record of one indicator, by ID or value (api-spec: “Indicator by identifier”). */
export const indicator: Endpoint = { path: '/api/indicator.php', methods: { GET: withParams(params, answer) } };

function answer(query: Params, { store }: Context): Answer {
  const found = find(query, store);
  if ('status' in found) return found;
  switch (query.get) {
    case 'links':
      return result(indicatorLinks(found.record, store, query.page ?? 0));
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

function find({ iid, indicator: text }: Params, store: ServedRecords): Found | Answer {
  if (iid !== undefined && text !== undefined) return refusal(400, 'Specify either iid or indicator.');
  let record: IndicatorRecord | undefined;
  if (iid !== undefined) record = store.byIid(iid);
  else if (text === undefined) return refusal(400, 'Parameter iid or indicator is missing.');
  else {
    const value = parseIndicator(text);
    if (value === undefined) return refusal(400, 'Parameter indicator must be a domain, an IP address or a URL.');
    record = store.byKey(lookupKey(value.value));
  }
  if (record === undefined) return refusal(404, 'Indicator not found.');
  return { record, values: record.iid === undefined ? [] : (store.scans?.values(record.iid) ?? []) };
}
