import assert from 'node:assert/strict';
import { findIndicatorAt, findIndicators, incrementalFinder } from '../../../../../src/core/indicators';
import { adversarial, fillText, proxyLine } from '../../../../bench/sampleTexts';
import { countCharactersRead } from './workCounter';

/** The maximum work per character of each text; it is usually a few. */
const maxWorkPerCharacter = 320;
const size = 2 ** 14;

describe('The work of finding, in characters read,', () => {
  for (const [name, make] of Object.entries(adversarial)) {
    it(`at most doubles with twice the text: ${name}`, () => {
      for (const languageId of ['log', 'typescript', 'json']) {
        const [once, twice] = [make(size), make(2 * size)].map((text) =>
          countCharactersRead(() => findIndicators(text, { languageId })),
        );
        assert.ok(once !== undefined && twice !== undefined);
        assert.ok(twice <= 2.02 * once + 1_000, `${languageId}: ${once} → ${twice}`);
        assert.ok(once <= maxWorkPerCharacter * size, `${languageId}: ${once / size} a character`);
      }
    });
  }

  it('is limited in links that contain links', () => {
    const links = {
      'each without a host': 'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2F2001:db8::25',
      'each with a host': 'https://www.google.com/url?q=https%3A%2F%2Flookups-test-1.com%2F',
      'in paths': 'https://lookups-test-1.com/',
    };
    for (const [name, link] of Object.entries(links)) {
      const text = fillText(size / 4, () => link);
      const work = countCharactersRead(() => findIndicators(text, { languageId: 'log', encoded: true }));
      assert.ok(work <= maxWorkPerCharacter * text.length, `${name}: ${work / text.length} a character`);
    }
  });

  it('is the same around any offset in a line of any length', () => {
    const line = (length: number): string => fillText(length, () => proxyLine().replace('\n', ' '));
    const at = (text: string): number => {
      const offset = text.indexOf('http', text.length / 2) + 10;
      return countCharactersRead(() => findIndicatorAt(text, offset, { languageId: 'log' }));
    };
    const [short, long] = [at(line(50_000)), at(line(800_000))];
    assert.ok(long < 1.5 * short, `${short} → ${long}`);
  });

  it('is about the same for lines as for the whole text', () => {
    const text = fillText(200_000, proxyLine);
    const lines = text.split('\n');
    const source = { lineCount: lines.length, line: (index: number) => lines[index] ?? '' };
    const inOne = countCharactersRead(() => findIndicators(text, { languageId: 'log' }));
    const inLines = countCharactersRead(() => incrementalFinder(source, { languageId: 'log' }).search(0, lines.length));
    assert.ok(inLines < 1.5 * inOne, `${inOne} → ${inLines}`);
  });
});
