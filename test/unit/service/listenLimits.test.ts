import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createService, type Service } from '../../../src/service';
import { connectionLimits, type ConnectionLimits } from '../../../src/service/http/connections';
import { listen, type Listening } from '../../../src/service/listen';
import { servedRecords, someRecord } from './servedRecords';

const service = createService({
  store: servedRecords(someRecord({ iid: 1 })),
  tier: 'pro',
  key: 'test-key',
  embedded: false,
});
/** Short enough for a test, and never reached by a good client. */
const quick: Partial<ConnectionLimits> = { headers: 100, request: 150, checking: 20, stalledAnswer: 100 };

describe('Connections to the local service', () => {
  const opened: { readonly close: () => unknown }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });

  async function start(limits: Partial<ConnectionLimits> = {}, what: Service = service): Promise<Listening> {
    const started = await listen(what, { port: 0, limits, onError: (error) => assert.fail(String(error)) });
    assert.ok('url' in started);
    opened.push(started);
    return started;
  }

  /** A connection that has sent a text, and what came back until it ended. */
  async function open(
    url: string,
    sent: string,
  ): Promise<{ readonly socket: Socket; readonly ended: Promise<string> }> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    opened.push({ close: () => socket.destroy() });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    // `once` would reject with the error of a write after the end.
    const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks).toString())));
    await once(socket, 'connect');
    socket.write(sent);
    return { socket, ended };
  }

  const head = (url: string, line = 'GET /api/indicator.php?iid=1 HTTP/1.1'): string =>
    `${line}\r\nHost: ${new URL(url).host}\r\n`;

  async function status(url: string): Promise<number> {
    const outgoing = request(`${url}/api/indicator.php?iid=1`, { agent: false });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [{ readonly statusCode?: number; resume(): void }];
    response.resume();
    return response.statusCode ?? 0;
  }

  it('are limited to 10 s for headers, 15 s for a request, checked each second', () => {
    assert.deepEqual(connectionLimits, {
      headers: 10_000,
      request: 15_000,
      keepAlive: 5_000,
      stalledAnswer: 30_000,
      answer: 300_000,
      unreadBytes: 128 * 1024 * 1024,
      checking: 1_000,
      waiting: 100,
      ahead: 32,
      all: 500,
    });
  });

  for (const count of [20, 500]) {
    it(`serve a good client while ${count} others never finish their request`, async () => {
      const { url } = await start();
      const halves = await Promise.all(Array.from({ length: count }, () => open(url, head(url))));
      assert.equal(await status(url), 200);
      const left = (): number => halves.filter(({ socket }) => !socket.destroyed).length;
      if (count > connectionLimits.waiting) {
        // Room was made by the oldest, which have waited longest.
        await Promise.all(halves.slice(0, count - connectionLimits.waiting).map(async ({ ended }) => ended));
        assert.ok(left() <= connectionLimits.waiting);
      } else assert.equal(left(), count);
    });
  }

  it("are closed with a reason if the headers don't arrive", async () => {
    const { url } = await start(quick);
    const { ended } = await open(url, head(url));
    const answer = await ended;
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(answer, /\r\nCross-Origin-Resource-Policy: same-origin\r\n/);
  });

  it('are closed if nothing is sent', async () => {
    const { url } = await start(quick);
    const { ended } = await open(url, '');
    await ended;
    assert.equal(await status(url), 200);
  });

  it('are closed if a body arrives too slowly', async () => {
    const { url } = await start(quick);
    const { socket, ended } = await open(
      url,
      `${head(url, 'POST /api/analyze.php?value=a.example HTTP/1.1')}Content-Length: 1000\r\n\r\n`,
    );
    const drip = setInterval(() => socket.write('x'), 10);
    const answer = await ended;
    clearInterval(drip);
    // The operating system drops an answer that wasn't read before the next byte was rejected.
    assert.match(answer, /^(?:$|HTTP\/1\.1 408 )/);
    assert.equal(await status(url), 200);
  });

  it('are closed if a body never ends, long before the time of a request is over', async () => {
    const { url } = await start();
    const { socket, ended } = await open(
      url,
      `${head(url, 'POST /api/analyze.php HTTP/1.1')}Transfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    let sent = 0;
    const sendOn = (): void => {
      while (!socket.destroyed && sent < 1024 && socket.write(chunk)) sent++;
    };
    socket.on('drain', sendOn);
    sendOn();
    // The operating system drops an answer that wasn't read before the next chunk was rejected.
    assert.match(await ended, /^(?:$|HTTP\/1\.1 413 )/);
    assert.ok(sent < 1024, 'the whole body was read');
    assert.equal(await status(url), 200);
  });

  it("are closed if the client doesn't read, and the service is notified", async () => {
    const large = 'x'.repeat(64 * 1024 * 1024);
    let requested: Request | undefined;
    let gone = (): void => undefined;
    const broken = new Promise<void>((resolve) => (gone = resolve));
    const { url } = await start(quick, (given) => {
      requested = given;
      requested.signal.addEventListener('abort', gone);
      return Promise.resolve(new Response(large));
    });
    const { socket } = await open(url, '');
    socket.pause();
    socket.write(`${head(url)}\r\n`);
    await broken;
    assert.equal(requested?.signal.aborted, true);
  });

  const mebibyte = 1024 * 1024;

  it('of slow readers keep no more than the limit in memory, and a good client gets its answer', async () => {
    // The system keeps a part of each answer, at most about 10 MiB.
    const [answers, leastCut] = [20, 12];
    const large = 'x'.repeat(16 * mebibyte);
    let cut = 0;
    let onCut = (): void => undefined;
    const allCut = new Promise<void>((resolve) => (onCut = resolve));
    const requests: Request[] = [];
    const { url, unreadBytes } = await start({ unreadBytes: 48 * mebibyte }, (requested) => {
      // A request that isn't kept doesn't hear of its end.
      requests.push(requested);
      requested.signal.addEventListener('abort', () => {
        if (++cut === leastCut) onCut();
        assert.ok(unreadBytes() <= 48 * mebibyte);
      });
      return Promise.resolve(new Response(large));
    });
    const slow: Socket[] = [];
    for (let at = 0; at < answers; at++) {
      const { socket } = await open(url, '');
      socket.pause();
      socket.write(`${head(url)}\r\n`);
      slow.push(socket);
    }
    await allCut;
    assert.ok(unreadBytes() > 0 && unreadBytes() <= 48 * mebibyte, String(unreadBytes()));
    const good = await fetch(`${url}/api/indicator.php?iid=1`);
    assert.equal((await good.text()).length, large.length);
    for (const socket of slow) socket.destroy();
    while (unreadBytes() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('of a client that sends many requests ahead and reads nothing do the work of one request', async () => {
    const requests: Request[] = [];
    let gone = (): void => undefined;
    const closed = new Promise<void>((resolve) => (gone = resolve));
    const large = 'x'.repeat(16 * mebibyte);
    const { url, unreadBytes } = await start(quick, (requested) => {
      requests.push(requested);
      requested.signal.addEventListener('abort', gone);
      // On a busy machine, it may have ended before it began.
      if (requested.signal.aborted) gone();
      return Promise.resolve(new Response(large));
    });
    const { socket } = await open(url, '');
    socket.pause();
    socket.write(`${head(url)}\r\n`.repeat(160));
    await closed;
    while (unreadBytes() > 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(requests.length, 1);
    assert.equal(await status(url), 200);
  });

  it('answer requests that are sent ahead one after the other, in their order', async () => {
    let [running, most] = [0, 0];
    const { url } = await start({}, async (requested) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return new Response(`<${new URL(requested.url).search}>`);
    });
    const heads = Array.from({ length: 20 }, (_, at) => head(url, `GET /?${at} HTTP/1.1`));
    const { ended } = await open(url, `${heads.join('\r\n')}Connection: close\r\n\r\n`);
    const answers = [...(await ended).matchAll(/<\?(\d+)>/g)].map(([, at]) => Number(at));
    assert.deepEqual(
      answers,
      heads.map((_, at) => at),
    );
    assert.equal(most, 1);
  });

  it('are closed after the answers to the first requests if too many are sent ahead', async () => {
    let served = 0;
    const { url } = await start({ ahead: 5 }, () => Promise.resolve(new Response(`<${++served}>`)));
    const { ended } = await open(url, `${head(url)}\r\n`.repeat(160));
    const answer = await ended;
    assert.equal(answer.match(/<\d>/g)?.join(''), '<1><2><3><4><5>');
    assert.match(answer, /Connection: close\r\n(?:[^<]|\r\n)*<5>$/);
    assert.equal(await status(url), 200);
  });

  it('are closed if a whole answer is read too slowly', async () => {
    let gone = (): void => undefined;
    const broken = new Promise<void>((resolve) => (gone = resolve));
    const requests: Request[] = [];
    const { url } = await start({ answer: 50 }, (requested) => {
      requests.push(requested);
      requested.signal.addEventListener('abort', gone);
      return Promise.resolve(new Response('x'.repeat(64 * mebibyte)));
    });
    const { socket } = await open(url, '');
    socket.pause();
    socket.write(`${head(url)}\r\n`);
    await broken;
  });

  it('wait for an answer as long as the service takes', async () => {
    const { url } = await start(quick, async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return new Response('{}');
    });
    assert.equal(await status(url), 200);
  });
});
