import assert from 'node:assert/strict';
import type { Outcome, RequestError } from '../../../../src/core/api/requestError';
import type { TaxiiClient, TaxiiPage } from '../../../../src/core/api/taxii';
import type { ChainProgress } from '../../../../src/core/sync/chain';
import { longOutageMillis, shortOutageMillis, retryThroughOutage } from '../../../../src/core/sync/outage';
import { syncCollection, type SyncOptions } from '../../../../src/core/sync/sync';
import { collection, fakeTaxii, type FakeTaxii, indicators } from './fakeTaxii';
import { clientOf, mirroring, type Mirroring } from './mirroring';
import { errorText } from './errorText';

describe('Sync during an outage', () => {
  let server: FakeTaxii;
  let mirror: Mirroring;
  /** A clock that only pauses move on. */
  let clock = Date.UTC(2026, 0, 1);
  let pauses: number[] = [];

  beforeEach(async () => {
    server = await fakeTaxii();
    server.objects = indicators(450);
    mirror = await mirroring(server);
    pauses = [];
  });
  afterEach(async () => {
    await mirror.close();
    await server.close();
  });

  async function sync(
    { client = clientOf(server.url), ...options }: SyncOptions & { readonly client?: TaxiiClient } = {},
    onPause: (pause: number) => Promise<void> | void = () => undefined,
  ) {
    const delay = async (millis: number, signal: AbortSignal | undefined): Promise<boolean> => {
      pauses.push(millis);
      clock += millis;
      await onPause(pauses.length);
      return signal?.aborted !== true;
    };
    const target = { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' };
    const ports = { client, writer: mirror.store.mirrors.writer(), now: () => clock, delay };
    const synced = await syncCollection(ports, target, { limit: 100, ...options });
    assert.notEqual(synced.busy, true);
    if (synced.busy === true) throw new Error('busy');
    return synced;
  }

  /** A server whose pages fail before it answers as usual. */
  function failingClient(errorOf: (page: number) => RequestError | undefined): TaxiiClient {
    const real = clientOf(server.url);
    let requested = 0;
    return {
      ...real,
      page: (...given): Promise<Outcome<TaxiiPage>> => {
        const error = errorOf(++requested);
        return error === undefined ? real.page(...given) : Promise.resolve({ ok: false, error });
      },
    };
  }

  it('waits for one in the middle, and reports the next attempt', async () => {
    server.onPage = (page) => {
      if (page !== 3) return;
      server.onPage = () => undefined;
      void server.down();
    };
    const reported: ChainProgress[] = [];
    const synced = await sync({ onProgress: (progress) => reported.push(progress) }, async (pause) => {
      if (pause === 5) await server.up();
    });
    assert.deepEqual([synced.complete, synced.state.objects, synced.state.error], [true, 450, undefined]);
    const waits = reported.filter(({ retryError }) => retryError?.kind === 'connectionRefused');
    assert.ok(waits.length >= 3, JSON.stringify(reported));
    for (const { waitingUntil } of waits) assert.ok(waitingUntil !== undefined);
    assert.equal(reported.at(-1)?.retryError, undefined);
  });

  it('waits for one before the first page', async () => {
    await server.down();
    const synced = await sync({}, async (pause) => {
      if (pause === 3) await server.up();
    });
    assert.deepEqual([synced.complete, synced.state.objects, pauses], [true, 450, [1_000, 2_000, 4_000]]);
  });

  const errors: readonly RequestError[] = [
    { kind: 'connectionRefused', detail: 'ECONNREFUSED' },
    { kind: 'nameNotFound', detail: 'ENOTFOUND' },
    { kind: 'unreachable', detail: 'ECONNRESET' },
    { kind: 'timeout', detail: 'UND_ERR_CONNECT_TIMEOUT', afterMillis: 10_000 },
    { kind: 'serverError', detail: 'HTTP 502', status: 502 },
    { kind: 'serverError', detail: 'HTTP 503', status: 503 },
    { kind: 'serverError', detail: 'HTTP 504', status: 504 },
  ];
  for (const error of errors) {
    it(`waits on ${error.detail}, with pauses of up to a minute`, async () => {
      // The third page meets it, then the first one of each new try.
      const client = failingClient((page) => (page >= 3 && page < 14 ? error : undefined));
      const synced = await sync({ client });
      assert.deepEqual([synced.complete, synced.state.objects], [true, 450]);
      const grown = [1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 12_000, 20_000, 20_000, 20_000];
      assert.deepEqual(pauses.slice(1, 11), grown);
    });
  }

  it('gives up after a limited time: soon if nothing was received, later in the middle', async () => {
    const refused: RequestError = { kind: 'connectionRefused', detail: 'ECONNREFUSED' };
    const never = await sync({ client: failingClient(() => refused) });
    const waited = (): number => pauses.reduce((sum, pause) => sum + pause, 0);
    assert.deepEqual(
      [never.complete, errorText(never.state)],
      [false, `Can't reach ${new URL(server.url).host}: connection refused.`],
    );
    assert.ok(waited() <= shortOutageMillis && waited() > shortOutageMillis / 2, String(waited()));
    pauses = [];
    const later = await sync({ client: failingClient((page) => (page > 2 ? refused : undefined)) });
    assert.equal(later.complete, false);
    assert.ok(waited() <= longOutageMillis && waited() > longOutageMillis * 0.9, String(waited()));
  });

  it('ends at once when it is canceled during a pause', async () => {
    await server.down();
    const ending = new AbortController();
    const synced = await sync({ signal: ending.signal }, () => ending.abort());
    assert.deepEqual([synced.complete, synced.state.error?.kind, pauses.length], [false, 'canceled', 1]);
  });

  it("doesn't wait for a server that breaks off at the same page every time", async () => {
    const broken: RequestError = { kind: 'unreachable', detail: 'ECONNRESET' };
    let page = 0;
    const client = failingClient(() => (++page % 2 === 0 ? broken : undefined));
    const synced = await sync({ client });
    assert.equal(synced.complete, false);
    assert.equal(pauses.length, 6);
  });

  it("doesn't wait if retrying is useless", async () => {
    const synced = await sync({ client: failingClient(() => ({ kind: 'certificate', detail: 'CERT_HAS_EXPIRED' })) });
    assert.deepEqual([synced.complete, pauses], [false, []]);
  });
});

describe('Request during an outage', () => {
  const refused: RequestError = { kind: 'connectionRefused', detail: 'ECONNREFUSED' };

  async function requested(outcomes: (n: number) => Outcome<string>, ending = new AbortController()) {
    let [n, clock] = [0, 0];
    const waits: number[] = [];
    const outcome = await retryThroughOutage(() => Promise.resolve(outcomes(++n)), {
      now: () => clock,
      delay: (millis, signal) => {
        clock += millis;
        if (n === 3) ending.abort();
        return Promise.resolve(signal?.aborted !== true);
      },
      signal: ending.signal,
      onWait: (_, until) => waits.push(until),
    });
    return { outcome, waits, n };
  }

  it('is retried until the server responds', async () => {
    const { outcome, waits } = await requested((n) =>
      n < 3 ? { ok: false, error: refused } : { ok: true, value: 'list' },
    );
    assert.deepEqual([outcome, waits], [{ ok: true, value: 'list' }, [1_000, 3_000]]);
  });

  it('gives up earlier if others are waiting', async () => {
    let clock = 0;
    const outcome = await retryThroughOutage(() => Promise.resolve<Outcome<string>>({ ok: false, error: refused }), {
      now: () => clock,
      delay: (millis) => {
        clock += millis;
        return Promise.resolve(true);
      },
      signal: undefined,
      onWait: () => undefined,
      maxMillis: 8_000,
    });
    assert.deepEqual([outcome.ok, clock], [false, 7_000]);
  });

  it('ends with its pause when it is canceled', async () => {
    const { outcome, n } = await requested(() => ({ ok: false, error: refused }));
    assert.deepEqual([outcome.ok ? '' : outcome.error.kind, n], ['canceled', 3]);
  });

  it('is sent once if retrying is useless', async () => {
    const { n } = await requested(() => ({ ok: false, error: { kind: 'notFound', detail: '' } }));
    assert.equal(n, 1);
  });
});
