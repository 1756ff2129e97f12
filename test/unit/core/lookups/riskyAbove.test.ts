import assert from 'node:assert/strict';
import { LookupEngine } from '../../../../src/core/lookups';
import { lookupKey } from '../../../../src/core/indicators';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { LookupReason } from '../../../../src/core/lookups/types';
import type { Known } from '../../../../src/core/records/knowledge';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { mirror, record, start } from './fakes';

describe('The name above an indicator', () => {
  const domain = (value: string): Indicator => ({ type: 'domain', value });
  const risky = (value: string, risk: 'high' | 'low' = 'high', more: Partial<IndicatorRecord> = {}): Known => ({
    kind: 'known',
    source: mirror,
    asOf: start,
    detail: 'full',
    record: record(domain(value), { risk, ...more }),
  });

  function above(indicator: Indicator, all: readonly Known[], reason: LookupReason = 'hover') {
    const read: string[] = [];
    const lookups = new LookupEngine({
      store: {
        find: (key) => {
          read.push(key);
          return all.filter(({ record }) => record.value === key);
        },
        keep: () => Promise.resolve(),
      },
      service: () => undefined,
      settings: () => ({ mode: 'offline', urls: 'hostOnly', freshMillis: 0, missMillis: 0, ignore: [] }),
      now: () => start,
    });
    const result = lookups.local(indicator, reason);
    return { name: result.above?.indicator.value, known: result.known, read };
  }

  it('is the nearest one with a current risk of at least medium, down from the registered one', () => {
    const listed = [risky('lookups-test-1.com'), risky('b.lookups-test-1.com', 'low')];
    assert.equal(above(domain('a.b.lookups-test-1.com'), listed).name, 'lookups-test-1.com');
    assert.equal(
      above(domain('a.b.lookups-test-1.com'), [risky('lookups-test-1.com'), risky('b.lookups-test-1.com')]).name,
      'b.lookups-test-1.com',
    );
    assert.equal(above({ type: 'url', value: 'http://a.lookups-test-1.com/x' }, listed).name, 'lookups-test-1.com');
    assert.equal(above(domain('lookups-test-1.com'), listed).name, undefined);
    assert.equal(
      above(domain('a.lookups-test-1.com'), [risky('lookups-test-1.com', 'high', { retired: true })]).name,
      undefined,
    );
    assert.equal(above({ type: 'ip', value: '203.0.113.9' }, [risky('113.9')]).name, undefined);
  });

  it('does not change what is known about the indicator', () => {
    assert.deepEqual(above(domain('a.lookups-test-1.com'), [risky('lookups-test-1.com')]).known, []);
  });

  it('is never one of a registry, of a company for its customers, or of a host that many share', () => {
    for (const [name, listed] of [
      ['a.lookups-test-1.co.uk', 'co.uk'],
      ['a.lookups-test-1.github.io', 'github.io'],
      ['lookups-test-1.pages.dev', 'pages.dev'],
      ['lookups-test-1.google.com', 'google.com'],
      ['bucket.s3.eu-west-1.amazonaws.com', 'amazonaws.com'],
    ] as const)
      assert.equal(above(domain(name), [risky(listed)]).name, undefined, name);
    const customer = [risky('lookups-test-1.github.io')];
    assert.equal(above(domain('a.lookups-test-1.github.io'), customer).name, 'lookups-test-1.github.io');
  });

  it('is not repeated if a list says the same about all names below it', () => {
    const name = 'a.lookups-test-1.com';
    const rule = risky(name);
    const below: Known = { ...rule, source: { ...rule.source, range: '*.lookups-test-1.com' } };
    assert.equal(above(domain(name), [risky('lookups-test-1.com'), below]).name, undefined);
  });

  it('is read for a single indicator that is shown only', () => {
    const name = domain('a.lookups-test-1.com');
    const listed = [risky('lookups-test-1.com')];
    for (const reason of ['hover', 'click', 'record'] as const)
      assert.equal(above(name, listed, reason).name, 'lookups-test-1.com');
    for (const reason of ['visible', 'triage', 'assistant'] as const)
      assert.deepEqual(above(name, listed, reason).read, [lookupKey(name)]);
  });
});
