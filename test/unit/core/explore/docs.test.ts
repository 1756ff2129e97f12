import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  diagnoseFile,
  exploreFields,
  formatFile,
  knownDirectives,
  parseQueryFile,
  withEdits,
} from '../../../../src/core/explore';
import { exampleQueries } from '../../../../src/core/explore/editor/completion';

const page = readFileSync('docs/reference/query-language.md', 'utf8');
const documented =
  /```explore\n(.*?)```/s.exec(page)?.[1] ?? assert.fail('docs/reference/query-language.md has no example queries');
const now = Date.UTC(2025, 4, 20);

/** The text of a snippet with its default placeholders. */
function filledIn(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\d+/g, '');
}

describe('Query language page', () => {
  it('has ten valid example queries, formatted', () => {
    const file = parseQueryFile(documented);
    assert.equal(file.queries.filter(({ range }) => range !== undefined).length, 10);
    assert.deepEqual(diagnoseFile(file, now), []);
    assert.equal(withEdits(documented, formatFile(file)), documented);
  });

  it('documents every field and directive', () => {
    for (const { name } of exploreFields) assert.ok(page.includes(`\`${name}\``), name);
    for (const { name } of knownDirectives) assert.ok(page.includes(`# @${name} `), name);
  });
});

describe('Example queries', () => {
  it('have no diagnostics', () => {
    assert.ok(exampleQueries.length > 9);
    for (const { label, snippet } of exampleQueries)
      assert.deepEqual(diagnoseFile(parseQueryFile(filledIn(snippet)), now), [], label());
  });
});
