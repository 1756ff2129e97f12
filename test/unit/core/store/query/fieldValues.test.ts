import assert from 'node:assert/strict';
import { addGeoLocations, aRecord, addRecords, storeFolder } from '../builders';

describe('Values of a field in the store', () => {
  const folder = storeFolder();

  function filled() {
    const store = folder.open();
    addRecords(store, 'x', [
      aRecord('a.example', {
        properties: { whois: { '++registrar': ['Example Registrar'], 'name server': ['NS1.example'] } },
        attributes: { technology: [['WordPress']], port: [['443', 'HTTPS']] },
      }),
      aRecord('b.example', { properties: { whois: { '++registrar': ['Registrar of Examples 100%'] } } }),
      aRecord('c.example', { properties: { whois: { '++registrar': ['  ÖRTLICH  '] }, other: { port: ['oak'] } } }),
    ]);
    return (field: string, text = '', limit = 10) => store.findValues(field, text, limit);
  }

  it('lists values that start with a text first, as written by their sources', () => {
    const values = filled();
    assert.deepEqual(values('++registrar'), ['Example Registrar', 'Registrar of Examples 100%', 'ÖRTLICH']);
    assert.deepEqual(values('REGISTRAR', 'reg'), ['Registrar of Examples 100%', 'Example Registrar']);
    assert.deepEqual(values('registrar', 'örT'), ['ÖRTLICH']);
    assert.deepEqual(values('name server', 'ns'), ['NS1.example']);
    assert.deepEqual(values('registrar', '', 1), ['Example Registrar']);
  });

  it('treats LIKE wildcards as text, and returns nothing for unknown names', () => {
    const values = filled();
    assert.deepEqual(values('registrar', '%'), ['Registrar of Examples 100%']);
    assert.deepEqual(values('registrar', '_'), []);
    assert.deepEqual(values('unheard of'), []);
  });

  it('distinguishes fields that no record has, except those of locations where there is location data', () => {
    filled();
    const store = folder.open();
    const fields = ['registrar', 'country', 'technology', 'protocol', 'unheard of'];
    assert.deepEqual(store.unusedFields(fields), ['country', 'protocol', 'unheard of']);
    addGeoLocations(store, 'places.csv', [['203.0.113.0/24', { country: 'DE' }]]);
    assert.deepEqual(store.unusedFields(fields), ['protocol', 'unheard of']);
  });

  it('only returns attributes for a field of the interface', () => {
    const values = filled();
    assert.deepEqual(values('technology'), ['WordPress']);
    assert.ok(!values('port').includes('oak'));
  });

  it('leave values of the sample data out if there is other data', () => {
    const store = folder.open();
    const registrar = (name: string) => ({ properties: { whois: { registrar: [name] } } });
    addRecords(store, 'Sample data', [aRecord('a.lookups-test-1.com', registrar('Sample Registrar'))], 'sample');
    assert.deepEqual(store.findValues('++registrar', '', 10), ['Sample Registrar']);
    addRecords(store, 'list.csv', [aRecord('b.lookups-test-1.com', registrar('Real Registrar'))]);
    assert.deepEqual(store.findValues('++registrar', '', 10), ['Real Registrar']);
  });
});
