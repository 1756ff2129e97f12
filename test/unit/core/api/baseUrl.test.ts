import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBaseUrl, parseServiceUrl } from '../../../../src/core/api/baseUrl';
import { urlProblemMessage } from '../../../../src/core/api/strings';
import { remoteServiceName } from '../../../../src/core/api/endpoints/lazyClient';

describe('Base URL', () => {
  for (const [typed, url] of [
    ['https://lookups-test-1.com', 'https://lookups-test-1.com'],
    ['  https://lookups-test-1.com/  ', 'https://lookups-test-1.com'],
    ['https://Lookups-Test-1.com:8443/a/b//', 'https://lookups-test-1.com:8443/a/b'],
    ['http://localhost:8137', 'http://localhost:8137'],
    ['http://127.0.0.1/x', 'http://127.0.0.1/x'],
    ['http://[::1]:80/', 'http://[::1]'],
  ] as const) {
    it(`accepts ${typed}`, () => assert.deepEqual(parseBaseUrl(typed), { ok: true, url }));
  }

  for (const [typed, word] of [
    ['', /^Enter a URL/],
    ['lookups-test-1.com', /https:\/\/lookups-test-1\.com/],
    ['localhost:8137', /Did you mean http:\/\/localhost:8137/],
    ['127.0.0.1:8089/x', /Did you mean http:\/\/127\.0\.0\.1:8089\/x/],
    ['//lookups-test-1.com', /https:\/\/lookups-test-1\.com/],
    ['https://', /Not a valid URL/],
    ['ftp://lookups-test-1.com', /ftp:\/\/ isn't supported/],
    ['http://lookups-test-1.com', /can read/],
    ['http://127.0.0.1.lookups-test-1.com', /can read/],
    ['https://user:secret@lookups-test-1.com', /user name/],
    ['https://lookups-test-1.com/?', /question mark/],
    ['https://lookups-test-1.com/?key=1', /question mark/],
    ['https://lookups-test-1.com/#a', /fragment/],
    ['https://lookups-test-1.com/p/api/indicator.php', /https:\/\/lookups-test-1\.com\/p is enough/],
  ] as const) {
    it(`explains what is wrong with: ${typed}`, () => {
      const read = parseBaseUrl(typed);
      assert.ok(!read.ok);
      const message = urlProblemMessage(read.problem);
      assert.match(message, word);
      assert.doesNotMatch(message, /secret/);
    });
  }

  const ends = [
    'api',
    'api/',
    'api//',
    'API',
    'taxii2',
    'taxii2/',
    'api/indicator.php',
    'api/explore.php/',
    'taxii2/api/',
  ];
  const deeper = [
    'taxii2/api/collections/',
    'taxii2/api/collections/0f7e8c1a-9f6b-4a6e-b1c8-0d9b8e1b5a11/objects/',
    'api/api',
  ];

  it('is shortened to what requests extend, and keeps a real path', () => {
    const prefix = fc.constantFrom('', '/intel', '/a/b', '/api/intel', '/rapi', '/my-taxii2', '/v2');
    const end = fc.constantFrom('', ...ends, ...deeper);
    fc.assert(
      fc.property(prefix, end, fc.constantFrom('', '/', '//'), (path, behind, slash) => {
        const url = `https://lookups-test-1.com${path}`;
        const read = parseServiceUrl(` ${url}${behind === '' ? '' : `/${behind}`}${slash} `);
        assert.deepEqual(read, { ok: true, url });
        assert.deepEqual(parseServiceUrl(url), read);
      }),
    );
  });

  it('follows the usual rules in everything else', () => {
    for (const typed of [
      '',
      'lookups-test-1.com/api',
      'ftp://lookups-test-1.com/api',
      'https://u:p@lookups-test-1.com/api/',
    ])
      assert.equal(parseServiceUrl(typed).ok, false, typed);
    for (const typed of ['https://lookups-test-1.com/api?key=1', 'https://lookups-test-1.com/api#a'])
      assert.equal(parseServiceUrl(typed).ok, false, typed);
    assert.deepEqual(parseServiceUrl('http://127.0.0.1:8/api'), { ok: true, url: 'http://127.0.0.1:8' });
  });

  it('may have such an end in the settings: the service is named without it', () => {
    for (const end of ['', '/', '/api', '/api/explore.php', '/taxii2/']) {
      const { address, host } = remoteServiceName(`https://lookups-test-1.com:8443/intel${end}`, false);
      assert.deepEqual([address, host], ['https://lookups-test-1.com:8443/intel', 'lookups-test-1.com:8443'], end);
    }
  });

  it('may be http on other machines where the user allows it', () => {
    assert.deepEqual(parseBaseUrl('http://lookups-test-1.com/', { allowHttp: true }), {
      ok: true,
      url: 'http://lookups-test-1.com',
    });
  });

  it('never throws, and accepts what it returned', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (typed) => {
        const read = parseBaseUrl(typed);
        if (read.ok) assert.deepEqual(parseBaseUrl(read.url), read);
      }),
      { numRuns: 50 },
    );
  });
});
