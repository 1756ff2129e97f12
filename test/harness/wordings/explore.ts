import { model, type ModelIndicator, type ModelThreat } from './model';
import type { Pen } from './pen';
import { rowJson, threatJson } from './records';
import type { WordedReply } from './service';

/** Values that a query names with `ioc=`; undefined for a query about anything else. */
function namedValues(query: string): readonly string[] | undefined {
  const terms = query.split(/\s+or\s+/i).map((term) => /^ioc=(?:"([^"]*)"|(\S+))$/i.exec(term.trim()));
  const values = terms.map((match) => match?.[1] ?? match?.[2]);
  return values.includes(undefined) ? undefined : values.filter((value) => value !== undefined);
}

/** Returns the results of a query: exact values, one risk, or everything. */
function matching(query: string): readonly ModelIndicator[] {
  const values = namedValues(query);
  if (values !== undefined) {
    const wanted = new Set(values.map((value) => value.toLowerCase()));
    return model.indicators.filter(({ value }) => wanted.has(value.toLowerCase()));
  }
  if (/\bioc=/i.test(query)) return [];
  const risk = /^risk=(\w+)$/i.exec(query.trim())?.[1];
  return model.indicators.filter((entry) => risk === undefined || entry.risk === risk);
}

function matchingThreats(query: string): readonly ModelThreat[] {
  const name = /^threat="?([^"*]+)\*?"?$/i.exec(query.trim())?.[1]?.toLowerCase();
  return model.threats.filter((threat) => name === undefined || threat.name.toLowerCase().startsWith(name));
}

/** The answer of Explore to a query whose limit has been settled. */
export function exploreReply(pen: Pen, query: URLSearchParams, limit: number): WordedReply {
  const { explore } = pen.wording;
  const text = query.get('q') ?? '';
  if (query.get('type') === 'threats') {
    const rows = matchingThreats(text).slice(0, limit);
    return { body: { results: rows.map((threat) => threatJson(pen, threat)) } };
  }
  const found = matching(text).slice(0, limit);
  const format = query.get('format') ?? 'json';
  if (format === 'csv') return { body: csv(found, text, limit), type: 'text/csv' };
  if (format === 'stix') return { body: stix(found), type: 'application/stix+json' };
  if (found.length === 0 && explore.nothing !== 'noRows') return { refusal: explore.nothing };
  const rows = found.map((entry) => rowJson(pen, entry));
  switch (explore.rows) {
    case 'bare':
      return { body: rows };
    case 'numbered':
      // An object without keys would be ambiguous.
      return { body: rows.length === 0 ? { results: [] } : Object.fromEntries(rows.entries()) };
    case 'results':
    case 'data':
    case 'indicators':
      return { body: { [explore.rows]: rows } };
  }
}

const columns = [
  'indicator',
  'type',
  'risk',
  'stamp_added',
  'stamp_updated',
  'stamp_seen',
  'stamp_retired',
  'reference',
  'geo_city',
  'geo_country',
  'geo_countrycode',
  'geo_org',
  'dns_ptr',
];

function csv(found: readonly ModelIndicator[], query: string, limit: number): string {
  const timestamp = (at: number | undefined): string =>
    at === undefined ? '' : `"${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}"`;
  const rows = found.map(({ iid, value, type, risk, added, updated, seen, retiredAt }) =>
    [
      value,
      type,
      risk,
      timestamp(added),
      timestamp(updated),
      timestamp(seen),
      timestamp(retiredAt),
      ...[`https://lookups-test-1.com/indicator?iid=${iid}`, '[privacy]', 'Netherlands', 'NL', '', ''],
    ].join(','),
  );
  const head = [
    '# Explore, 2026-02-03 09:05:26 UTC',
    `# ${query}`,
    `# limit ${limit}`,
    '# https://lookups-test-1.com/',
  ];
  return [...head, columns.join(','), ...rows, ''].join('\n');
}

const stixTypes = { domain: 'domain-name', ip: 'ipv4-addr', url: 'url' } as const;
const ranks = { none: 0, low: 1, medium: 2, high: 3, critical: 4 } as const;

/** Objects of STIX 2.1 about indicators. */
export function stixIndicator({ iid, value, type, risk, retired, added, updated }: ModelIndicator): object {
  const created = new Date(added).toISOString();
  return {
    type: 'indicator',
    spec_version: '2.1',
    id: `indicator--00000000-0000-4000-8000-${uuidEnd(iid)}`,
    created,
    modified: new Date(updated).toISOString(),
    valid_from: created,
    name: value,
    pattern: `[${stixTypes[type]}:value = '${value}']`,
    pattern_type: 'stix',
    description: '<b>Found</b>',
    indicator_types: ['malicious-activity'],
    service_risk: risk,
    service_risk_int: ranks[risk],
    service_retired: retired ? 1 : 0,
    extensions: { [definition.id]: { extension_type: 'toplevel-property-extension' } },
  };
}

const uuidEnd = (n: number): string => n.toString(16).padStart(12, '0');

export const definition = {
  type: 'extension-definition',
  spec_version: '2.1',
  id: `extension-definition--00000000-0000-4000-8000-${uuidEnd(1)}`,
  name: 'Service fields',
  description: '',
  schema: 'https://lookups-test-1.com/schema',
  version: '1.0',
  created: '2025-01-01T00:00:00.000Z',
  modified: '2025-01-01T00:00:00.000Z',
  created_by_ref: `identity--00000000-0000-4000-8000-${uuidEnd(1)}`,
  extension_types: ['toplevel-property-extension'],
  extension_properties: ['service_risk', 'service_risk_int', 'service_retired'],
} as const;

function stix(found: readonly ModelIndicator[]): string {
  return JSON.stringify({ objects: [definition, ...found.map(stixIndicator)] });
}
