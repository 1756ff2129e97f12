import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages, withGenerated } from '../../../scripts/lib/generatedPages.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { addressTable } from '../../../src/core/indicators/detect/rules/addresses/addressRules';
import { nameTable } from '../../../src/core/indicators/detect/rules/names/nameRules';
import { strengths } from '../../../src/core/indicators/detect/rules/rule';
import { commandsMarkdown } from '../../../src/service/cli/manual/markdown';

describe('Generated parts of documents', () => {
  const pages = generatedPages({
    commands: commandsMarkdown(),
    names: nameTable.rules,
    addresses: addressTable.rules,
    strengths,
  });

  for (const { path, text } of pages) {
    it(`are up to date in ${path} (npm run docs)`, () => {
      const page = readFileSync(join(root, path), 'utf8');
      assert.equal(page, withGenerated(page, text));
    });
  }
});
