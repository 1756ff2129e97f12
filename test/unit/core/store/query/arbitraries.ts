import fc from 'fast-check';
import type { QueryNode, TermNode } from '../../../../../src/core/explore';
import type { IndicatorRecord } from '../../../../../src/core/records/record';
import { riskLevels } from '../../../../../src/core/records/risk';
import { aRecord } from '../builders';

/** The time of all records and queries. */
export const now = Date.UTC(2026, 2, 15, 12);
const range = { start: 0, end: 0 };
const day = 86_400_000;

const labels = ['login', 'mail', 'a', 'update', 'xn--bcher-kva'];
const words = ['Example Kit', 'Sample  Worm', 'nginx', 'ÄRGER', '443', 'https', 'a%b_c', 'Registrar, Inc.'];

const timestamp = fc.option(
  fc.integer({ min: now - 40 * day, max: now }).map((at) => at - (at % 1_000)),
  { nil: undefined },
);
const values = fc.uniqueArray(fc.constantFrom(...words), { maxLength: 2 });

/** Any record that several fields of queries are about. */
export const record: fc.Arbitrary<IndicatorRecord> = fc
  .record({
    at: fc.nat(60),
    type: fc.constantFrom('domain' as const, 'ip' as const, 'url' as const),
    label: fc.constantFrom(...labels),
    risk: fc.constantFrom(...riskLevels),
    retired: fc.boolean(),
    timestamps: fc.record({ added: timestamp, updated: timestamp, seen: timestamp }),
    threats: values,
    feeds: values,
    port: values,
    technology: values,
    registrar: values,
    city: values,
  })
  .map(({ at, type, label, timestamps, threats, feeds, port, technology, registrar, city, ...stated }) => {
    const value =
      type === 'ip'
        ? `192.0.2.${at}`
        : type === 'url'
          ? `http://${label}.test/Path/${at}?q=100%25`
          : `${label}${at}.example`;
    const given = Object.fromEntries(Object.entries(timestamps).filter(([, each]) => each !== undefined));
    return aRecord(value, {
      ...stated,
      type,
      timestamps: given,
      threats: threats.map((name) => ({ name, risk: 'high' })),
      feeds: feeds.map((name) => ({ name })),
      attributes: { port: port.map((each) => [each]), technology: technology.map((each) => [each, 'Display']) },
      properties: { whois: { '++registrar': registrar }, geo: { city } },
    });
  });

const anyCase = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.boolean()).map(([each, upper]) => (upper ? each.toUpperCase() : each));
const wild = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(8), fc.nat(8), fc.boolean(), fc.boolean()).map(([each, from, length, front, back]) => {
    const part = each.slice(from % Math.max(1, each.length), (from % Math.max(1, each.length)) + length);
    return `${front ? '*' : ''}${part}${back || !front ? '*' : ''}`;
  });
const iocs = fc.oneof(
  fc.nat(60).map((at) => `192.0.2.${at}`),
  fc.tuple(fc.constantFrom(...labels), fc.nat(60)).map(([label, at]) => `${label}${at}.example`),
  fc.tuple(fc.constantFrom(...labels), fc.nat(60)).map(([label, at]) => `http://${label}.test/Path/${at}?q=100%25`),
);
const times = fc.oneof(
  fc.constantFrom(
    '2026',
    '2026-02',
    '2026-03-01',
    '2026-03-*',
    '*',
    '7d',
    '2w',
    'month',
    'today',
    '2026-03-1*T05*',
    '2026-*-0*',
    '2026-02-1*0',
    '2026-02-30*',
    '202*',
    '2026-0*',
    '2026-03-0*:*',
    '2026-02-*7',
    '*-1*',
  ),
  fc.integer({ min: 0, max: 40 }).map((days) => new Date(now - days * day).toISOString().slice(0, 10)),
);
const texts = fc.constantFrom(...words);

const termOf = (fields: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<QueryNode> =>
  fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom('=' as const, '!=' as const), value)
    .map(([field, operator, text]): TermNode => ({
      kind: 'term',
      field,
      operator,
      value: text,
      quoted: true,
      range,
      fieldRange: range,
      valueRange: range,
    }));

const term = fc.oneof(
  termOf(['ioc', 'IOC'], fc.oneof(iocs, wild(iocs), anyCase(wild(iocs)))),
  termOf(['type'], fc.constantFrom('domain', 'ip', 'URL', 'd*')),
  termOf(['risk'], fc.constantFrom(...riskLevels, 'retired', '*low', 'High')),
  termOf(['retired'], fc.constantFrom('0', '1', '*')),
  termOf(['seen', 'added', 'updated'], times),
  termOf(
    [
      'threat',
      'feed',
      'port',
      'technology',
      '++registrar',
      'registrar',
      'geo.city',
      'City',
      'whois.++registrar',
      'hosttype',
    ],
    fc.oneof(anyCase(texts), wild(anyCase(texts)), fc.constant('Display')),
  ),
);

/** Any query, with terms that records meet and others that they don't. */
export const query: fc.Arbitrary<QueryNode> = fc.letrec<{ node: QueryNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    term,
    tie('node').map((operand): QueryNode => ({ kind: 'not', operand, range })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('node'), { minLength: 2, maxLength: 4 }))
      .map(([kind, operands]): QueryNode => ({ kind, operands, range })),
  ),
})).node;
