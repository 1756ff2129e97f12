import assert from 'node:assert/strict';
import { createEnricher } from '../../../../src/service/enrichment';
import { parseResolver } from '../../../../src/core/indicators/identity/resolverAddress';
import { domain, enrich, ip, fakeNetwork, shortLimits, url, useDns } from './helpers/environment';

const signal = new AbortController().signal;

describe('DNS queries', () => {
  const dns = useDns();

  it('fills the group dns with the keys of the specification', async () => {
    dns().zone = {
      'lookups-test-1.com': {
        a: ['127.0.0.1', '127.0.0.2'],
        aaaa: ['2606:4700:0:0::5'],
        mx: [
          [20, 'backup.lookups-test-1.com'],
          [10, 'mail.lookups-test-1.com'],
        ],
        ns: ['ns1.lookups-test-1.com'],
        txt: ['v=spf1 -all'],
      },
    };
    const { properties, facts } = await enrich(dns(), domain('lookups-test-1.com'));
    assert.deepEqual(
      { ...properties['dns'], a: [...(properties['dns']?.['a'] ?? [])].sort() },
      {
        a: ['127.0.0.1', '127.0.0.2'],
        aaaa: ['2606:4700::5'],
        mx: ['mail.lookups-test-1.com', 'backup.lookups-test-1.com'],
        ns: ['ns1.lookups-test-1.com'],
        txt: ['v=spf1 -all'],
      },
    );
    assert.equal(facts.resolves, true);
  });

  it('queries the names of an address', async () => {
    dns().zone = { '1.0.0.127.in-addr.arpa': { ptr: ['host.lookups-test-1.com'] } };
    const { properties } = await enrich(dns(), ip('127.0.0.1'));
    assert.deepEqual(properties['dns'], { ptr: ['host.lookups-test-1.com'] });
  });

  it('queries only the host of a URL', async () => {
    dns().zone = {
      'a.lookups-test-1.com': { a: ['127.0.0.1'] },
      'lookups-test-1.com': { ns: ['ns1.lookups-test-1.com'] },
    };
    const { properties } = await enrich(dns(), url('https://user:secret@a.lookups-test-1.com/path?token=1'));
    assert.deepEqual(properties['dns'], { a: ['127.0.0.1'], ns: ['ns1.lookups-test-1.com'] });
    assert.ok(dns().requested.every((question) => /lookups-test-[12]\.com$/.test(question)));
  });

  it('reports a name that does not exist', async () => {
    const { facts, properties } = await enrich(dns(), domain('lookups-test-9.com'));
    assert.equal(facts.resolves, false);
    assert.equal(properties['dns'], undefined);
  });

  it('reports a name without an address', async () => {
    dns().zone = { 'lookups-test-1.com': { txt: ['parked'] } };
    const { facts } = await enrich(dns(), domain('lookups-test-1.com'));
    assert.equal(facts.resolves, false);
  });

  for (const [fault, sentence] of [
    ['silent', /in time/],
    ['garbage', /in time|invalid response/],
    ['refused', /refused/],
  ] as const) {
    it(`fails with the reason if the name server is ${fault} and all lookups fail`, async () => {
      dns().zone = {
        'lookups-test-1.com': { fault },
        'data.lookups-test-2.com': { fault },
        'whois.lookups-test-2.com': { fault },
      };
      const environment = { limits: shortLimits };
      await assert.rejects(enrich(dns(), domain('lookups-test-1.com'), { environment }), sentence);
    });
  }

  it('converts the texts of a zone to plain text', async () => {
    dns().zone = { 'lookups-test-1.com': { a: ['127.0.0.1'], txt: ['one\u202etwo\nthree\u0007'] } };
    const { properties } = await enrich(dns(), domain('lookups-test-1.com'));
    assert.deepEqual(properties['dns']?.['txt'], ['one two three']);
  });

  it('stops at once when it is canceled', async () => {
    dns().zone = { 'lookups-test-1.com': { fault: 'silent' } };
    const controller = new AbortController();
    const enriching = enrich(dns(), domain('lookups-test-1.com'), {
      signal: controller.signal,
      onStage: () => setImmediate(() => controller.abort()),
    });
    await assert.rejects(enriching, { name: 'AbortError' });
  });

  it('never queries reserved or blocked names', async () => {
    for (const indicator of [
      domain('printer.lan'),
      domain('login.example'),
      ip('10.0.0.1'),
      url('http://router.internal/'),
    ]) {
      await assert.rejects(enrich(dns(), indicator), /reserved/);
    }
    await assert.rejects(
      enrich(dns(), domain('lookups-test-1.com'), { isBlocked: ({ value }) => value === 'lookups-test-1.com' }),
      /blocked by the user's rules/,
    );
    assert.deepEqual(dns().requested, []);
  });
});

describe('A configured name server', () => {
  it('is an address or a name, optionally with a port', () => {
    assert.deepEqual(parseResolver('192.0.2.53'), { host: '192.0.2.53', port: 53 });
    assert.deepEqual(parseResolver('192.0.2.53:5353'), { host: '192.0.2.53', port: 5353 });
    assert.deepEqual(parseResolver('[2001:db8::53]:5353'), { host: '2001:db8::53', port: 5353 });
    assert.deepEqual(parseResolver('2001:db8::53'), { host: '2001:db8::53', port: 53 });
    assert.deepEqual(parseResolver('DNS.lookups-test-1.com:853'), { host: 'dns.lookups-test-1.com', port: 853 });
  });

  it('is rejected with a reason if it is neither', async () => {
    for (const odd of ['https://dns.lookups-test-1.com', '192.0.2.53:0', '192.0.2.53:70000', '[192.0.2', 'a b']) {
      assert.equal(parseResolver(odd), undefined, odd);
    }
    const enricher = createEnricher({ resolver: 'a b', environment: fakeNetwork() });
    await assert.rejects(
      enricher.enrich(domain('lookups-test-1.com'), { mode: 'passive', signal, onStage: () => undefined }),
      /“a b” is not a name server/,
    );
  });
});
