import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getReference, webPage } from '../../../../src/core/records/webPage';
import { queryPageIn } from '../../../../src/core/results';
import { plain } from '../../../harness/plain';

const service = 'https://intel.example/prefix';

describe('A web page named by a source', () => {
  it('is an HTTP or HTTPS URL, with its host', () => {
    assert.deepEqual(webPage(' https://intel.example/i?iid=7&a=b%26c ', service), {
      url: 'https://intel.example/i?iid=7&a=b%26c',
      host: 'intel.example',
      isOwn: true,
    });
    assert.deepEqual(webPage('http://Other.example:8080', service), {
      url: 'http://other.example:8080/',
      host: 'other.example:8080',
      isOwn: false,
    });
    for (const none of [undefined, 'local:'])
      assert.deepEqual(plain(webPage('http://a.example/', none)), { url: 'http://a.example/', host: 'a.example' });
  });

  it('is no URL with another scheme, credentials, spaces, or excessive length', () => {
    for (const text of [
      'command:workbench.action.terminal.new',
      'file:///etc/passwd',
      'vscode://threat-lookups.threat-lookups/indicator/a.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'https:intel.example',
      '//intel.example/',
      'https://intel.example@evil.example/',
      'https://user:pass@intel.example/',
      'https://intel.example/ https://evil.example/',
      'https://intel.example/\u202egpj.exe',
      'https://intel.example/\nb',
      `https://intel.example/${'a'.repeat(2_000)}`,
      '',
      7,
      { url: 'https://intel.example/' },
      undefined,
    ])
      assert.equal(webPage(text, service), undefined, JSON.stringify(text));
  });

  it('opens on the displayed host, whatever the URL contains', () => {
    const fragments = fc.constantFrom(
      '\\',
      '@',
      '/',
      '#',
      '?',
      ':',
      '%2F',
      'evil.example',
      'intel.example',
      '.',
      'https://',
      '[',
      ']',
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 10 }), (parts) => {
        const page = webPage(`https://${parts.join('')}`, service);
        if (page === undefined) return;
        const { protocol, host, hostname, username } = new URL(page.url);
        assert.deepEqual(
          [protocol, host, username, hostname === 'intel.example'],
          ['https:', page.host, '', page.isOwn],
        );
      }),
    );
  });

  it('comes from the reference of an indicator, in any letter case', () => {
    assert.equal(getReference({ other: { Reference: 'https://intel.example/7' } }, service)?.host, 'intel.example');
    assert.equal(getReference({ other: {} }, service), undefined);
  });

  it('comes from the last URL in the comment lines of a CSV', () => {
    const csv = (...lines: readonly string[]): string => [...lines, 'indicator,type', 'a.example,domain'].join('\r\n');
    const address = 'https://intel.example/explore/?q=type%3Ddomain%20and%20risk%3Dhigh';
    const head = ['# Explore results, 2026-01-04 10:00:00 UTC', '# Query: ioc=http://other.example/', '# Limit: 50'];
    for (const line of [`# ${address}`, `#${address}`, `# Address: ${address}`, `#Link to this query : ${address} `])
      assert.equal(queryPageIn(csv(...head, line.replace(' :', ':')), service)?.url, address);
    assert.equal(queryPageIn(csv(...head), service), undefined);
    assert.equal(queryPageIn(csv(...head, '# Address: command:x'), service), undefined);
    assert.equal(queryPageIn(csv(...head, '# Address: local store'), service), undefined);
    assert.equal(queryPageIn(`${csv(...head)}\r\n# ${address}`, service), undefined);
    assert.equal(queryPageIn('', service), undefined);
  });
});
