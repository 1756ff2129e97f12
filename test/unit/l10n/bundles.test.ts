import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bundle,
  bundleProblems,
  languages,
  placeholders,
  pseudo,
  sourceMessages,
} from '../../../scripts/lib/messages.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

const { messages, problems } = sourceMessages();

const manifestTexts = (language?: string): Record<string, string> =>
  JSON.parse(
    readFileSync(join(root, `package.nls${language === undefined ? '' : `.${language}`}.json`), 'utf8'),
  ) as Record<string, string>;

describe('Messages of the source', () => {
  it('are literals where they are used, so that they can be extracted', () => assert.deepEqual(problems, []));

  it('are numerous', () => assert.ok(messages.size > 400, String(messages.size)));
});

describe('A translation', () => {
  for (const language of languages()) {
    it(`has every message, no others, and the same placeholders: ${language}`, () =>
      assert.deepEqual(bundleProblems(bundle(language), messages), []));

    it(`has every text of the manifest, and no others: ${language}`, () => {
      assert.ok(existsSync(join(root, `package.nls.${language}.json`)));
      const [english, translated] = [manifestTexts(), manifestTexts(language)];
      assert.deepEqual(Object.keys(translated).sort(), Object.keys(english).sort());
    });
  }
});

describe('The manifest', () => {
  it('refers to every text by a key, and has no missing or unused key', () => {
    const used = new Set(readFileSync(join(root, 'package.json'), 'utf8').match(/(?<="%)[^%"]+(?=%")/g) ?? []);
    assert.deepEqual([...used].sort(), Object.keys(manifestTexts()).sort());
  });
});

describe('The pseudo-locale', () => {
  it('keeps placeholders, icons and links, and marks both ends', () => {
    const text = '$(key) API key of {0}: [run](command:x.y) `a`';
    const made = pseudo(text);
    assert.match(made, /^⟦.*⟧$/);
    assert.deepEqual(placeholders(made), ['{0}']);
    for (const kept of ['$(key)', '(command:x.y)', '`a`']) assert.ok(made.includes(kept), kept);
    assert.ok(made.length > text.length * 1.3);
  });
});
