import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertFound, assertNothingFound, findValues } from './detect/findHelpers';
import { flatTlds, nameKind, nameKindAt, unevenTlds } from '../../../../src/core/indicators/registry/suffixes';
import { isSpecialName } from '../../../../src/core/indicators/registry/specialNames';
import { registrySuffixes } from './registrySuffixes';

const frames: Readonly<Record<string, (host: string) => string>> = {
  'a DNS question': (host) => `query: ${host} IN A`,
  'a DNS question in capitals': (host) => `query: ${host.toUpperCase()} IN A`,
  'a field of JSON': (host) => `{"host":"${host}"}`,
  'a mail address': (host) => `from=<ann@${host}>, size=1`,
  prose: (host) => `The host ${host} was seen.`,
  'a cell': (host) => `2026-01-01,${host},blocked`,
  'the end of a connection': (host) => `CONNECT ${host}:443 - DIRECT/192.0.2.7`,
  'a line of a list': (host) => `${host}\n`,
  'a URL': (host) => `GET https://${host}/x`,
  'a defanged name': (host) => `seen: ${host.replaceAll('.', '[.]')}`,
};

describe('Finding names below registry suffixes of two or more labels', () => {
  const all = registrySuffixes();
  const listed = new Set(all);
  const suffixes = all
    .filter((suffix) => suffix.includes('.') && !suffix.endsWith('.arpa'))
    // Below `*.ck`, every label is a suffix.
    .filter((suffix) => !listed.has(`*.${suffix}`))
    .map((suffix) => suffix.replace('*', 'any'));

  it('covers thousands of suffixes', () => {
    assert.ok(suffixes.length > 5_000, `${suffixes.length}`);
    for (const suffix of ['ac.in', 'am.in', 'co.uk', 'pup.gov.pl', 'any.ck']) assert.ok(suffixes.includes(suffix));
  });

  it('knows TLDs without any', () => {
    assert.deepEqual(
      all.filter((suffix) => flatTlds.some((tld) => suffix.endsWith(`.${tld}`))),
      [],
    );
  });

  it('knows TLDs with suffixes below names that can be registered', () => {
    const odd = all.filter((suffix) => {
      const parent = suffix.slice(suffix.indexOf('.') + 1);
      return parent.includes('.') && !listed.has(parent) && !suffix.startsWith('*.');
    });
    assert.deepEqual([...new Set(odd.map((suffix) => suffix.slice(suffix.lastIndexOf('.') + 1)))], unevenTlds);
  });

  it('classifies hosts in a text as it does copies of them', () => {
    const special =
      'example.com a.example.com b.a.example home.arpa 7.2.0.10.in-addr.arpa a.in-addr.arpa a.local x.onion';
    const ofCompanies =
      's3.amazonaws.com a.s3.amazonaws.com github.io a.github.io ec2-192-0-2-7.compute-1.amazonaws.com';
    const names = [
      ...all.filter((suffix) => suffix.includes('.')).map((suffix) => suffix.replace('*', 'any')),
      ...special.split(' '),
      ...ofCompanies.split(' '),
    ].flatMap((name) => [name, `site.${name}`, `www.site.${name}`, `a.www.site.${name}`]);
    const different = names.filter((name) => {
      const kind = nameKind(name);
      return nameKindAt(`http://${name}/`, 7, 7 + name.length) !== (kind === 'shared' ? 'public' : kind);
    });
    assert.deepEqual(different, []);
  });

  it('finds out which names are reserved as a search for internal names and addresses in them does', () => {
    const labels = ['a', 'n1', '10-1-2-3', 'wiki--corp', '7f000001', '192', '0', '2', '7', 'example', 'privatelink'];
    const ends = [
      'com',
      'lookups-test-1.com',
      'example.org',
      'not-example.net',
      'sslip.io',
      'nip.io',
      'translate.goog',
    ];
    const label = fc.constantFrom(...labels);
    fc.assert(
      fc.property(fc.array(label, { maxLength: 6 }), label, fc.constantFrom(...ends), (first, last, end) => {
        const name = [...first, last, end].join('.');
        const kind = nameKind(name);
        assert.ok(kind !== 'none');
        assert.equal(kind === 'reserved', isSpecialName(name), name);
        assert.equal(nameKindAt(`http://${name}/`, 7, 7 + name.length), kind === 'shared' ? 'public' : kind);
      }),
      { numRuns: 3_000 },
    );
  });

  it('refuses names with labels that none can have', () => {
    const long = 'a'.repeat(63);
    for (const name of [
      'a..lookups-test-1.com',
      '.lookups-test-1.com',
      `a.${long}b.com`,
      'a-.com',
      '-a.com',
      'a.a_b.com',
      'a.com-',
    ])
      assert.equal(nameKind(name), 'none', name);
    for (const name of [
      `${long}.lookups-test-1.com`,
      '_a.com',
      '-a-.a_b.lookups-test-1.com',
      'a_.b.lookups-test-1.com',
    ])
      assert.equal(nameKind(name), 'public', name);
  });

  for (const [what, frame] of Object.entries(frames)) {
    it(`finds the names in ${what}`, () => {
      const silent = suffixes.flatMap((suffix) =>
        [`www.site.${suffix}`, `my-site.${suffix}`].filter((host) => {
          const value = new URL(`http://${host}`).hostname;
          const wanted = what === 'a URL' ? `url https://${value}/x` : `domain ${value}`;
          return !findValues(frame(host)).includes(wanted);
        }),
      );
      assert.deepEqual(silent, []);
    });
  }

  it('distinguishes them from build files and malware names', () => {
    assertNothingFound([
      'made from Makefile.am.in, configure.ac.in and config.h.in',
      'src/lib.ac.in, Trojan.Win32.Agent.me, PUP.Optional.Agent.in',
    ]);
    assertFound([
      ['query: www.iitb.ac.in IN A', ['domain www.iitb.ac.in']],
      ['{"host":"www.ugc.ac.in"}', ['domain www.ugc.ac.in']],
      ['from=<ann@du.ac.in>', ['domain du.ac.in']],
      ['www.city.pup.gov.pl and send.exploit.in', ['domain www.city.pup.gov.pl', 'domain send.exploit.in']],
    ]);
  });
});
