import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createService } from '../../../src/service';
import { listen, type Listening } from '../../../src/service/listen';
import { servedRecords, someRecord } from './servedRecords';

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
const fromPages: readonly Readonly<Record<string, string>>[] = [
  { Origin: 'https://lookups-test-1.com' },
  { Origin: 'null' },
  { Origin: 'http://127.0.0.1:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'something new' },
];
const paths = [
  '/api/indicator.php?iid=1&key=test-key',
  '/api/indicator.php?indicator=unknown.example',
  '/api/indicator.php?iid=1&key=wrong',
  '/api/analyze.php?value=host-1.example',
  '/nothing',
];

describe('Requests of web pages to the local service', () => {
  let listening: Listening;
  let requested = 0;

  before(async () => {
    const service = createService({
      store: servedRecords(someRecord({ iid: 1 })),
      tier: 'pro',
      key: 'test-key',
      embedded: false,
    });
    const started = await listen(
      (given) => {
        requested++;
        return service(given);
      },
      { port: 0 },
    );
    assert.ok('url' in started);
    listening = started;
  });
  beforeEach(() => {
    requested = 0;
  });
  after(() => listening.close());

  async function ask(path: string, method: string, headers: Readonly<Record<string, string>>): Promise<Got> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${listening.url}${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: { ...response.headers, date: undefined },
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end();
    });
  }

  /** Sends a request as is, and returns the whole answer. */
  async function raw(sent: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(listening.url).port), '127.0.0.1', () => socket.write(sent));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    });
  }

  it('are rejected with any method, with one answer and before anything is looked up', async () => {
    for (const method of methods) {
      const answers = new Set<string>();
      for (const headers of fromPages) {
        for (const path of paths) answers.add(JSON.stringify(await ask(path, method, headers)));
      }
      assert.equal(answers.size, 1, method);
      const [answer = ''] = answers;
      assert.equal((JSON.parse(answer) as Got).status, 403);
    }
    const taxii = new Set<string>();
    for (const path of ['/taxii2/?key=test-key', '/taxii2/', '/taxii2/api/collections/all/', '/taxii2/nothing/']) {
      taxii.add(JSON.stringify(await ask(path, 'GET', { 'Sec-Fetch-Site': 'cross-site' })));
    }
    assert.equal(taxii.size, 1);
    assert.equal(requested, 0);
  });

  it('are accepted from the address bar and from other programs', async () => {
    for (const site of ['none', 'same-origin']) {
      assert.equal((await ask('/api/indicator.php?iid=1', 'GET', { 'Sec-Fetch-Site': site })).status, 200);
    }
    assert.equal((await ask('/api/indicator.php?iid=1', 'GET', {})).status, 200);
  });

  it("can't embed, sniff, or cache answers, including errors", async () => {
    const wanted = {
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    };
    const check = (headers: Readonly<Record<string, unknown>>, what: string): void => {
      for (const [name, value] of Object.entries(wanted)) assert.equal(headers[name], value, `${what}: ${name}`);
      assert.equal(headers['access-control-allow-origin'], undefined, what);
    };
    for (const [path, status] of [
      ['/api/indicator.php?iid=1', 200],
      ['/api/indicator.php?iid=2', 404],
      ['/api/indicator.php?iid=x', 400],
      ['/api/indicator.php?iid=1&key=wrong', 401],
      ['/taxii2/', 401],
      ['/nothing', 404],
    ] as const) {
      const { status: got, headers } = await ask(path, 'GET', {});
      assert.equal(got, status, path);
      check(headers, path);
    }
    check((await ask('/api/indicator.php', 'OPTIONS', {})).headers, 'OPTIONS');
    check((await ask('/api/indicator.php', 'GET', { Host: 'rebound.example' })).headers, 'another host');
    const broken = await raw('no HTTP\r\n\r\n');
    assert.match(broken, /^HTTP\/1\.1 400 /);
    const lines = broken.split('\r\n').flatMap((line) => {
      const [, name = '', value] = /^([^:]+): (.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name.toLowerCase(), value] as const];
    });
    check(Object.fromEntries(lines), 'no HTTP');
  });

  it("can't change the method by a header or parameter", async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const { status } = await ask('/api/analyze.php?value=host-1.example&_method=POST', 'GET', { [name]: 'POST' });
      assert.equal(status, 400, name);
    }
  });

  it("can't smuggle a second request", async () => {
    const { host } = new URL(listening.url);
    const hidden = `GET /api/indicator.php?iid=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    for (const headers of [
      `Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked`,
      `Content-Length: 0\r\nContent-Length: ${hidden.length}`,
      'Transfer-Encoding: chunked, identity',
      `Host: ${host}\r\nContent-Length : ${hidden.length}`,
    ]) {
      const answer = await raw(
        `POST /api/analyze.php HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n0\r\n\r\n${hidden}`,
      );
      assert.match(answer, /^HTTP\/1\.1 4/, headers);
      assert.doesNotMatch(answer, /HTTP\/1\.1 200/, headers);
    }
    const twice = await raw(
      `GET /api/indicator.php?iid=1 HTTP/1.1\r\nHost: ${host}\r\nHost: rebound.example\r\nConnection: close\r\n\r\n`,
    );
    assert.match(twice, /^HTTP\/1\.1 40[03] /);
  });
});
