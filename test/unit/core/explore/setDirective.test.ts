import assert from 'node:assert/strict';
import { parseQueryFile, setDirective, withEdits } from '../../../../src/core/explore';

function limited(text: string, value: string | undefined, index = 0): string {
  const query = parseQueryFile(text).queries[index] ?? assert.fail('no such query');
  return withEdits(text, setDirective(text, query, 'limit', value));
}

describe('setDirective', () => {
  it('changes the effective directive', () => {
    assert.equal(limited('# @limit 5\n#@LIMIT 6\nrisk=high', '7'), '# @limit 5\n#@limit 7\nrisk=high');
  });

  it('adds a line above the query, after other directives', () => {
    assert.equal(limited('risk=high', '7'), '# @limit 7\nrisk=high');
    assert.equal(limited('### A\n# why\n  risk=high', '7'), '### A\n# why\n# @limit 7\n  risk=high');
    assert.equal(limited('# @type threats\n# why\nrisk=high', '7'), '# @type threats\n# @limit 7\n# why\nrisk=high');
    assert.equal(limited('a=1\n###', '7', 1), 'a=1\n###\n# @limit 7');
  });

  it('removes the directive', () => {
    assert.equal(limited('# @limit 5\n# why\n # @limit 6\nrisk=high', undefined), '# why\nrisk=high');
    assert.equal(limited('risk=high', undefined), 'risk=high');
  });
});
