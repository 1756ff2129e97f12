import assert from 'node:assert/strict';
import { readListText, valuesOf } from './reading';

describe('A hostile row of a list', () => {
  it('spoils no other, however deep it is nested', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const array = await readListText(
      `[{"ip":"203.0.113.6"},{"x":${deep}},${deep},{"ip":"203.0.113.7","more":${deep}}]`,
    );
    assert.deepEqual(valuesOf(array), ['203.0.113.6', '203.0.113.7']);
    const mixed = await readListText('[{"ip":"203.0.113.6"},5,"text",{"ip":"203.0.113.7"}]');
    assert.deepEqual([valuesOf(mixed), mixed.skipped], [['203.0.113.6', '203.0.113.7'], { notObject: ['5', 'text'] }]);
    const lines = await readListText(`{"host":"bad.example"}\n{"x":${deep}}\n{"host":"worse.example"}\n`);
    assert.deepEqual(valuesOf(lines), ['bad.example', 'worse.example']);
    const event = await readListText(
      `{"Event":{"info":"x","Attribute":[{"type":${deep}},{"type":"domain","value":"bad.example","to_ids":true}]}}`,
    );
    assert.deepEqual(valuesOf(event), ['bad.example']);
  });

  it('is stored in part if it is very long', async () => {
    const list = await readListText(
      JSON.stringify({
        Event: {
          info: 'i'.repeat(100_000),
          threat_level_id: '1',
          Tag: Array.from({ length: 5_000 }, (_, n) => ({ name: `misp-galaxy:tool="Tool ${n}"` })),
          Attribute: [{ type: 'domain', value: 'bad.example', to_ids: true, comment: 'c'.repeat(100_000) }],
        },
      }),
    );
    const record = list.records.get('bad.example');
    assert.ok(JSON.stringify(record).length < 5_000);
    assert.equal(record?.risk, 'high');
  });
});
