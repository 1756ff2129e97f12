import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createService, type Service } from '../../../src/service';
import { listen, type Listening } from '../../../src/service/listen';
import { servedRecords, someRecord } from './servedRecords';

const service = createService({
  store: servedRecords(someRecord({ iid: 1 })),
  tier: 'pro',
  key: 'test-key',
  embedded: false,
});

interface Got {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** A GET as an HTTP client sends it, with any headers. */
async function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  agent?: Agent,
  method = 'GET',
  body?: string,
) {
  return new Promise<Got>((resolve, reject) => {
    const outgoing = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('Service on loopback', () => {
  let listening: Listening;

  async function start(what: Service = service): Promise<Listening> {
    const started = await listen(what, { port: 0 });
    assert.ok('url' in started);
    return started;
  }

  before(async () => {
    listening = await start();
  });
  after(() => listening.close());

  it('answers over HTTP, on 127.0.0.1 only', async () => {
    assert.match(listening.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const { status, headers, text } = await get(`${listening.url}/api/indicator.php?iid=1&key=test-key`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['x-requests-remaining-second'], '999');
    assert.equal((JSON.parse(text) as { iid: number }).iid, 1);
  });

  it('answers to loopback names with its port, and to no other', async () => {
    const { port } = new URL(listening.url);
    const path = `${listening.url}/api/indicator.php?iid=1`;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      assert.equal((await get(path, { host })).status, 200, host);
    for (const host of [
      'rebound.example',
      `rebound.example:${port}`,
      '127.0.0.1',
      'localhost:1',
      `127.0.0.1.example:${port}`,
    ]) {
      const { status, text } = await get(path, { host });
      assert.equal(status, 403, host);
      assert.deepEqual(Object.keys(JSON.parse(text) as object), ['error']);
    }
  });

  it('answers other methods with 405, including preflights of web pages', async () => {
    for (const method of ['POST', 'PUT', 'OPTIONS', 'TRACE', 'HEAD']) {
      const { status } = await get(`${listening.url}/api/indicator.php?iid=1`, {}, undefined, method);
      assert.equal(status, 405, method);
    }
  });

  it('limits the size of requests', async () => {
    const large = await get(`${listening.url}/api/indicator.php`, {}, undefined, 'POST', 'x'.repeat(1024 * 1024 + 1));
    assert.equal(large.status, 413);
    // The service hangs up on an endless head; whether its 431 arrives before the reset is up to the system.
    const long = await get(`${listening.url}/?q=${'x'.repeat(600_000)}`).then(
      ({ status }) => status,
      (error: unknown) => (error as NodeJS.ErrnoException).code,
    );
    assert.ok(long === 431 || long === 'ECONNRESET' || long === 'EPIPE', String(long));
  });

  it('accepts a query of 10,000 terms', async () => {
    const q = Array.from({ length: 10_000 }, (_, n) => `ioc=host-${n}.example`).join(' or ');
    const { status, text } = await get(
      `${listening.url}/api/explore.php?${new URLSearchParams({ q, key: 'test-key' }).toString()}`,
    );
    assert.equal(status, 200, text.slice(0, 200));
    assert.equal((JSON.parse(text) as { results: unknown[] }).results.length, 1);
  });

  it('survives invalid HTTP and invalid targets', async () => {
    const { port } = new URL(listening.url);
    for (const sent of [
      '\0\0\r\n\r\n',
      `GET http://rebound.example/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    ]) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.on('error', reject);
        socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
      });
      assert.match(answer, /^HTTP\/1\.1 400 /);
    }
    assert.equal((await get(`${listening.url}/api/indicator.php?iid=1`)).status, 200);
  });

  it('reports a port in use', async () => {
    const port = Number(new URL(listening.url).port);
    assert.deepEqual(await listen(service, { port }), { portTaken: true });
  });

  it('closes at once with an idle connection, and finishes a pending answer', async () => {
    let answer = (): void => assert.fail('nothing asked yet');
    const requested = new Promise<void>((resolveAsked) => {
      answer = resolveAsked;
    });
    let release = (): void => undefined;
    const slow = await start(async (given) => {
      if (new URL(given.url).pathname === '/slow') {
        answer();
        await new Promise<void>((resolve) => (release = resolve));
      }
      return new Response('{}');
    });
    const agent = new Agent({ keepAlive: true });
    await get(`${slow.url}/`, {}, agent);
    const underWay = get(`${slow.url}/slow`);
    await requested;
    const closed = slow.close();
    release();
    assert.equal((await underWay).status, 200);
    await closed;
    await assert.rejects(get(`${slow.url}/`), /ECONNREFUSED/);
    agent.destroy();
  });
});
