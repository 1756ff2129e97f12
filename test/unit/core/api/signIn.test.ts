import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SignIn } from '../../../../src/core/api';
import { headerProblem, isHeaderValue } from '../../../../src/core/api/http/headerName';
import { taxiiErrorMessage } from '../../../../src/core/api/taxii';
import type { RequestError } from '../../../../src/core/api/requestError';
import { fakeFetch, gatewayOn, json, text, theKey, type Seen } from './fakes';

const headerOf = ({ init }: Seen, name: string): string | null => new Headers(init.headers).get(name);

describe('Key in a header', () => {
  const ways: readonly (readonly [SignIn, string, string])[] = [
    [{ kind: 'bearer' }, 'authorization', `Bearer ${theKey}`],
    [{ kind: 'header', name: 'X-Api-Key' }, 'x-api-key', theKey],
  ];
  for (const [signIn, name, value] of ways) {
    it(`is sent as ${signIn.kind}, and not in the URL`, async () => {
      const { fetch, seen } = fakeFetch(json({}));
      await gatewayOn(fetch, { signIn }).gateway.getJson('/x', []);
      assert.equal(seen.length, 1);
      const [request] = seen;
      assert.ok(request !== undefined);
      assert.equal(headerOf(request, name), value);
      assert.equal(request.url.search, '');
      assert.equal(headerOf(request, name === 'authorization' ? 'x-api-key' : 'authorization'), null);
    });

    it(`is never sent to another origin, or from https to http, as ${signIn.kind}`, async () => {
      const targets = [
        'https://elsewhere.example/x',
        'http://lookups-test-1.com/x',
        'https://lookups-test-1.com:8443/x',
      ];
      for (const location of targets) {
        const { fetch, seen } = fakeFetch(text('', 307, { Location: location }), json({}));
        const { gateway } = gatewayOn(fetch, { signIn });
        const outcome = await gateway.getJson('/x', []);
        assert.equal(outcome.ok ? '' : outcome.error.kind, 'redirectRefused');
        assert.deepEqual(
          seen.map(({ url }) => url.origin),
          ['https://lookups-test-1.com'],
        );
      }
    });

    it(`is in no log and no message as ${signIn.kind}`, async () => {
      const echo = JSON.stringify({ error: `no such key: ${theKey}` });
      const { fetch } = fakeFetch(text(echo, 401), new TypeError(`invalid header value ${theKey}`));
      const { gateway, exchanges } = gatewayOn(fetch, { signIn });
      const outcomes = [await gateway.getJson('/x', []), await gateway.getJson('/x', [], { once: true })];
      assert.ok(outcomes.every(({ ok }) => !ok));
      assert.ok(!JSON.stringify([outcomes, exchanges]).includes(theKey));
    });
  }

  it("isn't sent at all where no header can contain it", async () => {
    const bad: readonly (readonly [SignIn, string])[] = [
      [{ kind: 'bearer' }, 'line\nbreak'],
      [{ kind: 'header', name: 'X-Api-Key' }, 'schlüssel'],
      [{ kind: 'header', name: 'Host' }, 'evil.example'],
      [{ kind: 'header', name: 'X-A: b\r\nCookie' }, 'c'],
    ];
    for (const [signIn, key] of bad) {
      const { fetch, seen } = fakeFetch(json({}));
      const outcome = await gatewayOn(fetch, { signIn, key: () => Promise.resolve(key) }).gateway.getJson('/x', []);
      assert.equal(outcome.ok, false);
      assert.equal(seen.length, 0);
    }
  });
});

