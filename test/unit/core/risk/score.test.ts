import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseIndicator } from '../../../../src/core/indicators';
import { type RiskLevel, riskLevels, riskRank } from '../../../../src/core/records/risk';
import type { ScanFacts } from '../../../../src/core/records/scan';
import { type Evidence, scoreRisk } from '../../../../src/core/risk';
import { getLevel, getPoints, weights } from '../../../../src/core/risk/weights';

const day = 86_400_000;
const noon = Date.UTC(2025, 2, 4, 12);

function evidence(value: string, parts: Partial<Evidence> = {}): Evidence {
  const indicator = parseIndicator(value);
  assert.ok(indicator, value);
  const nothing = { ratings: [], threats: [], feeds: [], redirects: [], facts: {}, looked: false };
  return { indicator, asOf: noon, ...nothing, ...parts };
}

const descriptionsOf = (value: string, parts: Partial<Evidence> = {}): readonly string[] =>
  scoreRisk(evidence(value, parts)).factors.map(({ description }) => description);

const rated = (risk: RiskLevel, retired = false) => ({ source: 'list', risk, retired });

describe('A risk score', () => {
  it('is unknown without evidence, and none if a scan found nothing', () => {
    assert.equal(scoreRisk(evidence('plain.example')).risk, 'unknown');
    assert.equal(scoreRisk(evidence('plain.example', { looked: true })).risk, 'none');
    assert.equal(scoreRisk(evidence('plain.example', { ratings: [rated('none')] })).risk, 'none');
    assert.equal(scoreRisk(evidence('plain.example', { ratings: [rated('unknown')] })).risk, 'unknown');
  });

  it('is the rating of a single source without other evidence', () => {
    for (const risk of riskLevels) {
      assert.equal(scoreRisk(evidence('plain.example', { ratings: [rated(risk)] })).risk, risk);
    }
  });

  it('counts retired ratings half, agreeing ratings slightly more, and threats and feeds', () => {
    const scoreOf = (parts: Partial<Evidence>) => scoreRisk(evidence('plain.example', parts)).risk;
    assert.equal(scoreOf({ ratings: [rated('critical', true)] }), 'medium');
    assert.equal(scoreRisk(evidence('plain.example', { ratings: [rated('high'), rated('low')] })).points, 65);
    assert.equal(scoreOf({ threats: [{ name: 'Tin Whistle', risk: 'high' }] }), 'high');
    assert.equal(scoreOf({ threats: [{ name: 'Tin Whistle', risk: 'unknown' }] }), 'medium');
    assert.equal(scoreOf({ feeds: [{ name: 'A Lab' }] }), 'low');
  });

  for (const [value, description] of [
    ['paypa1.example', 'Looks like the well-known name paypal'],
    ['rnicrosoft.example', 'Looks like the well-known name microsoft'],
    ['microsfot.example', 'Looks like the well-known name microsoft'],
    ['www.faceboook.example', 'Looks like the well-known name facebook'],
    ['http://paypa1.example/x', 'Looks like the well-known name paypal'],
    // The first letter is Cyrillic.
    ['\u0430pple.example', 'Looks like the well-known name apple'],
    ['\u0430pple.example', 'Mixes letters of several alphabets'],
    ['paypal-login.example', 'Contains the well-known name paypal as bait'],
    ['verify-paypa1-account.example', 'Contains the well-known name paypal as bait'],
    ['paypal.com.session-7.example', 'Contains the well-known name paypal as bait'],
    ['xn--99999999999.example', 'Contains invalid punycode'],
    ['http://plain.example:8081/', 'A web address on an unusual port'],
    ['http://192.0.2.7/', 'A URL on a bare IP address'],
    ['http://paypal.com@plain.example/', 'A user name or password in the URL'],
    ['http://plain.example/invoice.EXE', 'Ends in the name of a program'],
  ] as const) {
    it(`finds in ${value}: ${description}`, () => {
      assert.ok(descriptionsOf(value).includes(description), descriptionsOf(value).join());
    });
  }

  for (const value of [
    'paypal.example',
    'www.apple.example',
    'apple-pie.example',
    'b\u00fccher.example',
    'login.plain.example',
    '192.0.2.7',
    'http://plain.example:8443/a.html',
    'https://plain.example/app.js',
  ]) {
    it(`finds nothing suspicious in ${value}`, () => assert.deepEqual(descriptionsOf(value), []));
  }

  for (const [what, facts, descriptions] of [
    ['a name of six days', { registered: noon - 6 * day }, ['Registered within a week before the scan']],
    ['a name of 8 days', { registered: noon - 8 * day }, ['Registered within 30 days before the scan']],
    ['a name of 60 days', { registered: noon - 60 * day }, ['Registered within 90 days before the scan']],
    ['an old name', { registered: noon - 900 * day }, []],
    ['a date to come', { registered: noon + day }, []],
    ['ordinary ports', { openPorts: [22, 80, 443] }, []],
    ['an odd port', { openPorts: [443, 3389] }, ['Offers a service on an unusual port']],
    [
      'a good certificate',
      { certificate: { selfSigned: false, mismatched: false, expired: false, trusted: true } },
      [],
    ],
    [
      'a self-signed certificate of another name, expired',
      { certificate: { selfSigned: true, mismatched: true, expired: true, trusted: false } },
      [
        'Presents a self-signed certificate',
        'Presents a certificate of another name',
        'Presents an expired certificate',
      ],
    ],
    [
      'a certificate of an authority that nobody knows',
      { certificate: { selfSigned: false, mismatched: false, expired: false, trusted: false } },
      ['Presents a certificate that no known authority signed'],
    ],
  ] as const satisfies readonly (readonly [string, ScanFacts, readonly string[]])[]) {
    it(`evaluates ${what}`, () => assert.deepEqual(descriptionsOf('plain.example', { facts }), descriptions));
  }

  it('evaluates redirects', () => {
    const leads = (value: string, risk: RiskLevel): Partial<Evidence> => ({
      redirects: [{ indicator: evidence(value).indicator, risk }],
    });
    assert.deepEqual(descriptionsOf('http://plain.example/', leads('https://www.plain.example/', 'unknown')), []);
    assert.deepEqual(descriptionsOf('http://plain.example/', leads('https://other.example/', 'high')), [
      'Redirects to a risk of medium or above',
      "Redirects to somebody else's host",
    ]);
  });

  it('rates well-known hosts by other sources only', () => {
    const facts: ScanFacts = { registered: noon - day };
    assert.equal(scoreRisk(evidence('https://dns.google:8081/a.exe', { facts, looked: true })).risk, 'none');
    assert.equal(scoreRisk(evidence('dns.google', { ratings: [rated('high')] })).risk, 'high');
  });
});

