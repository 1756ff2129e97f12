import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeQuery, parseQuery, type ResultType } from '../../../../src/core/explore';
import { queryTree } from './trees';

const now = Date.UTC(2025, 4, 20);

function described(text: string, type?: ResultType): string {
  const { node } = parseQuery(text);
  return node === undefined ? 'nothing' : describeQuery(node, now, type);
}

describe('describeQuery', () => {
  const descriptions: readonly (readonly [text: string, description: string])[] = [
    [
      'type=domain and (risk=high or risk=critical) and seen=2025-03-01',
      'All domains with high or critical risk, seen since 2025-03-01',
    ],
    ['risk=high', 'All indicators with high risk'],
    ['type=domain', 'All domains'],
    ['type=domain or type=url', 'All domains or URLs'],
    ['risk=none and retired=0', 'All indicators with no known risk, that are active'],
    ['risk!=none and not risk=low', 'All indicators with any risk except none or low'],
    [
      'seen=7d and added!=2025-03-01 and updated=week',
      'All indicators seen in the last 7 days, added before 2025-03-01, updated in the last week',
    ],
    ['seen="2025-03-01 10:30"', 'All indicators seen since 2025-03-01 10:30 UTC'],
    ['seen=today and not added=24h', 'All indicators seen since today, not added in the last 24 hours'],
    ['ioc=*.a.example or ioc=b*', 'All indicators that match “*.a.example” or “b*”'],
    [
      'threat="Example Kit" and feed!=Lists',
      'All indicators linked to the threat “Example Kit”, not listed in the feed “Lists”',
    ],
    [
      'port=22 and protocol!=SSH and technology=PHP',
      "All indicators with port 22 open, that don't support SSH, that run PHP",
    ],
    ['++registrar=Example*', 'All indicators whose ++registrar starts with “Example”'],
    [
      'risk=high or (type=ip and port=22)',
      'All indicators with high risk or (that are IP addresses and with port 22 open)',
    ],
    ['not (risk=high and type=ip)', 'All indicators not (with high risk and that are IP addresses)'],
    [
      'type=ip and risk!=none and org!=*Ltd and not (risk=unknown or risk=low)',
      "All IP addresses with any risk except none, unknown, or low, whose org doesn't end with “Ltd”",
    ],
    ['risk=retired', 'All indicators retired'],
    ['ioc=login* and not ioc=*.a.example', "All indicators that start with “login”, that don't end with “.a.example”"],
  ];
  for (const [text, expected] of descriptions) it(`describes ${text}`, () => assert.equal(described(text), expected));

  it('describes a search for threats', () => {
    assert.equal(described('risk=high', 'threats'), 'All threats with high risk');
  });

  it('stays short for long queries', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `ioc=host-${index}.example`).join(' or ');
    assert.match(described(text), /“host-4\.example”, or 9,995 more$/);
    fc.assert(fc.property(queryTree, (tree) => assert.match(describeQuery(tree, now), /^All /)));
  });
});
