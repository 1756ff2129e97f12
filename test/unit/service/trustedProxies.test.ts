import assert from 'node:assert/strict';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { createService } from '../../../src/service';
import { trustedProxies } from '../../../src/service/http/trustedProxies';
import { listen } from '../../../src/service/listen';
import { servedRecords, someRecord } from './servedRecords';

describe('Trusted proxies', () => {
  it('are networks and addresses of both versions', () => {
    const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'])
      assert.ok(proxies?.includes(address), address);
    for (const address of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '', undefined, 'proxy.example'])
      assert.equal(proxies?.includes(address), false, address);
    for (const wrong of [
      '',
      'proxy.example',
      '10.0.0.0/33',
      '10.0.0.0/x',
      '10.0.0.0/',
      '::/129',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/00',
    ])
      assert.equal(trustedProxies([wrong]), undefined, wrong);
  });

  it('say what was asked for, the last one of several', () => {
    const originOf = (headers: Readonly<Record<string, string>>): string | undefined =>
      trustedProxies(['127.0.0.1'])?.originOf({ headers });
    const cases: readonly (readonly [proto: string, host: string, origin: string | undefined])[] = [
      ['https', 'intel.example', 'https://intel.example'],
      ['http, https', 'evil.example, intel.example:8443', 'https://intel.example:8443'],
      ['https', '[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
      ['ftp', 'intel.example', undefined],
      ['https', 'intel.example/path', undefined],
      ['https', 'a@intel.example', undefined],
      ['https', 'intel.example:99999', undefined],
      ['https', '', undefined],
    ];
    for (const [proto, host, origin] of cases)
      assert.equal(originOf({ 'x-forwarded-proto': proto, 'x-forwarded-host': host }), origin, host);
    assert.equal(originOf({ host: 'intel.example' }), undefined);
    assert.equal(originOf({ host: 'intel.example', 'x-forwarded-proto': 'https' }), 'https://intel.example');
  });

  it('say who asked, whatever clients say before', () => {
    const clientOf = (header: string): string | undefined =>
      trustedProxies(['10.0.0.0/8'])?.clientOf({ headers: { 'x-forwarded-for': header } });
    assert.equal(clientOf('192.0.2.1'), '192.0.2.1');
    assert.equal(clientOf('198.51.100.9, 192.0.2.1, 10.0.0.2'), '192.0.2.1');
    assert.equal(clientOf('198.51.100.9,2001:DB8::1'), '2001:db8::1');
    for (const none of ['', '10.0.0.2', '198.51.100.9, unknown', 'no address'])
      assert.equal(clientOf(none), undefined, none);
  });

  /** An address of this machine that isn't loopback. */
  const outside = Object.values(networkInterfaces())
    .flatMap((each = []) => each)
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

  const service = createService({
    store: servedRecords(someRecord({ iid: 1 })),
    tier: 'pro',
    key: 'k',
    embedded: false,
  });

  const answerOf = async (
    proxies: readonly string[],
    {
      host,
      headers,
      path = '/api/explore.php?q=ioc=host-1.example&format=csv&key=k',
    }: { readonly host: string; readonly headers: Readonly<Record<string, string>>; readonly path?: string },
  ): Promise<{ readonly status: number | undefined; readonly text: string }> => {
    const started = await listen(service, { port: 0, host: '0.0.0.0', proxies: trustedProxies(proxies) });
    assert.ok('url' in started);
    try {
      return await new Promise((resolve, reject) => {
        request({ host, port: new URL(started.url).port, path, headers }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve({ status: response.statusCode, text }));
        })
          .on('error', reject)
          .end();
      });
    } finally {
      await started.close();
    }
  };
  const forwarded = { host: 'intel.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'intel.example' };

  it('answer for other machines, with the address that these asked for', async function () {
    if (outside === undefined) {
      console.warn('Skipped: this machine has no address but loopback.');
      this.skip();
    }
    const { status, text } = await answerOf([outside], { host: outside, headers: forwarded });
    assert.equal(status, 200);
    assert.match(text, /https:\/\/intel\.example\/api\/indicator\.php\?iid=1/);
  });

  it('are the only ones to do so', async function () {
    if (outside === undefined) {
      console.warn('Skipped: this machine has no address but loopback.');
      this.skip();
    }
    const others: readonly Readonly<Record<string, string>>[] = [forwarded, {}, { host: '127.0.0.1' }];
    for (const headers of others) {
      const { status, text } = await answerOf(['192.0.2.7'], { host: outside, headers });
      assert.equal(status, 403);
      assert.match(text, /only accepts plain HTTP from this machine and from its proxies/);
    }
  });

  it('are not believed where they are not trusted', async () => {
    const { status, text } = await answerOf(['192.0.2.7'], { host: '127.0.0.1', headers: forwarded });
    assert.equal(status, 403);
    assert.match(text, /from 127\.0\.0\.1, for the host intel\.example\. .*--trusted-proxy 127\.0\.0\.1/);
    // One that replaces the host would be taken for all of its clients.
    const replaced = await answerOf([], { host: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.1' } });
    assert.equal(replaced.status, 403);
    assert.match(replaced.text, /through a proxy\. .*--trusted-proxy 127\.0\.0\.1/);
    assert.equal((await answerOf([], { host: '127.0.0.1', headers: {} })).status, 200);
  });

  it('must say that their clients used HTTPS, except for programs of the same machine', async () => {
    const statusWith = async (headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
      (await answerOf(['127.0.0.1'], { host: '127.0.0.1', headers })).status;
    const client = { 'x-forwarded-for': '192.0.2.1' };
    const { status, text } = await answerOf(['127.0.0.1'], { host: '127.0.0.1', headers: client });
    assert.equal(status, 403);
    assert.match(text, /The proxy 127\.0\.0\.1 must send “X-Forwarded-Proto: https”/);
    assert.equal(await statusWith({ ...client, 'x-forwarded-proto': 'http' }), 403);
    assert.equal(await statusWith({ host: 'intel.example' }), 403);
    assert.equal(await statusWith({ ...client, 'x-forwarded-proto': 'https' }), 200);
    assert.equal(await statusWith({ 'x-forwarded-for': '127.0.0.1' }), 200);
    assert.equal(await statusWith({}), 200);
  });

  it('are not needed to ask whether the service is there', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status } = await answerOf(['192.0.2.7'], { host: '127.0.0.1', path, headers: { host: '10.0.0.5:8089' } });
      assert.equal(status, 404);
    }
  });
});
