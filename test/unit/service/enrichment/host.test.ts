import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Environment } from '../../../../src/service/enrichment/reach/environment';
import { startHttp, startHttps, startTcp, type Running } from './helpers/servers';
import { domain, enrich, ip, shortLimits, testLimits, tried, url, useDns, useStopping } from './helpers/environment';

const host = 'lookups-test-1.com';
const html =
  (body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(body);

describe('An active scan', () => {
  const dns = useDns();
  const stopping = useStopping();
  beforeEach(() => {
    dns().zone = { [host]: { a: ['127.0.0.1'] } };
  });

  const scan = (value: string, environment: Partial<Environment> = {}) =>
    enrich(dns(), value.includes('/') ? url(value) : domain(value), { mode: 'active', environment });
  const pageOf = async (listener: RequestListener, environment: Partial<Environment> = {}) => {
    const server = await stopping(startHttp(listener));
    return scan(`http://${host}:${server.port}/start`, environment);
  };

  it('fills http, meta, cookies, and attributes with the keys of the specification', async () => {
    const server = await stopping(
      startHttp((_, response) => {
        response.writeHead(200, 'Fine', {
          'content-type': 'text/html; charset=utf-8',
          server: 'nginx/1.2',
          'x-powered-by': 'PHP/8',
          'set-cookie': ['PHPSESSID=abc; HttpOnly', 'lang=de'],
        });
        response.end(
          '<html><head><title>Sign &amp; in</title><meta http-equiv=content-type content="text/html"><meta property="og:image" content="a.png"><meta name=generator content="WordPress 6">',
        );
      }),
    );
    const environment = { web: { http: server.port, https: 1 }, triedPorts: [tried(server.port)] };
    const { properties, attributes, facts, redirects } = await scan(host, environment);
    const {
      Date: date,
      Connection: connection,
      'Transfer-Encoding': encoding,
      'Keep-Alive': keepAlive,
      ...http
    } = properties['http'] ?? {};
    assert.ok(
      date !== undefined &&
        [connection, encoding, keepAlive].every((values) => values === undefined || values.length === 1),
    );
    assert.deepEqual(http, {
      '++code': ['200'],
      '++status': ['Fine'],
      '++content-type': ['text/html'],
      '++base': [`http://${host}:${server.port}`],
      '++target': [`http://${host}:${server.port}/`],
      'Content-Type': ['text/html; charset=utf-8'],
      'Set-Cookie': ['PHPSESSID=abc; HttpOnly', 'lang=de'],
      Server: ['nginx/1.2'],
      'X-Powered-By': ['PHP/8'],
    });
    assert.deepEqual(properties['meta'], {
      '++title': ['Sign & in'],
      'Content-Type': ['text/html'],
      'og:image': ['a.png'],
      generator: ['WordPress 6'],
    });
    assert.deepEqual(properties['cookies'], { PHPSESSID: ['abc'], lang: ['de'] });
    assert.deepEqual(attributes, {
      port: [[String(server.port), 'HTTP']],
      protocol: [['HTTP']],
      technology: [['nginx'], ['PHP'], ['WordPress']],
    });
    assert.deepEqual([facts.httpStatus, facts.openPorts, redirects], [200, [server.port], []]);
    assert.equal(properties['dom'], undefined);
  });

  it('requests a URL without credentials and fragment, and sends no cookie and no referrer', async () => {
    const seen: unknown[] = [];
    const server = await stopping(
      startHttp((request, response) => {
        seen.push([request.url, request.headers.host, Object.keys(request.headers).sort()]);
        if (request.url === '/next') response.end();
        else response.writeHead(302, { location: '/next', 'set-cookie': 'a=b' }).end();
      }),
    );
    const { redirects } = await scan(`http://user:secret@${host}:${server.port}/a?b=c#d`);
    const headers = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    assert.deepEqual(seen, [
      ['/a?b=c', `${host}:${server.port}`, headers],
      ['/next', `${host}:${server.port}`, headers],
    ]);
    assert.deepEqual(redirects, [`http://${host}:${server.port}/next`]);
  });

  it('follows redirects and refreshes, and records each', async () => {
    dns().zone['elsewhere.lookups-test-2.com'] = { a: ['127.0.0.1'] };
    const { redirects, properties } = await pageOf((request, response) => {
      const port = (request.socket.address() as AddressInfo).port;
      if (request.url === '/start')
        response.writeHead(301, { location: `//elsewhere.lookups-test-2.com:${port}/b` }).end();
      else if (request.url === '/b') html('<meta http-equiv=refresh content="0; url=/c">')(request, response);
      else html('<title>End</title>')(request, response);
    });
    const port = new URL(redirects[0] ?? '').port;
    const expected = [`http://elsewhere.lookups-test-2.com:${port}/b`, `http://elsewhere.lookups-test-2.com:${port}/c`];
    assert.deepEqual(redirects, expected);
    const { '++redirect': redirect, '++target': target } = properties['http'] ?? {};
    assert.deepEqual([redirect, target], [expected, expected.slice(1)]);
    assert.deepEqual(properties['meta']?.['++title'], ['End']);
  });

  it('reads the banners of servers that send one, and skips closed ports', async () => {
    const speaking = await stopping(startTcp((socket) => void socket.write('SSH-2.0-Test\u0007_1\r\nmore')));
    const silent = await stopping(startTcp(() => undefined));
    const endless = await stopping(startTcp((socket) => void socket.write('x'.repeat(1_000_000))));
    const closed = await startTcp(() => undefined);
    await closed.stop();
    const { properties, attributes, facts } = await scan(host, {
      triedPorts: [
        tried(speaking.port, 'SSH', true),
        tried(silent.port, 'FTP', true),
        tried(endless.port, 'SMTP', true),
        tried(closed.port),
      ],
      limits: shortLimits,
    });
    const banners = properties['banners'] ?? {};
    assert.deepEqual(Object.keys(banners).sort(), [String(speaking.port), String(endless.port)].sort());
    assert.match(banners[String(speaking.port)]?.[0] ?? '', /^SSH-2\.0-Test _1/);
    assert.equal(banners[String(endless.port)]?.[0]?.length, testLimits.bannerBytes);
    assert.deepEqual(
      facts.openPorts,
      [speaking.port, silent.port, endless.port].sort((a, b) => a - b),
    );
    assert.deepEqual(attributes['protocol']?.flat().sort(), ['FTP', 'SMTP', 'SSH']);
  });

  it('sends nothing to a host in passive mode', async () => {
    const server = await stopping(startHttp(html('')));
    await enrich(dns(), url(`http://${host}:${server.port}/`), {
      mode: 'passive',
      environment: { triedPorts: [tried(server.port)] },
    });
    assert.equal(server.connections(), 0);
  });

  it('reports its steps', async () => {
    const server = await stopping(startHttps('good', html('')));
    const stages: string[] = [];
    await enrich(dns(), url(`https://${host}:${server.port}/`), {
      mode: 'active',
      onStage: (stage) => stages.push(stage),
    });
    assert.deepEqual(stages, [
      'Querying name servers',
      'Querying registries',
      'Scanning ports',
      'Reading the certificate',
      'Reading the page',
    ]);
  });

  describe('with a certificate', () => {
    const certificateOf = async (server: Promise<Running>, name = host, environment?: Partial<Environment>) => {
      dns().zone[name] = { a: ['127.0.0.1'] };
      return scan(`https://${name}:${(await stopping(server)).port}/`, environment);
    };

    it('fills the keys of the specification', async () => {
      const { properties, facts } = await certificateOf(startHttps('good', html('')));
      const { expires = [], fingerprint = [], ...ssl } = properties['ssl'] ?? {};
      assert.match(expires[0] ?? '', /^21\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/);
      assert.match(fingerprint[0] ?? '', /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/);
      assert.deepEqual(ssl, {
        subject: [host],
        domain: [host, `*.${host}`, 'rdap.lookups-test-2.com', 'data.lookups-test-2.com'],
        version: ['TLSv1.3'],
        org: ['Lookups Test 1'],
        ip: ['127.0.0.1'],
        issuer: ['Lookups Test Authority', 'Lookups Test'],
        valid: ['1'],
        email: [`hostmaster@${host}`],
      });
      assert.deepEqual(facts.certificate, { selfSigned: false, mismatched: false, expired: false, trusted: true });
    });

    it("reads it and the page although it isn't trusted", async () => {
      const { properties, facts } = await certificateOf(startHttps('selfSigned', html('<title>Own</title>')));
      assert.deepEqual(facts.certificate, { selfSigned: true, mismatched: false, expired: false, trusted: false });
      assert.deepEqual(properties['ssl']?.['valid'], ['0']);
      assert.deepEqual(properties['meta']?.['++title'], ['Own']);
    });

    it('reports that it belongs to another host', async () => {
      const { properties, facts } = await certificateOf(startHttps('good', html('')), 'lookups-test-3.com');
      assert.deepEqual(facts.certificate, { selfSigned: false, mismatched: true, expired: false, trusted: true });
      assert.deepEqual(properties['ssl']?.['valid'], ['0']);
    });

    it('reports that it has expired', async () => {
      const { facts } = await certificateOf(startHttps('expired', html('')));
      assert.deepEqual(facts.certificate, { selfSigned: false, mismatched: false, expired: true, trusted: true });
    });

    it('accepts one for an address', async () => {
      const server = await stopping(startHttps('good', html('')));
      const { facts } = await enrich(dns(), ip('127.0.0.1'), {
        mode: 'active',
        environment: { web: { http: 1, https: server.port }, triedPorts: [tried(server.port)] },
      });
      assert.equal(facts.certificate?.mismatched, false);
      assert.equal(facts.httpStatus, 200);
    });

    const broken: readonly (readonly [string, Parameters<typeof startTcp>[0]])[] = [
      ['speaks no TLS', (socket) => void socket.end('SSH-2.0-Test\r\n')],
      ['hangs in the handshake', () => undefined],
      ['hangs up', (socket) => void socket.destroy()],
      ['answers with noise', (socket) => void socket.write(Buffer.alloc(4096, 22))],
    ];
    for (const [what, speak] of broken) {
      it(`reports that the server ${what}`, async () => {
        const { errors, facts, properties } = await certificateOf(startTcp(speak), host, {
          limits: what === 'hangs in the handshake' ? shortLimits : testLimits,
        });
        assert.equal(facts.certificate, undefined);
        assert.equal(properties['ssl'], undefined);
        assert.ok(
          errors.some((error) => error.startsWith(`Certificate of ${host}: `)),
          errors.join('\n'),
        );
        assert.equal(facts.openPorts?.length, 1);
      });
    }
  });

  describe('with a hostile server', () => {
    it('ends a redirect loop', async () => {
      const { errors, redirects } = await pageOf(
        (request, response) =>
          void response.writeHead(302, { location: request.url === '/start' ? '/b' : '/start' }).end(),
      );
      assert.equal(redirects.length, 1);
      assert.ok(errors.some((error) => /redirect loop/.test(error)));
    });

    it('ends a chain of redirects', async () => {
      let count = 0;
      const { errors, redirects } = await pageOf(
        (_, response) => void response.writeHead(302, { location: `/${++count}` }).end(),
      );
      assert.equal(redirects.length, testLimits.redirects);
      assert.equal(count, testLimits.redirects + 1);
      assert.ok(errors.some((error) => /more than 10 redirects/.test(error)));
    });

    it('reads an endless page up to the limit', async () => {
      const { properties } = await pageOf((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>');
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      assert.deepEqual(properties['meta']?.['++title'], ['Endless']);
    });

    it('reads a slow page up to the time limit', async () => {
      const { properties, facts } = await pageOf(
        (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Drip</title>');
          const drip = setInterval(() => response.write(' '), 50);
          response.on('close', () => clearInterval(drip));
        },
        { limits: shortLimits },
      );
      assert.equal(facts.httpStatus, 200);
      assert.deepEqual(properties['meta']?.['++title'], ['Drip']);
    });

    for (const [name, pack] of [
      ['gzip', gzipSync],
      // As strong as it gets takes seconds for 200 MB.
      ['br', (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ] as const) {
      it(`decompresses a bomb (${name}) up to the limit`, async () => {
        const bomb = pack(Buffer.concat([Buffer.from('<title>Boom</title>'), Buffer.alloc(200 * 1024 * 1024, 32)]));
        const before = process.memoryUsage().rss;
        const { properties } = await pageOf(
          (_, response) =>
            void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': name }).end(bomb),
        );
        assert.deepEqual(properties['meta']?.['++title'], ['Boom']);
        assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024);
      });
    }

    it('skips a page with an unknown or invalid encoding', async () => {
      for (const encoding of ['gzip', 'gzip, gzip', 'odd', '__proto__']) {
        const { properties, facts } = await pageOf(
          (_, response) =>
            void response
              .writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
              .end('<title>x</title>'),
        );
        assert.equal(facts.httpStatus, 200);
        assert.equal(properties['meta'], undefined);
      }
    });

    const faults: readonly (readonly [string, Parameters<typeof startTcp>[0], RegExp])[] = [
      [
        'has no end of headers',
        (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'X-A: 0123456789\r\n'.repeat(100_000)}`),
        /too large/,
      ],
      [
        'sends one header without end',
        (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(3_000_000)}`),
        /too large/,
      ],
      [
        'switches to another protocol',
        (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\n'),
        /closed/,
      ],
      ['speaks no HTTP', (socket) => void socket.write('220 mail ready\r\n'), /not HTTP/],
      ['never answers', () => undefined, /in time/],
      ['hangs up', (socket) => void socket.once('data', () => socket.destroy()), /closed|other side/],
      [
        'drips headers',
        (socket) => {
          socket.write('HTTP/1.1 200 OK\r\nX-A: ');
          const drip = setInterval(() => socket.write('a'), 50);
          socket.on('close', () => clearInterval(drip));
        },
        /in time/,
      ],
    ];
    it('ignores informational responses, and keeps every header and what arrived of the body', async () => {
      const server = await stopping(
        startTcp((socket) => {
          socket.write('HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 Fine\r\nContent-Type: text/html\r\n');
          socket.write('Server: a\r\nSERVER: b\r\nContent-Length: 5000\r\n\r\n<title>Sign in</title>');
          socket.once('data', () => socket.end());
        }),
      );
      const { properties } = await scan(`http://${host}:${server.port}/`);
      assert.deepEqual(properties['http']?.['++status'], ['Fine']);
      assert.deepEqual(properties['http']['Server'], ['a', 'b']);
      assert.equal(properties['http']['Link'], undefined);
      assert.deepEqual(properties['meta']?.['++title'], ['Sign in']);
    });

    for (const [what, speak, sentence] of faults) {
      it(`reports that it ${what}`, async () => {
        const server = await stopping(startTcp(speak));
        const limits = sentence.test('in time') ? shortLimits : testLimits;
        const { errors, properties, facts } = await scan(`http://${host}:${server.port}/`, { limits });
        assert.equal(properties['http'], undefined);
        assert.equal(facts.httpStatus, undefined);
        assert.ok(
          errors.some((error) => error.startsWith('Page ') && sentence.test(error)),
          errors.join('\n'),
        );
      });
    }

    it('limits what is stored, and stores special names and text literally', async () => {
      const { properties } = await pageOf((_, response) => {
        response.writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': [
            ...Array.from({ length: 300 }, (_, index) => `c${index}=${'v'.repeat(50)}`),
            '__proto__=1',
            '=x',
            'constructor=',
          ].reverse(),
        });
        response.end(
          `<title>${'t'.repeat(9_000)}</title><meta name=__proto__ content=a>${'<meta name=a content=b>'.repeat(500)}${Array.from({ length: 500 }, (_, i) => `<meta name=n${i} content=<b>x</b>>`).join('')}`,
        );
      });
      assert.equal(Object.keys(properties['cookies'] ?? {}).length, 100);
      assert.deepEqual(Object.getOwnPropertyDescriptor(properties['cookies'], '__proto__')?.value, ['1']);
      assert.deepEqual(Object.getOwnPropertyDescriptor(properties['meta'], '__proto__')?.value, ['a']);
      assert.ok(Object.keys(properties['meta'] ?? {}).length <= 100);
      assert.equal(properties['meta']?.['++title']?.[0]?.length, 2_000);
    });
  });

  it('stops at once when it is canceled, and closes its connections', async () => {
    const controller = new AbortController();
    let closed = 0;
    const server = await stopping(
      startHttp((request) => {
        request.socket.on('close', () => closed++);
        controller.abort();
      }),
    );
    await assert.rejects(
      enrich(dns(), url(`http://${host}:${server.port}/`), { mode: 'active', signal: controller.signal }),
      { name: 'AbortError' },
    );
    while (closed === 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
