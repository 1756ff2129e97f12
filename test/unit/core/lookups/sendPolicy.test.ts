import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isReserved } from '../../../../src/core/indicators/registry/reserved';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { checkIgnorePattern, lookupModes, urlDetails, type LookupSettings } from '../../../../src/core/lookups/index';
import { strings } from '../../../../src/features/privacy/strings';
import { domain, known, mirror, record, settled, world } from './fakes';

const ignoring = (...patterns: string[]): LookupSettings['ignore'] =>
  patterns.map((pattern) => ({ pattern, origin: 'user' as const }));

/** An indicator of the type that its text looks like. */
function indicator(value: string): Indicator {
  if (value.includes('://')) return { type: 'url', value };
  return { type: /^[\d.]+$|:/.test(value) ? 'ip' : 'domain', value };
}

describe('An internal indicator', () => {
  for (const value of [
    'localhost',
    'printer',
    'nas.local',
    'wiki.corp.example',
    '10.1.2.3',
    '192.0.2.1',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    'http://10.0.0.1/',
    'http://[::1]:8080/x',
    'http://intranet/page',
    'http://user@wiki.corp.example/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://lookups-test-2.com/go/http://10.0.0.1/admin',
    'http://lookups-test-2.com/go/https%3A%2F%2Fwiki.corp.example%2F',
    'http://lookups-test-2.com/go/https%253A%252F%252Fwiki.corp.example',
    'http://',
    '2002:a00:1::1',
    'http://[2002:c0a8:101::1]/',
    '2001:0:808:808:0:0:f5ff:fffe',
    '2a01:4f8::5efe:a00:1',
    '2a01:4f8::200:5efe:a00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '::a00:1',
  ]) {
    it(`is never sent: ${value}`, async () => {
      const here = world({ settings: { mode: 'automatic', urls: 'full' }, reply: (i) => record(i) });
      for (const reason of ['hover', 'click'] as const) {
        const result = await here.lookups.lookUp(indicator(value), { reason, again: true, wholeUrl: true });
        const what = /10\.|192\.|::1|0x7f|2130|a00:1|f5ff/.test(value) ? 'address' : 'name';
        assert.deepEqual(result.state, { kind: 'blocked', by: { kind: 'reserved', what } });
      }
      assert.deepEqual(here.requested(), []);
    });
  }

  it('includes IPv6 addresses that contain an internal IPv4 address', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const special = fc
      .constantFrom(0x0a, 0x7f, 0xe0)
      .chain((first) => fc.tuple(fc.constant(first), fc.nat(255), group));
    const open = fc.tuple(fc.constantFrom(0x08, 0x5d, 0xb9), fc.nat(255), group);
    const carriers: readonly ((high: number, low: number) => readonly number[])[] = [
      (high, low) => [0x2002, high, low, 0, 0, 0, 0, 1],
      (high, low) => [0x2001, 0, 0x808, 0x808, 0, 0, high ^ 0xffff, low ^ 0xffff],
      (high, low) => [0x2001, 0, high, low, 0, 0, 0x808 ^ 0xffff, 0x808 ^ 0xffff],
      (high, low) => [0x2a01, 0x4f8, 1, 2, 0, 0x5efe, high, low],
      (high, low) => [0x2a01, 0x4f8, 1, 2, 0x200, 0x5efe, high, low],
      (high, low) => [0x64, 0xff9b, 0, 0, 0, 0, high, low],
    ];
    const isBlocked = (carrier: (typeof carriers)[number], [first, second, low]: readonly [number, number, number]) =>
      isReserved(
        indicator(
          carrier(first * 256 + second, low)
            .map((each) => each.toString(16))
            .join(':'),
        ),
      );
    fc.assert(fc.property(fc.constantFrom(...carriers), special, (carrier, parts) => isBlocked(carrier, parts)));
    fc.assert(fc.property(fc.constantFrom(...carriers), open, (carrier, parts) => !isBlocked(carrier, parts)));
  });

  it("blocks nothing in the part of a URL that isn't sent", async () => {
    const here = world({ reply: (i) => record(i) });
    const page = indicator('http://user:x@lookups-test-2.com/a?next=http://10.0.0.1/#http://intranet/');
    assert.equal(here.lookups.blocked(page), undefined);
    await here.lookups.lookUp(page, { reason: 'hover' });
    assert.deepEqual(here.requested(), ['http://lookups-test-2.com/a', 'lookups-test-2.com']);
    const whole = await here.lookups.lookUp(page, { reason: 'click', wholeUrl: true });
    assert.equal(whole.state.kind, 'blocked');
  });

  it('is still shown with local data', async () => {
    const internal = indicator('10.0.0.1');
    const here = world({ stored: [[internal, known(internal, mirror)]] });
    const result = await here.lookups.lookUp(internal, { reason: 'hover' });
    assert.equal(result.known.length, 1);
    assert.equal(result.state.kind, 'blocked');
  });
});

