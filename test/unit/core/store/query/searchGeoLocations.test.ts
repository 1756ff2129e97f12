import assert from 'node:assert/strict';
import type { GeoLocationParts } from '../../../../../src/core/context/geoLocation';
import { parseQuery } from '../../../../../src/core/explore';
import { aRecord, addGeoLocations, addRecords, storeFolder } from '../builders';

describe('Searching by location', () => {
  const folder = storeFolder();

  function filled(ranges: Readonly<Record<string, GeoLocationParts>>) {
    const store = folder.open();
    const ip = { type: 'ip' } as const;
    addRecords(store, 'x', [
      aRecord('5.5.5.5', { ...ip, timestamps: { seen: 9 }, risk: 'high' }),
      aRecord('5.5.6.6', { ...ip, timestamps: { seen: 8 }, properties: { geo: { countrycode: ['FR'] } } }),
      aRecord('6.6.6.6', {
        ...ip,
        timestamps: { seen: 7 },
        properties: { geo: { asn: ['AS64500'], org: ['Stated Ltd'] } },
      }),
      aRecord('10.0.0.1', { ...ip, timestamps: { seen: 6 } }),
      aRecord('5.5.0.0/16', { ...ip, timestamps: { seen: 5 } }),
      aRecord('http://5.5.7.7/x', { type: 'url', timestamps: { seen: 4 } }),
      aRecord('evil.example', { timestamps: { seen: 3 } }),
    ]);
    if (Object.keys(ranges).length > 0) addGeoLocations(store, 'asn', Object.entries(ranges));
    return async (query: string): Promise<readonly string[]> => {
      const { node } = parseQuery(query);
      assert.ok(node !== undefined);
      return (await store.search(node, { limit: 100 })).map(({ value }) => value);
    };
  }

  const ranges = {
    '5.0.0.0-5.5.255.255': { country: 'DE', asn: 'AS64501', organization: 'Müller  Net', city: 'Kassel' },
    '6.0.0.0/8': { country: 'US', asn: 'AS64999', organization: 'Other' },
    '10.0.0.0/8': { country: 'DE' },
  };

  it('finds addresses by country, ASN, and organization of the location data', async () => {
    const search = filled(ranges);
    assert.deepEqual(await search('countrycode=de'), ['5.5.5.5', 'http://5.5.7.7/x']);
    assert.deepEqual(await search('country=Germany'), ['5.5.5.5', 'http://5.5.7.7/x']);
    assert.deepEqual(await search('country="united st*" or geo.countrycode=FR'), ['5.5.6.6', '6.6.6.6']);
    assert.deepEqual(await search('asn=AS64501'), ['5.5.5.5', '5.5.6.6', 'http://5.5.7.7/x']);
    assert.deepEqual(await search('asn=64501'), await search('asn=as64501'));
    assert.deepEqual(await search('org="müller net"'), await search('asn=64501'));
    assert.deepEqual(await search('org=*LLER* and type=url'), ['http://5.5.7.7/x']);
    assert.deepEqual(await search('city=kassel and risk=high'), ['5.5.5.5']);
    assert.deepEqual(await search('country=Atlantis'), []);
  });

  it('gives precedence to what a source states', async () => {
    const search = filled(ranges);
    assert.deepEqual(await search('country=FR'), ['5.5.6.6']);
    assert.deepEqual(await search('asn=64999 or org=Other'), []);
    assert.deepEqual(await search('asn=64500'), ['6.6.6.6']);
  });

  it('combines with exclusions, and finds what has any location', async () => {
    const search = filled(ranges);
    assert.deepEqual(await search('country=* and type=ip'), ['5.5.5.5', '5.5.6.6', '6.6.6.6']);
    assert.deepEqual(await search('type=ip and not country=*'), ['10.0.0.1', '5.5.0.0/16']);
    assert.deepEqual(await search('type=ip and country!=DE and not ioc=10.*'), ['5.5.6.6', '6.6.6.6', '5.5.0.0/16']);
  });

  it('finds only what sources state without location data', async () => {
    const search = filled({});
    assert.deepEqual(await search('country=DE or asn=64501'), []);
    assert.deepEqual(await search('countrycode=FR or asn=64500'), ['5.5.6.6', '6.6.6.6']);
  });
});
