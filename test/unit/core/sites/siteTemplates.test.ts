import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { offeredSites } from '../../../../src/core/sites/offeredSites';
import { readSites, sitePage } from '../../../../src/core/sites/siteTemplates';

describe('The address of a site', () => {
  it('has the value percent-encoded wherever it is inserted', () => {
    const encoded = 'http%3A%2F%2Fa-site.com%2F%3Fb%3Dc%26d%23%28%C3%A9%29';
    assert.deepEqual(
      sitePage('https://Site.example:8443/a/{value}?q={value}#{value}', 'http://a-site.com/?b=c&d#(é)'),
      {
        url: `https://site.example:8443/a/${encoded}?q=${encoded}#${encoded}`,
        host: 'site.example:8443',
        origin: 'https://site.example:8443',
      },
    );
  });

  it('is https, without user name and password, with the value after the host', () => {
    for (const template of [
      'http://site.example/{value}',
      'https://{value}.site.example/',
      'https://{value}/',
      'https://site.example{value}',
      'https://site.example/',
      'https://jo:secret@site.example/{value}',
      'https://site.example/{value} b',
      'https://site.example/\n{value}',
      'https://site.example/\u202e{value}',
      'javascript:alert("{value}")',
      'command:threatLookups.lookUp?{value}',
      '{value}',
      '',
    ])
      assert.equal(sitePage(template, 'a-site.com'), undefined, template);
  });

  it('has the host of its template, and the value as the only thing that changes, for any value', () => {
    const templates = offeredSites.flatMap((site) => Object.values(site.templates));
    fc.assert(
      fc.property(fc.constantFrom(...templates), fc.string({ unit: 'binary', minLength: 1 }), (template, value) => {
        const page = sitePage(template, `x${value}`);
        const [before = '', after = ''] = template.split('{value}');
        assert.ok(page !== undefined && page.url.startsWith(before) && page.url.endsWith(after));
        const inserted = page.url.slice(before.length, page.url.length - after.length);
        assert.match(inserted, /^[\w.~%-]+$/);
        assert.equal(decodeURIComponent(inserted), `x${value}`.toWellFormed());
      }),
    );
  });
});

describe('The setting of sites', () => {
  it('keeps valid entries, and counts what has no effect', () => {
    const valid = { name: ' Site ', domain: 'https://site.example/{value}', ip: 'http://site.example/{value}' };
    const { sites, invalid } = readSites([
      valid,
      { name: 'None' },
      { domain: 'https://site.example/{value}' },
      { name: 'x'.repeat(101), url: 'https://site.example/{value}' },
      { name: 'Number', url: 7 },
      'text',
      null,
    ]);
    assert.deepEqual(sites, [{ name: 'Site', templates: { domain: 'https://site.example/{value}' } }]);
    assert.equal(invalid, 7);
  });

  it('accepts all sites that are offered, twelve with different names', () => {
    const entries = offeredSites.map(({ name, templates }) => ({ name, ...templates }));
    assert.deepEqual(readSites(entries), { sites: offeredSites, invalid: 0 });
    assert.equal(new Set(offeredSites.map(({ name }) => name)).size, 12);
  });
});