describe('The ignore list', () => {
  const cases: readonly (readonly [pattern: string, ignored: readonly string[], sent: readonly string[]])[] = [
    [
      'lookups-test-2.com',
      ['lookups-test-2.com', 'LOOKUPS-TEST-2.com', 'http://lookups-test-2.com:81/a', 'http://u@lookups-test-2.com'],
      [
        'a.lookups-test-2.com',
        'lookups-test-2.com.lookups-test-3.com',
        'http://lookups-test-3.com/a.lookups-test-2.com',
      ],
    ],
    ['lookups-test-2[.]com', ['lookups-test-2.com'], ['lookups-test-3.com']],
    [
      '*.lookups-test-2.com',
      ['lookups-test-2.com', 'a.b.lookups-test-2.com', 'https://x.lookups-test-2.com/'],
      ['xlookups-test-2.com', 'lookups-test-2.com.lookups-test-3.com'],
    ],
    ['8.8.8.8', ['8.8.8.8', '::ffff:8.8.8.8', 'http://8.8.8.8/x'], ['8.8.8.80']],
    ['8.8.0.0/16', ['8.8.8.8', '8.8.255.255', 'http://8.8.4.4:53/'], ['8.9.0.0', '2606:4700::1']],
    ['2606:4700::/32', ['2606:4700::1', 'http://[2606:4700:ffff::1]/'], ['2606:4701::1', '8.8.8.8']],
    ['2606:4700::1', ['2606:4700:0:0::1'], ['2606:4700::2']],
    [
      'http://lookups-test-2.com/a?b=1',
      ['http://lookups-test-2.com/a?b=1', 'http://lookups-test-2.com/a?b=1#c'],
      ['http://lookups-test-2.com/a', 'lookups-test-2.com'],
    ],
    [
      '/^build-\\d+\\./',
      ['build-12.lookups-test-2.com', 'http://build-1.lookups-test-2.com/'],
      ['xbuild-1.lookups-test-2.com'],
    ],
    ['/^(?!public)\\w+\\.lookups-test-3\\.com$/', ['a.lookups-test-3.com'], ['public.lookups-test-3.com']],
    ['/SECRET/i', ['http://lookups-test-2.com/secret', 'secret.lookups-test-2.com'], ['lookups-test-2.com']],
    ['bücher.lookups-test-2.com', ['xn--bcher-kva.lookups-test-2.com'], ['lookups-test-2.com']],
  ];
  for (const [pattern, ignored, sent] of cases) {
    it(`blocks exactly what ${pattern} means`, async () => {
      assert.equal(checkIgnorePattern(pattern, 'user'), undefined);
      const here = world({ settings: { ignore: ignoring(pattern), urls: 'full' }, reply: (i) => record(i) });
      for (const value of ignored) {
        const { state } = await here.lookups.lookUp(indicator(value), { reason: 'click' });
        assert.deepEqual(state, { kind: 'blocked', by: { kind: 'ignored', pattern, origin: 'user' } }, value);
      }
      for (const value of sent) {
        assert.equal(here.lookups.blocked(indicator(value)), undefined, value);
      }
      assert.equal(here.requests.length, 0);
    });
  }

  for (const [pattern, problem] of [
    ['', 'empty'],
    ['  ', 'empty'],
    ['*', 'unclear'],
    ['a*b.com', 'unclear'],
    ['10.0.0.0/99', 'network'],
    ['name.test/8', 'network'],
    ['2001:db8::/129', 'network'],
    ['http://', 'unclear'],
    ['/(/', 'notAnExpression'],
    ['/a/g', 'unsupportedFlag'],
    ['/' + 'a'.repeat(600) + '/', 'tooLong'],
    ['two words', 'unclear'],
  ] as const) {
    it(`explains the error in “${pattern.slice(0, 20)}”`, () => {
      assert.equal(checkIgnorePattern(pattern, 'user'), problem);
      assert.match(strings.patternProblem(problem), /^[A-Z].*\.$/);
    });
  }

  it('explains that a workspace can have no regular expression', () => {
    assert.equal(checkIgnorePattern('/a/', 'workspace'), 'expression');
    assert.match(strings.patternProblem('expression'), /only allowed in the user settings/);
  });

  it('skips invalid entries, and keeps the origin of each pattern', () => {
    const ignore = [
      { pattern: '/(/', origin: 'user' },
      { pattern: 'lookups-test-2.com', origin: 'workspace' },
    ] as const;
    assert.deepEqual(world({ settings: { ignore } }).lookups.blocked(domain), {
      kind: 'ignored',
      pattern: 'lookups-test-2.com',
      origin: 'workspace',
    });
  });

  it('cancels requests in progress when it grows', async () => {
    const here = world();
    const pending = here.lookups.lookUp(domain, { reason: 'hover' });
    await settled();
    here.settings = { ...here.settings, ignore: ignoring('*.com') };
    here.lookups.forget();
    assert.equal(here.requests[0]?.signal?.aborted, true);
    assert.equal((await pending).state.kind, 'blocked');
  });

  it('of an untrusted workspace slows nothing down', () => {
    const evil = ['/^(a+)+$/', '/(a|a)*b/', '/(.*)*(.*)*(.*)*x/', '/((a{0,30}){0,30})y/', '/(((){999}){999}){999}z/'];
    const ignore = Array.from({ length: 1_000 }, (_, index) => ({
      pattern: evil[index % evil.length] ?? '',
      origin: 'workspace' as const,
    }));
    const { lookups } = world({ settings: { ignore, urls: 'full' } });
    lookups.blocked(indicator(`http://lookups-test-2.com/${'a'.repeat(100_000)}!`));
  });
});

