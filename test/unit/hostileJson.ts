import * as fc from 'fast-check';

/** A text of JSON that is nested so deep that `JSON.stringify` overflows. */
export const deepText = (levels = 8_000): string => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);

const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
const types = [
  'indicator',
  'domain-name',
  'url',
  'ipv4-addr',
  'ipv6-addr',
  'observed-data',
  'relationship',
  'identity',
  'malware',
  'report',
  'attack-pattern',
  'marking-definition',
  'extension-definition',
  'bundle',
  'note',
  '__proto__',
  'threat-actor',
  'infrastructure',
  'language-content',
  'constructor',
];
const anyType = fc.constantFrom(...types);
const anyId = fc.tuple(anyType, fc.integer({ min: 1, max: 9 })).map(([type, n]) => `${type}--${uuid(n)}`);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', ' ', '\u0000', 'a\u0000b', '\ud800', '\ufeff', '2026-01-01T00:00:00Z', '0000-00-00', '1e999'),
  fc.constantFrom(
    "[domain-name:value = 'hostile.example']",
    `${'('.repeat(9_000)}[`,
    "[url:value = '\\\\",
    'NOT '.repeat(99),
  ),
  anyId,
);
const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(anyId, { maxLength: 3 }),
);

const properties = [
  'spec_version',
  'created',
  'modified',
  'revoked',
  'valid_from',
  'valid_until',
  'pattern',
  'pattern_type',
  'value',
  'name',
  'description',
  'labels',
  'indicator_types',
  'confidence',
  'created_by_ref',
  'object_refs',
  'objects',
  'source_ref',
  'target_ref',
  'relationship_type',
  'extensions',
  'extension_properties',
  'external_references',
  'object_marking_refs',
  'kill_chain_phases',
  'definition',
  'aliases',
  'toJSON',
  '__proto__',
  'x_own_risk',
];

/** JSON of an object with STIX properties and arbitrary values. */
const odd = fc
  .record({
    type: fc.oneof({ weight: 4, arbitrary: anyType }, anyValue),
    id: fc.oneof({ weight: 4, arbitrary: anyId }, anyValue),
    fields: fc.dictionary(fc.constantFrom(...properties), anyValue, { maxKeys: 8 }),
  })
  .map(({ type, id, fields }) => JSON.stringify({ ...fields, type, id }));

/** STIX objects with a value that is nested too deeply. */
const deep = fc
  .tuple(anyType, fc.integer({ min: 1, max: 9 }), fc.constantFrom(...properties, 'x_own'), fc.constantFrom(120, 8_000))
  .map(
    ([type, n, name, levels]) =>
      `{"type":"${type}","id":"${type}--${uuid(n)}","name":"x","${name}":${deepText(levels)},"value":"deep.example"}`,
  );

/** Any JSON value, as text: STIX objects with any property of any value among them, and such as overflow a stack. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: odd },
  { weight: 2, arbitrary: deep },
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom(deepText(), '['.repeat(5_000) + ']'.repeat(5_000), '{}', '[]', 'null', '""', '{"id":{}}'),
);

/** Indicators that any reader takes, as JSON of STIX, and their values; other ones for each number. */
export function good(n = 0): { readonly values: readonly string[]; readonly texts: readonly string[] } {
  const values = [`good-${n}.lookups-test.com`, `198.51.${n >> 8}.${n & 255}`, `http://good-${n}.lookups-test.net/x`];
  const texts = values.map((value, at) =>
    JSON.stringify({
      type: 'indicator',
      spec_version: '2.1',
      id: `indicator--${uuid(100 + 10 * n + at)}`,
      created: '2026-01-01T00:00:00.000Z',
      modified: '2026-01-01T00:00:00.000Z',
      pattern: `[${['domain-name', 'ipv4-addr', 'url'][at] ?? ''}:value = '${value}']`,
      pattern_type: 'stix',
      valid_from: '2026-01-01T00:00:00Z',
    }),
  );
  return { values, texts };
}

/** Any values before, between and behind the good ones. */
export const others: fc.Arbitrary<readonly (readonly string[])[]> = fc.array(fc.array(jsonText, { maxLength: 4 }), {
  minLength: 4,
  maxLength: 4,
});

/** The good ones in their order with the others between them. */
export const among = (texts: readonly string[], between: readonly (readonly string[])[]): readonly string[] =>
  between.flatMap((some, at) => [...some, ...texts.slice(at, at + 1)]);
