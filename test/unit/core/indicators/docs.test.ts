import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findIndicators } from '../../../../src/core/indicators';

const languages: Readonly<Record<string, string | undefined>> = {
  'prose or a log': undefined,
  TypeScript: 'typescript',
  JSON: 'json',
};

interface Example {
  readonly text: string;
  readonly languageId: string | undefined;
  readonly expected: readonly string[];
}

const pages = ['docs/reference/detection.md', 'test/unit/core/indicators/detectionExamples.md'];

/** The examples in the tables of a page: a text in a code span, and its indicators. */
function examplesIn(page: string): readonly Example[] {
  const all: Example[] = [];
  let languageId: string | undefined;
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    const language = /^\| in (.+?) +\|/.exec(line)?.[1];
    if (language !== undefined) {
      assert.ok(language in languages, `${language} isn't a language of the examples`);
      languageId = languages[language];
      continue;
    }
    const [, text, answer] = /^\| `(.+)` +\| (.+?) +\|$/.exec(line) ?? [];
    if (text === undefined || answer === undefined) continue;
    const expected = Array.from(answer.matchAll(/`([^`]+)`/g), (match) => match[1] ?? '');
    assert.ok(expected.length > 0 || answer === 'nothing', line);
    all.push({ text, languageId, expected });
  }
  return all;
}

describe('Examples of detection', () => {
  for (const page of pages)
    it(`are correct in ${page}`, () => {
      const all = examplesIn(page);
      assert.ok(all.length > 20);
      for (const { text, languageId, expected } of all) {
        const found = findIndicators(text, { languageId, encoded: true });
        assert.deepEqual(
          found.map(({ type, value }) => `${type} ${value}`),
          expected,
          text,
        );
      }
    });
});
