import fc from 'fast-check';
import type { BlockEntry } from '../../../../src/core/export/blocking';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(
    fc.constantFrom(
      'a.com',
      '1.2.3.4',
      '::1',
      'http://a.com/',
      ...Array.from('\n\r\t\u0085\u2028\u202e "\'`;|\\#*?()[]{}:/.-$@'),
    ),
  ),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);
/** An entry whose value may be anything. */
export const anyEntry = fc.record({
  indicator: fc.record({
    type: fc.constantFrom('domain', 'ip', 'url'),
    value: fc
      .tuple(fc.constantFrom('', 'a.', 'http://a.com/', 'https://a.com/?'), hostile)
      .map(([start, rest]) => `${start}${typeof rest === 'string' ? rest : rest.join('')}`),
  }),
  risk: fc.constantFrom('high', 'critical'),
}) as fc.Arbitrary<BlockEntry>;
