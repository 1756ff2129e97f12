import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ignoreLimits, getIgnoreList } from '../../../../src/core/lookups/policy/ignoreList';
import { maxTextLength } from '../../../../src/core/lookups/policy/decodings';
import type { IgnoreOrigin } from '../../../../src/core/lookups/types';
import { domain, world } from './fakes';

const list = (patterns: readonly string[], origin: IgnoreOrigin = 'user') =>
  patterns.map((pattern) => ({ pattern, origin }));
const hostFound = (patterns: readonly string[], host: string) =>
  getIgnoreList(list(patterns)).find([host], [host])?.pattern;

/** The shortest of several looks, in milliseconds: others include waiting for the processor. */
function fastest(look: () => unknown): number {
  const times = Array.from({ length: 50 }, () => {
    const startedAt = performance.now();
    look();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

describe('The ignore list', () => {
  it('returns the first matching entry of any kind', () => {
    const host = 'a.b.lookups-test-2.com';
    const patterns = ['/b\\./', '*.lookups-test-2.com', host, '*.b.lookups-test-2.com'];
    for (let from = 0; from < patterns.length; from++)
      assert.equal(hostFound(['other.com', ...patterns.slice(from)], host), patterns[from]);
    assert.equal(hostFound(['8.8.8.8', '8.8.0.0/16'], '8.8.8.8'), '8.8.8.8');
    assert.equal(hostFound(['8.0.0.0/8', '8.8.0.0/16', '8.8.8.8'], '8.8.8.8'), '8.0.0.0/8');
    assert.equal(hostFound(['0.0.0.0/0'], '203.0.115.1'), '0.0.0.0/0');
    assert.equal(hostFound(['0.0.0.0/0'], '2606:4700::1'), undefined);
    assert.equal(hostFound(['::ffff:8.8.0.0/112'], '8.8.8.8'), '::ffff:8.8.0.0/112');
  });

  it('matches addresses in networks of every prefix length', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (network, address, length) => {
        const bits = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const size = 2 ** (32 - length);
        const inside = Math.floor(bits(network) / size) === Math.floor(bits(address) / size);
        assert.equal(hostFound([`${network}/${length}`], address) !== undefined, inside);
      }),
    );
  });

  it('with a hundred thousand entries is parsed once, and matches nearly as fast as a short one', () => {
    const patterns = Array.from(
      { length: ignoreLimits.user },
      (_, index) =>
        [
          `host-${index}.kept-name.com`,
          `*.part-${index}.kept-name.com`,
          `11.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
          `12.${(index >> 8) & 255}.${index & 255}.0/${8 + (index % 25)}`,
          `2606:4700:${(index & 0xffff).toString(16)}::/${48 + (index % 60)}`,
        ][index % 5] ?? '',
    );
    const entries = list(patterns);
    const compiled = getIgnoreList(entries);
    assert.equal(getIgnoreList(entries), compiled);
    assert.equal(compiled.beyond, undefined);
    assert.equal(compiled.find([], ['x.y.part-99996.kept-name.com'])?.pattern, '*.part-99996.kept-name.com');
    const look = () => compiled.find([], ['no.other-name.com', '203.0.115.1', '2a00::1']);
    assert.ok(fastest(look) < 5);
  });

  it('has no regular expressions of a workspace or a shared file, which report that', () => {
    const patterns = ['/^(a+)+$/', '/lookups/i', 'lookups-test-2.com'];
    for (const origin of ['workspace', 'file'] as const) {
      const compiled = getIgnoreList(list(patterns, origin));
      assert.equal(compiled.beyond, undefined);
      assert.deepEqual(
        compiled.problems.map(({ pattern, problem }) => [pattern, problem]),
        [
          ['/^(a+)+$/', 'expression'],
          ['/lookups/i', 'expression'],
        ],
      );
      assert.equal(compiled.find([`${'a'.repeat(maxTextLength)}!`], ['lookups-test-3.com']), undefined);
      assert.equal(compiled.find([], ['lookups-test-2.com'])?.pattern, 'lookups-test-2.com');
    }
    assert.equal(getIgnoreList(list(patterns)).find([], ['lookups-test-3.com'])?.pattern, '/lookups/i');
  });

  const beyond: readonly (readonly [what: string, patterns: readonly string[]])[] = [
    ['entries', Array.from({ length: 1_001 }, (_, index) => `host-${index}.kept-name.com`)],
    ['entries', Array.from({ length: 100_000 }, (_, index) => `*.host-${index}.kept-name.com`)],
    ['entry', [`/${'a'.repeat(600)}/`]],
    ['entry', [`https://lookups-test-3.com/${'a'.repeat(600)}`]],
  ];
  for (const [what, patterns] of beyond) {
    it(`of a workspace that exceeds its limits blocks everything: ${patterns.length} × ${patterns[0]?.slice(0, 24) ?? ''}`, async () => {
      const ignore = list(patterns, 'workspace');
      assert.deepEqual(getIgnoreList(ignore).beyond, { origin: 'workspace', what });
      const here = world({ settings: { ignore, mode: 'automatic' } });
      const { state } = await here.lookups.lookUp(domain, { reason: 'click', again: true });
      assert.deepEqual(state, {
        kind: 'blocked',
        by: { kind: 'reserved', what: 'longIgnoreList', origin: 'workspace' },
      });
      assert.notEqual(here.lookups.blockedInText('threat=lookups-test-2.com'), undefined);
      await here.lookups.lookUpVisible([domain]);
      assert.equal(here.requests.length, 0);
      // A shorter list lets it go again.
      here.settings = { ...here.settings, ignore: list(['other.com'], 'workspace') };
      assert.equal(here.lookups.blocked(domain), undefined);
    });
  }

  it('of the user has limits as well', () => {
    const entries = list(Array.from({ length: ignoreLimits.user + 1 }, (_, index) => `a${index}.com`));
    assert.deepEqual(getIgnoreList(entries).beyond, { origin: 'user', what: 'entries' });
  });
});