describe('A reserved or ignored indicator', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
  const name = fc
    .tuple(
      label,
      fc.constantFrom('example', 'test', 'local', 'com', 'org', 'corp.example', 'ignored-name.com', 'internal'),
    )
    .map((parts) => parts.join('.'));
  const host = fc.oneof(
    name,
    label,
    fc.ipV4(),
    fc.constantFrom('10.0.0.1', '192.168.1.1', '8.8.8.8', 'ignored-name.com'),
  );
  const rest = fc.stringMatching(/^(\/[a-z]{0,5}){0,3}(\?[a-z]=[a-z:/.]{0,12})?(#[a-z]{0,4})?$/);
  const page = fc
    .tuple(fc.constantFrom('http', 'https', 'ftp'), fc.constantFrom('', 'user@', 'u:p@', 'a.com@'), host, rest)
    .map(([scheme, user, at, path]) => `${scheme}://${user}${at}${path}`);
  const any = fc.oneof(
    host.map(indicator),
    fc.ipV6().map((value) => ({ type: 'ip' as const, value })),
    page.map(indicator),
    fc.webUrl({ withQueryParameters: true, withFragments: true }).map(indicator),
  );

  it('is never sent, in any mode, for any reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        any,
        fc.constantFrom(...lookupModes),
        fc.constantFrom(...urlDetails),
        fc.constantFrom('hover', 'click', 'record', 'visible'),
        fc.boolean(),
        async (one, mode, urls, reason, wholeUrl) => {
          const ignore = ignoring('*.ignored-name.com', '8.0.0.0/8', '/^secret/');
          const here = world({ settings: { mode, urls, ignore }, reply: (i) => record(i) });
          await here.lookups.lookUp(one, { reason, wholeUrl, again: true });
          for (const sent of here.requests.map((request) => request.indicator)) {
            assert.equal(isReserved(one) || isReserved(sent), false, sent.value);
            assert.doesNotMatch(
              sent.value,
              /^(?:[a-z]+:\/\/)?(?:[^/?]*\.)?ignored-name\.com|^(?:[a-z]+:\/\/)?8(?:\.\d+){3}(?:[:/?]|$)|#|^[a-z]+:\/\/[^/?#]*@/,
            );
            assert.ok(mode !== 'offline' && (mode !== 'onDemand' || reason === 'click'));
          }
          assert.equal(here.lookups.requestLog.list().length, here.requests.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});