describe('Name of a header for a key', () => {
  it('is a token, and not of a header with another meaning', () => {
    for (const name of ['X-Api-Key', 'Authorization', 'api_key', 'X-OTX-API-KEY', 'Ocp-Apim-Subscription-Key']) {
      assert.equal(headerProblem(name), undefined, name);
    }
    assert.equal(headerProblem(''), 'empty');
    for (const name of ['a b', 'a:b', 'a\r\nb', 'ä', 'x'.repeat(65), '"a"'])
      assert.equal(headerProblem(name), 'syntax');
    const taken = ['Host', 'cookie', 'Connection', 'Transfer-Encoding', 'TE', 'Upgrade', 'Keep-Alive', 'Trailer'];
    for (const name of [
      ...taken,
      'Proxy-Authorization',
      'Content-Length',
      'Accept',
      'Sec-Fetch-Mode',
      'Origin',
      '__proto__',
    ]) {
      assert.equal(headerProblem(name), 'reserved', name);
    }
  });

  it('and its value are accepted by requests, whatever is typed', () => {
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' }));
    fc.assert(
      fc.property(any, any, (name, value) => {
        if (headerProblem(name) !== undefined || !isHeaderValue(value)) return;
        assert.equal(new Headers({ [name]: value }).get(name), value);
      }),
    );
  });
});

describe('TAXII server that denies access', () => {
  const refused: RequestError = {
    kind: 'keyRejected',
    detail: '',
    hadKey: true,
    status: 403,
    serviceMessage: 'No: not you',
  };

  it("is reported with its own message, and without plans where it isn't the lookup service", () => {
    assert.equal(
      taxiiErrorMessage(refused, 'intel.example', { part: 'collection' }),
      'intel.example denied access to this collection (HTTP 403). Server message: “No: not you”. Change the credentials, or ask the server operator for access.',
    );
    const bare: RequestError = { kind: 'badRequest', detail: '', status: 403 };
    assert.equal(
      taxiiErrorMessage(bare, 'intel.example', { part: 'root' }),
      'intel.example denied access to this API root (HTTP 403). Change the credentials, or ask the server operator for access.',
    );
    const unknown: RequestError = { ...refused, status: 401, serviceMessage: 'upgrade your plan' };
    assert.doesNotMatch(taxiiErrorMessage(unknown, 'intel.example'), /Feed plan/);
  });

  it('is reported with its own message, on one truncated line, whatever the status', async () => {
    const body = { title: 'Broken\u001b[31m\n# here', description: `the disk is full ${'x'.repeat(5_000)}` };
    for (const status of [400, 401, 403, 404, 406, 410, 413, 422, 500, 502, 503]) {
      const gateway = gatewayOn(fakeFetch(...Array.from({ length: 5 }, () => json(body, status))).fetch).gateway;
      const answer = await gateway.getUnread('/taxii2/', [], 'application/taxii+json;version=2.1', { once: true });
      assert.ok(!answer.ok);
      const sentence = taxiiErrorMessage(answer.error, 'intel.example');
      assert.match(sentence, /“Broken \[31m # here: the disk is full x/, `${status}: ${sentence}`);
      assert.ok(sentence.length < 450 && !/[\p{Cc}]/u.test(sentence));
    }
  });

  it('may require another plan where it is the lookup service', () => {
    assert.match(
      taxiiErrorMessage(refused, 'intel.example', { isService: true }),
      /TAXII requires the Pro, Team, Business, or Feed plan\. Change/,
    );
    const reported: RequestError = { ...refused, status: 401, serviceMessage: 'upgrade your plan' };
    assert.match(
      taxiiErrorMessage(reported, 'intel.example', { isService: true }),
      /“upgrade your plan”\. TAXII requires/,
    );
  });

  it('names the kind of credentials it rejected', () => {
    const wrong: RequestError = { kind: 'keyRejected', detail: '', hadKey: true, status: 401 };
    const of = (signIn: SignIn['kind']): string => taxiiErrorMessage(wrong, 'intel.example', { signIn });
    assert.equal(of('basic'), 'intel.example rejected the user name and API key (HTTP 401).');
    assert.equal(of('bearer'), 'intel.example rejected the bearer token (HTTP 401).');
  });
});
