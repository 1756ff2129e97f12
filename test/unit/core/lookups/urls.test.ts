import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { domain, known, mirror, record, service, world } from './fakes';

const hover = { reason: 'hover' } as const;
const url = (value: string): Indicator => ({ type: 'url', value });
const long = url('https://user:secret@lookups-test-2.com:8443/a/b?token=1&c#part');

describe('The sent part of a URL', () => {
  for (const [urls, expected] of [
    ['full', 'https://lookups-test-2.com:8443/a/b?token=1&c'],
    ['withoutQuery', 'https://lookups-test-2.com:8443/a/b'],
    ['hostOnly', 'lookups-test-2.com'],
  ] as const) {
    it(`with ${urls} is ${expected}`, async () => {
      const here = world({ settings: { urls }, reply: (i) => record(i) });
      assert.equal(here.lookups.wouldSend(long), expected);
      await here.lookups.lookUp(long, hover);
      assert.deepEqual(here.requested(), [expected]);
      assert.deepEqual(here.lookups.requestLog.list()[0]?.what, [expected]);
    });
  }

  it('may be the full URL after a click, but without credentials and fragment', async () => {
    const here = world({ settings: { urls: 'hostOnly', mode: 'onDemand' }, reply: (i) => record(i) });
    await here.lookups.lookUp(long, { reason: 'click', wholeUrl: true });
    assert.deepEqual(here.requested(), ['https://lookups-test-2.com:8443/a/b?token=1&c']);
    const next = await here.lookups.lookUp(long, hover);
    assert.equal(next.state.kind, 'settled');
    assert.equal(next.sentAs, undefined, 'the answer is about all of it');
  });

  for (const value of [
    'https://a@b@lookups-test-2.com/x',
    'https://lookups-test-2.com?user=a@b',
    'https://lookups-test-2.com/@x',
  ]) {
    it(`keeps the host: ${value}`, () => {
      const sent = world({ settings: { urls: 'full' } }).lookups.wouldSend(url(value));
      assert.equal(new URL(sent).hostname, 'lookups-test-2.com');
      assert.equal(new URL(sent).username, '');
    });
  }
});

describe('An answer about a part of the URL', () => {
  it('is stored under the sent value, and shown with it', async () => {
    const here = world({ reply: (i) => record(i) });
    const result = await here.lookups.lookUp(url('http://lookups-test-2.com/a?t=1'), hover);
    assert.equal(result.sentAs, 'http://lookups-test-2.com/a');
    assert.equal(here.kept[0]?.key, 'http://lookups-test-2.com/a');
    const other = await here.lookups.lookUp(url('http://lookups-test-2.com/a?t=2'), hover);
    assert.equal(other.known.length, 1);
    assert.equal(here.requests.length, 1);
  });

  it('yields to data about the URL itself', async () => {
    const own = url('http://lookups-test-2.com/a?t=1');
    const here = world({ stored: [[own, known(own, mirror)]] });
    const result = await here.lookups.lookUp(own, hover);
    assert.equal(result.sentAs, undefined);
    assert.deepEqual(result.known[0]?.source, mirror);
    assert.equal(here.requests.length, 0);
  });

  it('is a miss about the sent value', async () => {
    const here = world({ reply: () => undefined });
    const result = await here.lookups.lookUp(url('http://lookups-test-2.com/a?t=1'), hover);
    assert.equal(result.sentAs, 'http://lookups-test-2.com/a');
    assert.equal(result.notKnown.length, 1);
  });
});

describe('The host of a URL', () => {
  const page = url('http://lookups-test-2.com/a');
  const worse = (host: Partial<IndicatorRecord>, own?: Partial<IndicatorRecord>) => {
    const ofHost = [domain, known(domain, mirror, host)] as const;
    const stored = own === undefined ? [ofHost] : [ofHost, [page, known(page, mirror, own)] as const];
    const here = world({ stored, settings: { mode: 'offline' } });
    const { worseHost } = here.lookups.local(page, 'hover');
    assert.equal(here.requests.length, 0);
    return worseHost?.record.risk;
  };

  it('is shown from local data if it has a higher risk', () => {
    assert.equal(worse({ risk: 'high' }, { risk: 'low' }), 'high');
    assert.equal(worse({ risk: 'high' }), 'high');
  });

  it('is only shown if its risk is known, active, and higher', () => {
    assert.equal(worse({ risk: 'high' }, { risk: 'high' }), undefined);
    assert.equal(worse({ risk: 'none' }), undefined);
    assert.equal(worse({ risk: 'unknown' }), undefined);
    assert.equal(worse({ risk: 'high', retired: true }, { risk: 'low' }), undefined);
  });

  it('is known from every local source, rated or not, worst first', () => {
    const list = { kind: 'import', name: 'names.txt' } as const;
    const stored = [
      [domain, known(domain, list, { risk: 'unknown' }), known(domain, mirror, { risk: 'none' })],
    ] as const;
    const here = world({ stored, settings: { mode: 'offline' } });
    const { host, worseHost, known: own } = here.lookups.local(page, 'hover');
    assert.deepEqual([own, worseHost], [[], undefined]);
    assert.deepEqual(
      host?.map(({ source }) => source.name),
      ['Team feed', 'names.txt'],
    );
    assert.equal(here.lookups.local(domain, 'hover').host, undefined);
  });

  it('is not known by the only listed URL on it to that URL itself, but to others', () => {
    const list = { kind: 'import', name: 'urls.txt' } as const;
    const derived = known(domain, { ...list, urls: { count: 1, hasMore: false } }, { risk: 'medium' });
    const stored = [
      [domain, derived],
      [page, known(page, list, { risk: 'high' })],
    ] as const;
    const here = world({ stored, settings: { mode: 'onHover' } });
    assert.equal(here.lookups.local(page, 'hover').host, undefined);
    assert.equal(here.lookups.local(url('http://lookups-test-2.com/b'), 'hover').worseHost?.record.risk, 'medium');
    assert.equal(here.lookups.local(domain, 'hover').state.kind, 'pending', 'a service may know the host itself');
  });

  it('is never requested automatically', async () => {
    const here = world({
      reply: (i) => record(i, { risk: 'low' }),
      stored: [[domain, known(domain, service, { risk: 'critical' })]],
    });
    const result = await here.lookups.lookUp(page, hover);
    assert.equal(result.worseHost?.record.risk, 'critical');
    assert.deepEqual(here.requested(), [page.value]);
  });
});
