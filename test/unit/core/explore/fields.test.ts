import assert from 'node:assert/strict';
import { exploreField, exploreFields, parseQuery, propertyFields } from '../../../../src/core/explore';

describe('Explore fields', () => {
  it('are found in any letter case', () => {
    assert.equal(exploreField('RISK')?.name, 'risk');
    assert.equal(exploreField('++registrar'), undefined);
  });

  it('offer valid values', () => {
    for (const { name, values = [] } of exploreFields)
      for (const { value } of values) assert.deepEqual(parseQuery(`${name}="${value}"`).errors, []);
    assert.ok(exploreField('risk')?.values?.some(({ value }) => value === 'very low'));
  });

  it('have valid examples', () => {
    for (const { name, example } of [...exploreFields, ...propertyFields]) {
      const { node, errors } = parseQuery(example);
      assert.deepEqual(errors, [], example);
      assert.equal(node?.kind === 'term' && node.field, name);
    }
  });
});
