import assert from 'node:assert/strict';
import type { Indicator } from '../../../../../src/core/indicators/identity/types';
import { hasKnownRisk } from '../../../../../src/core/triage/history/knownRisk';
import {
  countNewlyRisky,
  filterNewlyRisky,
  formatNewlyRisky,
  maxNewlyRisky,
  type NewIndicator,
  noNewlyRisky,
  parseNewlyRisky,
  withNewlyRisky,
} from '../../../../../src/core/triage/history/newlyRisky';
import { known, mirror, world } from '../../lookups/fakes';

const domain = (value: string): Indicator => ({ type: 'domain', value });
const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}.lookups-test-3.com`) as [string, string, string];

describe('A known risk', () => {
  const values = {
    high: domain('n1.lookups-test-3.com'),
    low: domain('n2.lookups-test-3.com'),
    retired: domain('n3.lookups-test-3.com'),
    ignored: domain('n4.lookups-test-3.com'),
    own: domain('n5.lookups-test-3.com'),
    sample: domain('n6.lookups-test-3.com'),
    internal: { type: 'ip', value: '10.0.0.7' },
    resolver: { type: 'ip', value: '8.8.8.8' },
    url: { type: 'url', value: 'http://n1.lookups-test-3.com/a' },
  } as const;
  const stored = world({
    settings: { mode: 'offline', ignore: [{ pattern: values.ignored.value, origin: 'user' }] },
    stored: [
      [values.high, known(values.high, mirror)],
      [values.low, known(values.low, mirror, { risk: 'low' })],
      [values.retired, known(values.retired, mirror, { retired: true })],
      [values.ignored, known(values.ignored, mirror)],
      [values.own, known(values.own, { kind: 'user', name: '' })],
      [values.sample, known(values.sample, { kind: 'sample', name: 'Sample' })],
      [values.internal, known(values.internal, mirror)],
      [values.resolver, known(values.resolver, mirror, { risk: 'medium' })],
    ],
  });

  it('is at least medium, of the indicator or of its host', () => {
    const risky = Object.entries(values).flatMap(([name, each]) =>
      hasKnownRisk(each, stored.lookups, true) ? name : [],
    );
    // Not what is retired, ignored, internal, rated by the user, sample data, or a known service that only lists rate.
    assert.deepEqual(risky, ['high', 'url']);
    assert.equal(hasKnownRisk(values.resolver, stored.lookups, false), false);
    assert.deepEqual(stored.requested(), []);
  });

  it('isn’t known if the store can’t be read', () => {
    const lookups = { ...stored.lookups, blocked: () => undefined, local: () => unread };
    const unread = { ...stored.lookups.local(values.low, 'triage'), known: [], unread: 'damaged' as const };
    assert.equal(hasKnownRisk(values.low, lookups, true), undefined);
  });
});

describe('News of triaged files', () => {
  const row = (value: string, uri = 'file:a'): NewIndicator => ({
    type: 'domain',
    value,
    uri,
    line: 1,
    column: 1,
  });

  it('add up until they are seen', () => {
    const first = withNewlyRisky(noNewlyRisky, [row(a)], '1');
    const second = withNewlyRisky(first, [row(a), row(b, 'file:b')], '2');
    assert.deepEqual([second.isSeen, second.rows], [false, [row(a), row(b, 'file:b')]]);
    const third = withNewlyRisky({ ...second, isSeen: true }, [row(c)], '3');
    assert.deepEqual([third.isSeen, third.rows, third.sources], [false, [row(c)], '3']);
    assert.deepEqual(withNewlyRisky({ ...second, isSeen: true }, [], '4'), { ...second, isSeen: true, sources: '4' });
  });

  it('keep the last rows, and count the others until all are seen or gone', () => {
    const many = Array.from({ length: maxNewlyRisky + 5 }, (_, at) => row(`n${at}.lookups-test-1.com`));
    const news = withNewlyRisky(withNewlyRisky(noNewlyRisky, many, '1'), [row(b)], '2');
    assert.deepEqual([news.rows.length, news.dropped, news.rows.at(-1)], [maxNewlyRisky, 6, row(b)]);
    assert.deepEqual(parseNewlyRisky(formatNewlyRisky(news)), news);
    assert.equal(parseNewlyRisky('{"isSeen":false,"rows":[],"dropped":-1}').dropped, 0);
    assert.equal(filterNewlyRisky(news, ({ value }) => value === b).dropped, 6);
    assert.equal(filterNewlyRisky(news, () => false).dropped, 0);
    assert.equal(withNewlyRisky({ ...news, isSeen: true }, [row(a)], '3').dropped, 0);
  });

  it('count indicators of several files once', () => {
    assert.deepEqual(countNewlyRisky([row(a), row(a, 'file:b'), row(b)]), { indicators: 2, files: 2 });
  });

  it('are seen once their last row is gone', () => {
    const news = withNewlyRisky(noNewlyRisky, [row(a), row(b, 'file:b')], '1');
    assert.equal(filterNewlyRisky(news, ({ uri }) => uri === 'file:b').isSeen, false);
    assert.equal(filterNewlyRisky(news, () => false).isSeen, true);
  });
});
