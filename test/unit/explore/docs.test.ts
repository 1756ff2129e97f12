import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  diagnoseFile,
  exploreFields,
  formatFile,
  knownDirectives,
  parseQueryFile,
  withEdits,
} from '../../../src/core/explore';
import { exampleQueries as readyHunts } from '../../../src/core/explore/exampleQueries';

const page = readFileSync('docs/explore.md', 'utf8');
const exampleQueries = /```explore\n(.*?)```/s.exec(page)?.[1] ?? assert.fail('docs/explore.md holds no hunts');
const now = Date.UTC(2025, 4, 20);

/** A snippet as it stands once every place in it was passed by. */
function filledIn(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\d+/g, '');
}

describe('the page on the query language', () => {
  it('has ten hunts without a fault, laid out as the formatter does it', () => {
    const file = parseQueryFile(exampleQueries);
    assert.equal(file.queries.filter(({ range }) => range !== undefined).length, 10);
    assert.deepEqual(diagnoseFile(file, now), []);
    assert.equal(withEdits(exampleQueries, formatFile(file)), exampleQueries);
  });

  it('names every field and directive', () => {
    for (const { name } of exploreFields) assert.ok(page.includes(`\`${name}\``), name);
    for (const { name } of knownDirectives) assert.ok(page.includes(`# @${name} `), name);
  });
});

describe('the ready hunts', () => {
  it('are queries without a fault', () => {
    assert.ok(readyHunts.length > 9);
    for (const { label, snippet } of readyHunts)
      assert.deepEqual(diagnoseFile(parseQueryFile(filledIn(snippet)), now), [], label);
  });
});
