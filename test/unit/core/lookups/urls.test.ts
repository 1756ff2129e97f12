import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { domain, host, known, mirror, record, service, start, world } from './fakes';

const hover = { reason: 'hover' } as const;
const url = (value: string): Indicator => ({ type: 'url', value });
const long = url('https://user:secret@lookups-test-2.com:8443/a/b?token=1&c#part');

describe('The sent part of a URL', () => {
  for (const [urls, expected, host] of [
    ['full', 'https://lookups-test-2.com:8443/a/b?token=1&c', [domain.value]],
    ['withoutQuery', 'https://lookups-test-2.com:8443/a/b', [domain.value]],
    ['hostOnly', 'lookups-test-2.com', []],
  ] as const) {
    it(`with ${urls} is ${expected}`, async () => {
      const here = world({ settings: { urls }, reply: (i) => record(i) });
      assert.equal(here.lookups.wouldSend(long), expected);
      await here.lookups.lookUp(long, hover);
      assert.deepEqual(here.requested(), [expected, ...host]);
      const logged = here.lookups.requestLog.list().map(({ what }) => what);
      assert.deepEqual(logged.reverse().flat(), [expected, ...host]);
    });
  }

  it('may be the full URL after a click, but without credentials and fragment', async () => {
    const here = world({ settings: { urls: 'hostOnly', mode: 'onDemand' }, reply: (i) => record(i) });
    await here.lookups.lookUp(long, { reason: 'click', wholeUrl: true });
    assert.deepEqual(here.requested(), ['https://lookups-test-2.com:8443/a/b?token=1&c', domain.value]);
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
    assert.equal(here.requests.length, 2, 'the part of the URL, and its host');
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
    assert.equal(result.notFound.length, 1);
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

  it('is looked up with the URL, and shown with it', async () => {
    const here = world({ reply: (i) => (i.type === 'url' ? undefined : record(i, { risk: 'critical' })) });
    assert.deepEqual(here.lookups.local(page, 'hover').state, { kind: 'pending', host });
    const result = await here.lookups.lookUp(page, hover);
    assert.deepEqual(here.requested(), [page.value, domain.value]);
    assert.equal(result.notFound.length, 1);
    assert.equal(result.worseHost?.record.risk, 'critical');
    assert.deepEqual(result.state, { kind: 'settled' });
    assert.deepEqual(
      here.lookups.requestLog
        .list()
        .map(({ what }) => what[0])
        .sort(),
      [page.value, domain.value],
    );
    assert.equal((await here.lookups.lookUp(domain, { reason: 'visible' })).known.length, 1);
    assert.equal(here.requests.length, 2);
  });

  it('is not looked up again while its answer is recent, also for another URL', async () => {
    const here = world({
      reply: (i) => record(i, { risk: 'low' }),
      stored: [[domain, known(domain, service, { risk: 'critical' })]],
    });
    const result = await here.lookups.lookUp(page, hover);
    assert.equal(result.worseHost?.record.risk, 'critical');
    await here.lookups.lookUp(url('http://lookups-test-2.com/b'), hover);
    assert.deepEqual(here.requested(), [page.value, 'http://lookups-test-2.com/b']);
  });

  it('is looked up if an earlier answer is about the URL only', async () => {
    const miss = { kind: 'notFound', source: service, asOf: start } as const;
    const here = world({ reply: (i) => record(i), stored: [[page, miss]] });
    assert.deepEqual(here.lookups.local(page, 'hover').state, { kind: 'pending', host, ofHost: true });
    const result = await here.lookups.lookUp(page, hover);
    assert.deepEqual(here.requested(), [domain.value]);
    assert.deepEqual([result.notFound.length, result.host?.length, result.state.kind], [1, 1, 'settled']);
  });

  it('is reported as not known, or as failed, beside the answer about the URL', async () => {
    const both = world({ reply: () => undefined });
    const neither = await both.lookups.lookUp(page, hover);
    assert.deepEqual([neither.notFound.length, neither.hostNotFound?.length], [1, 1]);
    const error = { kind: 'serverError', status: 500, detail: '' } as const;
    const half = world({ reply: (i) => (i.type === 'url' ? undefined : error) });
    const { state, notFound } = await half.lookups.lookUp(page, hover);
    assert.equal(notFound.length, 1);
    assert.ok(state.kind === 'failed' && state.ofHost === true);
    assert.equal(half.lookups.local(page, 'triage').state.kind, 'pending', 'a triage asks again');
  });

  it('stays here if nothing is sent about the URL', async () => {
    const ignored = { pattern: 'http://lookups-test-2.com/a', origin: 'user' } as const;
    for (const [settings, stored] of [
      [{ mode: 'offline' }, []],
      [{ mode: 'onDemand' }, []],
      [{ ignore: [ignored] }, []],
      [{}, [[page, known(page, mirror)]]],
    ] as const) {
      const here = world({ settings, stored, reply: (i) => record(i) });
      await here.lookups.lookUp(page, hover);
      assert.deepEqual(here.requested(), []);
    }
  });

  it('is named by an offer to look up the URL, unless it is known', async () => {
    const settings = { mode: 'onDemand' } as const;
    const offer = (stored: Parameters<typeof world>[0] = {}): unknown => {
      const { state } = world({ settings, ...stored }).lookups.local(page, 'hover');
      return state.kind === 'notRequested' && state.sendsHost;
    };
    assert.equal(offer(), true);
    assert.equal(offer({ stored: [[domain, known(domain, service)]] }), undefined);
    const here = world({ settings, reply: (i) => record(i) });
    await here.lookups.lookUp(page, { reason: 'click' });
    assert.deepEqual(here.requested(), [page.value, domain.value]);
  });

  it('is waited for as long as the URL', async () => {
    const here = world();
    const result = here.lookups.lookUp(page, hover);
    await here.requests[0]?.answer(undefined);
    await here.requests[1]?.answer(record(domain));
    assert.equal((await result).host?.length, 1);
    const late = world();
    const pending = late.lookups.lookUp(page, { ...hover, waitMillis: 1 });
    await late.requests[0]?.answer(record(page));
    const { state, known: own } = await pending;
    assert.deepEqual([own.length, state], [1, { kind: 'pending', host, ofHost: true }]);
  });
});
