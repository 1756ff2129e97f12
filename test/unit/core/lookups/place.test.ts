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

  function placeOf(indicator: Indicator, fields?: Partial<IndicatorRecord>, reason: LookupReason = 'hover') {
    const lookups = new LookupEngine({
      places: { placeOf: (address) => (address === '5.5.5.5' ? file : undefined) },
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
    assert.deepEqual(placeOf(ip), expected);
    assert.deepEqual(placeOf(url, {}), expected);
    assert.equal(placeOf({ type: 'domain', value: 'evil.example' }), undefined);
    assert.equal(placeOf({ type: 'ip', value: '6.6.6.6' }), undefined);
  });

  it('is stated by sources first, without the city of another country and the name of another network', () => {
    const stated = { name: mirror.name, asOf: start };
    const geo = (entries: Readonly<Record<string, readonly string[]>>) => ({ properties: { geo: entries } });
    assert.deepEqual(placeOf(ip, geo({ countrycode: ['FR'] })), {
      country: 'FR',
      asn: 'AS64500',
      organization: 'Net',
      isAdded: true,
      sources: [stated, { name: 'IPtoASN', asOf: 5 }],
    });
    assert.deepEqual(placeOf(url, geo({ countrycode: ['DE'], asn: ['AS1'], city: ['Berlin'] })), {
      country: 'DE',
      asn: 'AS1',
      city: 'Berlin',
      isAdded: false,
      sources: [stated],
    });
    assert.equal(placeOf(ip, geo({ countrycode: ['[privacy]'] }))?.country, 'DE');
  });

  it('is not read for highlights', () => {
    assert.equal(placeOf(ip, {}, 'visible'), undefined);
  });
});
