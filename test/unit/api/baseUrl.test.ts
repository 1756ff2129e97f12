import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../src/core/api/baseUrl';

describe('a base URL', () => {
  for (const [typed, url] of [
    ['https://lookups-test-1.com', 'https://lookups-test-1.com'],
    ['  https://lookups-test-1.com/  ', 'https://lookups-test-1.com'],
    ['https://Lookups-Test-1.com:8443/a/b//', 'https://lookups-test-1.com:8443/a/b'],
    ['http://localhost:8137', 'http://localhost:8137'],
    ['http://127.0.0.1/x', 'http://127.0.0.1/x'],
    ['http://[::1]:80/', 'http://[::1]'],
  ] as const) {
    it(`is taken: ${typed}`, () => assert.deepEqual(parseBaseUrl(typed), { ok: true, url }));
  }

  for (const [typed, word] of [
    ['', /empty/],
    ['lookups-test-1.com', /https:\/\/lookups-test-1\.com/],
    ['localhost:8137', /https:\/\/localhost:8137/],
    ['//lookups-test-1.com', /https:\/\/lookups-test-1\.com/],
    ['https://', /not a URL/],
    ['ftp://lookups-test-1.com', /not with ftp/],
    ['http://lookups-test-1.com', /readable/],
    ['http://127.0.0.1.lookups-test-1.com', /readable/],
    ['https://user:secret@lookups-test-1.com', /user name/],
    ['https://lookups-test-1.com/?', /question mark/],
    ['https://lookups-test-1.com/?key=1', /question mark/],
    ['https://lookups-test-1.com/#a', /fragment/],
    ['https://lookups-test-1.com/p/api/indicator.php', /https:\/\/lookups-test-1\.com\/p is enough/],
  ] as const) {
    it(`is refused in words: ${typed}`, () => {
      const read = parseBaseUrl(typed);
      assert.ok(!read.ok);
      assert.match(read.problem, word);
      assert.doesNotMatch(read.problem, /secret/);
    });
  }

  it('may be http elsewhere where the user allows it', () => {
    assert.deepEqual(parseBaseUrl('http://lookups-test-1.com/', { allowHttp: true }), {
      ok: true,
      url: 'http://lookups-test-1.com',
    });
  });

  it('never throws, and what it takes it takes again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (typed) => {
        const read = parseBaseUrl(typed);
        if (read.ok) assert.deepEqual(parseBaseUrl(read.url), read);
      }),
      { numRuns: 50 },
    );
  }).timeout(10_000);
});
