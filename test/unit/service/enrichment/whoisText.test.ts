import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readWhois } from '../../../../src/service/enrichment/registration/whois';

describe('A WHOIS answer', () => {
  it('is parsed by its keys, in any letter case', () => {
    const { registration, referral } = readWhois(
      [
        '% Terms of use: none',
        '   Domain Name: LOOKUPS-TEST-1.COM',
        '   Registrar WHOIS Server: whois.lookups-test-3.com',
        '   Registrar: Lookups Test Registrar',
        '   Updated Date: 2024-03-02T01:02:03Z',
        '   Creation Date: 2020-01-02T03:04:05Z',
        '   Registry Expiry Date: 2030-01-02T03:04:05Z',
        '   Name Server: NS1.LOOKUPS-TEST-1.COM',
        '   Name Server: NS2.LOOKUPS-TEST-1.COM 127.0.0.1',
        '   Registrant Organization: Lookups Test',
        '   Registrant Email: a@lookups-test-1.com',
        '>>> Last update of whois database: 2024-03-03T00:00:00Z <<<',
      ].join('\r\n'),
    );
    assert.equal(referral, 'whois.lookups-test-3.com');
    assert.deepEqual(registration, {
      registrar: 'Lookups Test Registrar',
      registered: Date.UTC(2020, 0, 2, 3, 4, 5),
      updated: Date.UTC(2024, 2, 2, 1, 2, 3),
      expires: Date.UTC(2030, 0, 2, 3, 4, 5),
      nameServers: ['ns1.lookups-test-1.com', 'ns2.lookups-test-1.com'],
      registrants: [],
      organization: 'Lookups Test',
      emails: ['a@lookups-test-1.com'],
      phones: [],
      privacy: false,
      redacted: false,
      countryCode: undefined,
    });
  });

  it('is parsed with keys above their values', () => {
    const { registration } = readWhois(
      'Registrar:\n    Lookups Test Registrar\n\nName servers:\n    ns1.lookups-test-1.com\n    ns2.lookups-test-1.com\n\nRegistered on: 05-Feb-2021\n',
    );
    assert.deepEqual(
      [registration?.registrar, registration?.nameServers, registration?.registered],
      ['Lookups Test Registrar', ['ns1.lookups-test-1.com', 'ns2.lookups-test-1.com'], Date.UTC(2021, 1, 5)],
    );
  });

  for (const [written, at] of [
    ['2021-02-05', Date.UTC(2021, 1, 5)],
    ['2021/02/05 10:00:00 (JST)', Date.UTC(2021, 1, 5, 10)],
    ['2021.02.05', Date.UTC(2021, 1, 5)],
    ['05.02.2021', Date.UTC(2021, 1, 5)],
    ['5 February 2021', Date.UTC(2021, 1, 5)],
    ['20210205 #1', Date.UTC(2021, 1, 5)],
  ] as const) {
    it(`contains the date ${written}`, () => {
      assert.equal(readWhois(`created: ${written}\nregistrar: x`).registration?.registered, at);
    });
  }

  it('distinguishes redacted data from a privacy service', () => {
    const redactedContact = readWhois(
      'Registrar: x\nRegistrant Name: REDACTED FOR PRIVACY\nRegistrant Organization: Data Protected',
    ).registration;
    assert.deepEqual(
      [
        redactedContact?.redacted,
        redactedContact?.privacy,
        redactedContact?.registrants,
        redactedContact?.organization,
      ],
      [true, false, [], undefined],
    );
    const proxied = readWhois(
      'Registrar: x\nRegistrant Name: Registration Private\nRegistrant Organization: Lookups Proxy, LLC',
    ).registration;
    assert.deepEqual([proxied?.redacted, proxied?.privacy], [false, true]);
  });

  it('may say that nothing is registered', () => {
    for (const text of [
      'No match for "LOOKUPS-TEST-1.COM".',
      '% nothing here\nStatus: free',
      'Domain not found.',
      'NOT FOUND',
    ]) {
      const { notRegistered, registration } = readWhois(text);
      assert.deepEqual([notRegistered, registration], [true, undefined], text);
    }
  });

  it('refers to no other protocol and no single label', () => {
    assert.equal(readWhois('ReferralServer: rwhois://rwhois.lookups-test-1.com:4321').referral, undefined);
    assert.equal(readWhois('ReferralServer: whois://whois.lookups-test-1.com:43').referral, 'whois.lookups-test-1.com');
    assert.equal(readWhois('refer: localhost').referral, undefined);
  });

  it('is parsed safely whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .array(
              fc.constantFrom('refer:', 'Registrar: ', 'created:', ' ', '\n', '1', '-', 'jan', '%', '[', '.', ':'),
              { maxLength: 200 },
            )
            .map((parts) => parts.join('')),
        ),
        (text) => {
          readWhois(text);
        },
      ),
    );
  });
});
