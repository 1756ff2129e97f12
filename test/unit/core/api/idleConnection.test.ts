import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Gateway, type Outcome } from '../../../../src/core/api';

/** Answers the first request of each connection, and resets the connection when a second one comes: it was closing it just then. */
interface Closing {
  readonly server: Server;
  readonly url: string;
  /** Requests that were read, answered or not. */
  readonly heard: string[];
  /** Of those the ones that reset their connection. */
  readonly resets: string[];
}

async function closingServer(): Promise<Closing> {
  const heard: string[] = [];
  const resets: string[] = [];
  const server = createServer((socket: Socket) => {
    let answered = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const line = data.toString().split('\r\n')[0] ?? '';
      heard.push(line);
      if (answered) {
        resets.push(line);
        socket.resetAndDestroy();
        return;
      }
      answered = true;
      const body = '{"objects":[]}';
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: keep-alive\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, resets };
}

describe('Kept-alive connection that the server closes', () => {
  let closing: Closing;
  let gateway: Gateway;
  beforeEach(async () => {
    closing = await closingServer();
    gateway = new Gateway({
      fetch: (address, init) => fetch(address, init),
      baseUrl: closing.url,
      key: () => Promise.resolve(undefined),
      now: Date.now,
      userAgent: 'tests',
      limits: { retryMillis: 1 },
    });
  });
  afterEach(async () => {
    closing.server.close();
    await once(closing.server, 'close');
  });

  /** Asks until the server has reset a kept connection; answers with that path and what came of it. */
  async function untilReset(ask: (path: string) => Promise<Outcome<unknown>>): Promise<[string, Outcome<unknown>]> {
    for (let n = 1; n <= 50; n++) {
      const before = closing.resets.length;
      const outcome = await ask(`/${n}.`);
      if (closing.resets.length > before) return [`/${n}.`, outcome];
      assert.equal(outcome.ok, true, JSON.stringify(outcome));
    }
    throw new Error('no connection was kept, and nothing is proved');
  }
  const timesHeard = (path: string): number => closing.heard.filter((line) => line.includes(path)).length;

  for (const options of [{}, { once: 'unlessUnprocessed' }] as const) {
    it(`is replaced by one more request${'once' in options ? ', even where it is to be sent once' : ''}`, async () => {
      const [path, outcome] = await untilReset((each) => gateway.getJson(each, [], options));
      assert.equal(outcome.ok, true, JSON.stringify(outcome));
      assert.equal(timesHeard(path), 2);
    });
  }

  it('is reported where a repeat would change the response', async () => {
    const [path, outcome] = await untilReset((each) => gateway.getJson(each, [], { once: true }));
    assert.equal(outcome.ok ? 'answered' : outcome.error.kind, 'unreachable');
    assert.equal(timesHeard(path), 1);
  });

  it('never sends a POST twice', async () => {
    const [path, outcome] = await untilReset((each) => gateway.postJson(each, []));
    assert.equal(outcome.ok ? 'answered' : outcome.error.kind, 'unreachable');
    assert.equal(timesHeard(path), 1);
  });

  for (const [what, millis, times] of [
    ['in the same moment', 50, 2],
    ['after a while, in which a server may have begun to work', 51, 1],
  ] as const) {
    it(`sends the request ${times === 1 ? 'once' : 'twice'} where the reset comes ${what}`, async () => {
      let now = 1_700_000_000_000;
      let requested = 0;
      let reported = 0;
      const reset = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
      const later = new Gateway({
        fetch: () => {
          requested++;
          if (requested !== 2) return Promise.resolve(new Response('{}'));
          now += millis;
          return Promise.reject(reset);
        },
        baseUrl: 'https://intel.example',
        // The keeper of secrets may be slow: what counts is when the request left.
        key: () => {
          now += 1_000;
          return Promise.resolve('the-key');
        },
        now: () => now,
        userAgent: 'tests',
        limits: { retryMillis: 1 },
      });
      const options = { once: 'unlessUnprocessed', onRequest: () => void (reported += 1) } as const;
      await later.getJson('/x', [], options);
      requested = 1;
      reported = 0;
      const outcome = await later.getJson('/x', [], options);
      assert.deepEqual([outcome.ok, requested - 1, reported], [times === 2, times, times]);
    });
  }
});