const level = fc.constantFrom(...riskLevels);
const anyEvidence: fc.Arbitrary<Evidence> = fc.record({
  indicator: fc
    .constantFrom(
      'plain.example',
      'paypa1.example',
      'http://192.0.2.7:81/a.exe',
      'dns.google',
      'xn--99999999999.example',
    )
    .map((value) => evidence(value).indicator),
  asOf: fc.constant(noon),
  ratings: fc.array(fc.record({ source: fc.string({ maxLength: 3 }), risk: level, retired: fc.boolean() })),
  threats: fc.array(fc.record({ name: fc.string({ maxLength: 3 }), risk: level })),
  feeds: fc.array(fc.record({ name: fc.string({ maxLength: 3 }) })),
  redirects: fc.array(fc.record({ indicator: fc.constant(evidence('http://other.example/').indicator), risk: level })),
  facts: fc.record(
    {
      registered: fc.integer({ min: noon - 200 * day, max: noon + day }),
      openPorts: fc.array(fc.integer({ min: 1, max: 65_535 })),
      certificate: fc.record({
        selfSigned: fc.boolean(),
        mismatched: fc.boolean(),
        expired: fc.boolean(),
        trusted: fc.boolean(),
      }),
    },
    { requiredKeys: [] },
  ),
  looked: fc.boolean(),
});

describe('Every risk score', () => {
  it('stays within bounds, and its factors are sorted', () => {
    fc.assert(
      fc.property(anyEvidence, (any) => {
        const { risk, points, factors } = scoreRisk(any);
        assert.ok(points >= 0 && points <= 100);
        if (risk !== 'unknown') assert.equal(risk, getLevel(points));
        const ranks = factors.map((factor) => riskRank(factor.risk));
        assert.deepEqual(
          ranks,
          ranks.toSorted((a, b) => b - a),
        );
      }),
    );
  });

  it("doesn't depend on the order of the evidence", () => {
    fc.assert(
      fc.property(anyEvidence, (any) => {
        const { ratings, threats, feeds, redirects } = any;
        const turned = {
          ...any,
          ratings: ratings.toReversed(),
          threats: threats.toReversed(),
          feeds: feeds.toReversed(),
          redirects: redirects.toReversed(),
        };
        assert.deepEqual(scoreRisk(turned), scoreRisk(any));
      }),
    );
  });

  it('never falls when a rating, a threat, a feed or a redirect is added', () => {
    fc.assert(
      fc.property(anyEvidence, anyEvidence, (any, more) => {
        const before = scoreRisk(any);
        for (const key of ['ratings', 'threats', 'feeds', 'redirects'] as const) {
          const after = scoreRisk({ ...any, [key]: [...any[key], ...more[key]] });
          assert.ok(after.points >= before.points, key);
          assert.ok(riskRank(after.risk) >= riskRank(before.risk), key);
        }
      }),
    );
  });

  it('is at least the rating of an active source, and critical only if a source says so', () => {
    fc.assert(
      fc.property(anyEvidence, (any) => {
        const { risk } = scoreRisk(any);
        for (const one of any.ratings.filter(({ retired }) => !retired))
          assert.ok(riskRank(risk) >= riskRank(one.risk), one.risk);
        const alone = scoreRisk({ ...any, ratings: [], threats: [], feeds: [] });
        assert.notEqual(alone.risk, 'critical');
      }),
    );
  });
});

describe('docs/reference/risk.md', () => {
  const page = readFileSync('docs/reference/risk.md', 'utf8');

  it('has every factor with its weight', () => {
    for (const [name, points] of Object.entries(weights)) {
      const row = new RegExp(`^\\| \`${name}\` +\\| +${points} +\\|`, 'm');
      assert.match(page, row, name);
    }
    const named = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    assert.deepEqual(named.toSorted(), Object.keys(weights).toSorted());
  });

  it('has every level with its minimum points', () => {
    for (const risk of riskLevels.filter((one) => one !== 'unknown'))
      assert.match(page, new RegExp(`^\\| ${risk} +\\| +${getPoints(risk)} \\|`, 'm'), risk);
  });
});
