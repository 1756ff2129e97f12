import type { QueryNode } from '../../../src/core/explore';
import { lookupKey } from '../../../src/core/indicators';
import { emptyRecord, type IndicatorRecord } from '../../../src/core/records/record';
import { QueryRejectedError } from '../../../src/core/store/query/queryRejected';
import type { ServedRecords } from '../../../src/service/servedRecords';

/** 2024-03-01 12:00:00 UTC. */
export const noon = Date.UTC(2024, 2, 1, 12);

/** A record of a domain that is complete enough to be served; a test adds what it needs. */
export function someRecord(parts: Partial<IndicatorRecord> & { readonly iid: number }): IndicatorRecord {
  return { ...emptyRecord(`host-${parts.iid}.example`, 'domain'), ...parts };
}

/** A record with a value in every field, iid 1. */
export const rich: IndicatorRecord = {
  ...emptyRecord('login-update.example', 'domain'),
  iid: 1,
  risk: 'high',
  riskRecommended: 'medium',
  manualRisk: true,
  retired: true,
  retiredReason: 'No recent activity',
  timestamps: { added: noon, updated: noon + 1000, seen: noon + 2000, retired: noon + 61_000 },
  submissions: 3,
  toplist: { rank: 512, domain: 'login-update.example' },
  riskFactors: [{ id: 4, description: 'In a phishing feed', risk: 'high' }],
  redirects: { from: [{ iid: 2, value: 'host-2.example' }], to: [{ value: 'elsewhere.example' }] },
  threats: [{ tid: 5, name: 'Example Kit', category: 'phishing', risk: 'high', linked: noon }],
  feeds: [{ fid: 6, name: 'Example Feed', organization: 'Example' }],
  comments: [{ cid: 7, uid: 8, username: 'ana', title: 'Seen', text: '<b>twice</b>', added: noon }],
  attributes: { port: [['443', 'HTTPS']], hosttype: [['web']] },
  properties: {
    dns: { a: ['192.0.2.7'], ns: ['ns1.example'] },
    geo: { country: ['Exampleland'] },
    whois: { '++privacy': ['0'], '++email': ['a@x.example'] },
    ssl: { domain: ['x.example', 'y.example'], org: ['X', 'Y'] },
  },
};

/** No threats and feeds at all. */
const noGroups: ServedRecords['groups'] = {
  threat: () => Promise.resolve(undefined),
  feed: () => Promise.resolve(undefined),
  counts: () => Promise.resolve({ total: 0, levels: {} }),
  summary: () =>
    Promise.resolve({
      risk: { total: 0, levels: {} },
      breakdowns: {},
      properties: {},
      feeds: [],
      threats: [],
      other: {},
    }),
  links: () => Promise.resolve({ links: [], hasMore: false }),
};

/** Records in memory, in place of a store. Knows `ioc=`, `risk=` and `threat=`, exact values only. */
export function servedRecords(...records: readonly IndicatorRecord[]): ServedRecords {
  // eslint-disable-next-line @typescript-eslint/require-await -- a store answers later
  const found = async (query: QueryNode, limit: number): Promise<readonly IndicatorRecord[]> =>
    records.filter((record) => matches(query, record)).slice(0, limit);
  return {
    byIid: (iid) => Promise.resolve(records.find((record) => record.iid === iid)),
    byKeys: (keys) => Promise.resolve(keys.flatMap((key) => records.find((record) => lookupKey(record) === key) ?? [])),
    urlsOf: () => Promise.resolve([]),
    foundValues: () => Promise.resolve([]),
    groups: noGroups,
    search: (query, { limit }) => found(query, limit),
    searchThreats: async (query, { limit }) => {
      const linked = (await found(query, records.length)).flatMap(({ threats }) => threats);
      return [...new Map(linked.map((threat) => [threat.name, threat])).values()].slice(0, limit);
    },
  };
}

function matches(query: QueryNode, record: IndicatorRecord): boolean {
  switch (query.kind) {
    case 'and':
      return query.operands.every((operand) => matches(operand, record));
    case 'or':
      return query.operands.some((operand) => matches(operand, record));
    case 'not':
      return !matches(query.operand, record);
    case 'term':
      return valuesOf(query.field, record).includes(query.value) === (query.operator === '=');
  }
}

function valuesOf(field: string, record: IndicatorRecord): readonly string[] {
  if (field === 'ioc') return [record.value];
  if (field === 'risk') return [record.risk];
  if (field === 'threat') return record.threats.map(({ name }) => name);
  throw new QueryRejectedError(`Unknown field: ${field}`, field);
}
