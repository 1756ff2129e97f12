import assert from 'node:assert/strict';
import { parseQuery } from '../../../../../src/core/explore';
import { QueryRejectedError } from '../../../../../src/core/store/query/queryRejected';
import { aRecord, addStatements, storeFolder } from '../builders';

describe('Search for threats in the store', () => {
  const folder = storeFolder();

  function filled() {
    const store = folder.open();
    addStatements(store, 'x', [
      {
        kind: 'threat',
        name: 'Example Kit',
        risk: 'high',
        category: 'phishing',
        details: { aliases: ['Sample Fisher'] },
      },
      { kind: 'threat', name: 'Sample Worm', risk: 'critical', category: 'malware' },
      { kind: 'threat', name: 'Lonely Actor', risk: 'medium', category: 'group' },
      {
        kind: 'indicator',
        record: aRecord('kit.example', {
          risk: 'high',
          threats: [{ name: 'Example Kit', risk: 'high' }],
          attributes: { port: [['443', 'HTTPS']] },
        }),
      },
      {
        kind: 'indicator',
        record: aRecord('worm.example', {
          risk: 'low',
          threats: [
            { name: 'Sample Worm', risk: 'critical' },
            { name: 'Example Kit', risk: 'high' },
          ],
          attributes: { port: [['22']], technology: [['nginx']] },
        }),
      },
    ]);
    return async (query: string, limit = 10): Promise<readonly string[]> => {
      const { node } = parseQuery(query);
      assert.ok(node !== undefined);
      return (await store.searchThreats(node, { limit })).map(({ name }) => name);
    };
  }

  it('finds the threats of matching indicators once each, with the highest risk of all sources', async () => {
    const store = folder.open();
    const threat = (risk: 'low' | 'high') => [{ name: 'Example Kit', risk }];
    addStatements(store, 'x', [
      { kind: 'threat', name: 'Example Kit', risk: 'low' },
      {
        kind: 'indicator',
        record: aRecord('kit.example', { threats: threat('low'), feeds: [{ name: 'Sample Feed' }] }),
      },
      { kind: 'indicator', record: aRecord('alone.example') },
    ]);
    addStatements(store, 'y', [
      { kind: 'threat', name: 'Example Kit', risk: 'high' },
      { kind: 'indicator', record: aRecord('kit.example', { threats: threat('high') }) },
    ]);
    const { node } = parseQuery('type=domain');
    assert.ok(node !== undefined);
    const rows = await store.search(node, { limit: 10 });
    const links = await store.linksOf(rows.flatMap(({ iid }) => iid ?? []));
    assert.deepEqual(
      links.map(({ threats, feeds }) => [
        threats.map(({ name, risk }) => `${name} ${risk}`),
        feeds.map(({ name }) => name),
      ]),
      [[['Example Kit high'], ['Sample Feed']]],
    );
    assert.equal(rows.find(({ iid }) => iid === links[0]?.iid)?.value, 'kit.example');
  });

  it('finds threats by name, alias, and category, highest risk first', async () => {
    const search = filled();
    assert.deepEqual(await search('threat="example  KIT"'), ['Example Kit']);
    assert.deepEqual(await search('threat=*fisher or alias="sample worm"'), ['Sample Worm', 'Example Kit']);
    assert.deepEqual(await search('category=group or category=malware'), ['Sample Worm', 'Lonely Actor']);
    assert.deepEqual(await search('name=*'), ['Sample Worm', 'Example Kit', 'Lonely Actor']);
    assert.deepEqual(await search('name=*', 1), ['Sample Worm']);
    assert.deepEqual(await search('category!=group and not threat=*worm'), ['Example Kit']);
  });

  it('finds threats by linked indicators, of which one must match all conditions', async () => {
    const search = filled();
    assert.deepEqual(await search('port=443'), ['Example Kit']);
    assert.deepEqual(await search('port=22'), ['Sample Worm', 'Example Kit']);
    assert.deepEqual(await search('port=443 and technology=nginx'), []);
    assert.deepEqual(await search('port=https and category=phishing'), ['Example Kit']);
    assert.deepEqual(await search('risk=low and threat=*kit'), ['Example Kit']);
    assert.deepEqual(await search('ioc=*kit.example or category=group'), ['Example Kit', 'Lonely Actor']);
    assert.deepEqual(await search('not risk=high'), ['Sample Worm', 'Example Kit']);
  });

  it('rejects unknown fields', async () => {
    await assert.rejects(filled()('colour=red'), QueryRejectedError);
  });
});
