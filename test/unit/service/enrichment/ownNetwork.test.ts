import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { Environment } from '../../../../src/service/enrichment/reach/environment';
import { startHttp, startTcp } from './helpers/servers';
import { domain, enrich, tried, url, useDns, useStopping } from './helpers/environment';
import { isPublicAddress } from '../../../../src/service/enrichment/reach/environment';

const host = 'lookups-test-1.com';

describe("A scan of the user's network", () => {
  const dns = useDns();
  const stopping = useStopping();
  const active = (indicator: Indicator, environment: Partial<Environment>) =>
    enrich(dns(), indicator, { mode: 'active', environment });

  it('never connects if a name resolves to loopback, alone or among other addresses', async () => {
    const server = await stopping(startHttp((_, response) => void response.end()));
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['10.0.0.1']]) {
      dns().zone = { [host]: { a: addresses } };
      const environment = {
        allowAddress: (address: string) => isPublicAddress(address),
        web: { http: server.port, https: 1 },
        triedPorts: [tried(server.port)],
      };
      // No address may be connected to, so that registries can't be reached either.
      dns().zone['data.lookups-test-2.com'] = { a: ['127.0.0.1'] };
      const { facts, errors, attributes } = await active(url(`http://${host}:${server.port}/`), environment);
      assert.deepEqual([facts.openPorts, attributes['port']], [undefined, undefined]);
      assert.ok(
        errors.some((error) => /resolves to (?:127\.0\.0\.1|10\.0\.0\.1), which is not a public address/.test(error)),
        errors.join('\n'),
      );
    }
    assert.equal(server.connections(), 0);
  });

  it('never connects if a name resolves to a public address for the ports, and to an internal one for the page', async () => {
    let requests = 0;
    const server = await stopping(startHttp((_, response) => void response.end(String(++requests))));
    // 127.0.0.1 plays the public address, 127.0.0.2 the inside: the first look-up and the port see the one, the page the other.
    dns().zone = { [host]: (count) => ({ a: [count <= 2 ? '127.0.0.1' : '127.0.0.2'] }) };
    const { errors, facts } = await active(domain(host), {
      web: { http: server.port, https: 1 },
      triedPorts: [tried(server.port)],
    });
    assert.deepEqual(facts.openPorts, [server.port]);
    assert.match(errors.join('\n'), /Page .* resolves to 127\.0\.0\.2, which is not a public address/);
    assert.equal(requests, 0);
  });

  const inside = [
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.2/',
    'http://127.2/',
    'http://2130706434/',
    'http://0x7f.2/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://10.0.0.1/',
    'http://localhost/',
    'http://router.lan/',
    'http://printer/',
    'http://metadata.internal/',
    'http://inside.lookups-test-2.com/',
    'https://mixed.lookups-test-2.com/',
    'http://six.lookups-test-2.com/',
  ];
  for (const target of inside) {
    for (const way of ['status', 'refresh'] as const) {
      it(`never connects if a redirect by ${way} leads to ${target}`, async () => {
        dns().zone = {
          [host]: { a: ['127.0.0.1'] },
          'inside.lookups-test-2.com': { a: ['192.168.1.1'] },
          'mixed.lookups-test-2.com': { a: ['127.0.0.1', '10.0.0.1'] },
          'six.lookups-test-2.com': { aaaa: ['::1'] },
        };
        const server = await stopping(
          startHttp((_, response) => {
            if (way === 'status') response.writeHead(307, { location: target }).end('<title>Moved</title>');
            else response.end(`<title>Moved</title><meta http-equiv="Refresh" content="0;URL='${target}'">`);
          }),
        );
        const { redirects, errors, facts, properties } = await active(url(`http://${host}:${server.port}/`), {
          redirectPorts: [80, 443],
        });
        assert.deepEqual(redirects, []);
        assert.equal(facts.httpStatus, way === 'status' ? 307 : 200);
        assert.deepEqual(properties['http']?.['++redirect'], [new URL(target).href]);
        assert.ok(
          errors.some((error) => /not followed: .*(?:not a public address|reserved name)/.test(error)),
          errors.join('\n'),
        );
        assert.ok(dns().requested.every((question) => !/lan|internal|printer|localhost/.test(question)));
      });
    }
  }

  it('never connects if a redirect leads to another protocol, an unexpected port, or nowhere', async () => {
    for (const target of [
      'file:///etc/passwd',
      'ftp://elsewhere.lookups-test-2.com/',
      'javascript:alert(1)',
      `http://${host}:22/`,
      'http://[',
      `http://${'a'.repeat(5_000)}/`,
    ]) {
      dns().zone = { [host]: { a: ['127.0.0.1'] } };
      const server = await stopping(
        startHttp((_, response) => void response.writeHead(302, { location: target }).end()),
      );
      const { redirects, errors } = await active(url(`http://${host}:${server.port}/`), { redirectPorts: [80, 443] });
      assert.deepEqual(redirects, [], target);
      assert.ok(
        errors.some((error) => error.includes('not followed')),
        `${target}: ${errors.join('\n')}`,
      );
    }
  });

  it('never connects to blocked names and addresses', async () => {
    dns().zone = {
      [host]: { a: ['127.0.0.1'] },
      'kept.lookups-test-2.com': { a: ['127.0.0.1'] },
      'other.lookups-test-2.com': { a: ['127.0.0.3'] },
    };
    const trap = await stopping(startTcp((socket) => void socket.end()));
    for (const name of ['kept.lookups-test-2.com', 'other.lookups-test-2.com']) {
      const server = await stopping(
        startHttp((_, response) => void response.writeHead(302, { location: `http://${name}:${trap.port}/` }).end()),
      );
      const { redirects, errors } = await enrich(dns(), url(`http://${host}:${server.port}/`), {
        mode: 'active',
        environment: { redirectPorts: [trap.port], allowAddress: (address) => address.startsWith('127.0.0.') },
        isBlocked: ({ value }) => value === 'kept.lookups-test-2.com' || value === '127.0.0.3',
      });
      assert.deepEqual(redirects, []);
      assert.ok(
        errors.some((error) => error.includes('not followed')),
        errors.join('\n'),
      );
    }
    assert.equal(trap.connections(), 0);
    assert.ok(!dns().requested.includes('A kept.lookups-test-2.com'));
  });
});
