import assert from 'node:assert/strict';
import { LookupEngine } from '../../../../src/core/lookups';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import type { LookupReason } from '../../../../src/core/lookups/types';
import type { IndicatorRecord } from '../../../../src/core/records/record';
import { known, mirror, start } from './fakes';

describe('The location of an indicator', () => {
  const file = { country: 'DE', asn: 'AS64500', organization: 'Net', city: 'Kassel', source: 'IPtoASN', asOf: 5 };
  const ip: Indicator = { type: 'ip', value: '5.5.5.5' };
  const url: Indicator = { type: 'url', value: 'http://5.5.5.5/x' };

  function geoLocationOf(indicator: Indicator, fields?: Partial<IndicatorRecord>, reason: LookupReason = 'hover') {
    const lookups = new LookupEngine({
      geoLocations: { geoLocationOf: (address) => (address === '5.5.5.5' ? file : undefined) },
      store: {
        find: (key) => (fields === undefined || key !== '5.5.5.5' ? [] : [known(ip, mirror, fields)]),
        keep: () => Promise.resolve(),
      },
      service: () => undefined,
      settings: () => ({ mode: 'offline', urls: 'hostOnly', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
      now: () => start,
    });
    return lookups.local(indicator, reason).place;
  }

  it('is that of the location data if no source states it, for URLs that of their host', () => {
    const { source, asOf, ...parts } = file;
    const expected = { ...parts, sources: [{ name: source, asOf }], isAdded: true };
    assert.deepEqual(geoLocationOf(ip), expected);
    assert.deepEqual(geoLocationOf(url, {}), expected);
    assert.equal(geoLocationOf({ type: 'domain', value: 'evil.example' }), undefined);
    assert.equal(geoLocationOf({ type: 'ip', value: '6.6.6.6' }), undefined);
  });

  it('is stated by sources first, without the city of another country and the name of another network', () => {
    const stated = { name: mirror.name, asOf: start };
    const geo = (entries: Readonly<Record<string, readonly string[]>>) => ({ properties: { geo: entries } });
    assert.deepEqual(geoLocationOf(ip, geo({ countrycode: ['FR'] })), {
      country: 'FR',
      asn: 'AS64500',
      organization: 'Net',
      isAdded: true,
      sources: [stated, { name: 'IPtoASN', asOf: 5 }],
    });
    assert.deepEqual(geoLocationOf(url, geo({ countrycode: ['DE'], asn: ['AS1'], city: ['Berlin'] })), {
      country: 'DE',
      asn: 'AS1',
      city: 'Berlin',
      isAdded: false,
      sources: [stated],
    });
    assert.equal(geoLocationOf(ip, geo({ countrycode: ['[privacy]'] }))?.country, 'DE');
  });

  it('is not read for highlights', () => {
    assert.equal(geoLocationOf(ip, {}, 'visible'), undefined);
  });
});
