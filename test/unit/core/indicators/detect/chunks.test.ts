import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findInChunks, findIndicators, type Occurrence } from '../../../../../src/core/indicators/index';
import { collected } from '../../../collected';
import { languages, line } from './textArbitraries';

const blockLength = 4_096;

function inChunks(text: string, borders: readonly number[], languageId?: string): Promise<Occurrence[]> {
  const splits = [0, ...borders.map((border) => border % (text.length + 1)).sort((a, b) => a - b), text.length];
  const chunks = splits.slice(1).map((split, index) => text.slice(splits[index], split));
  const options = languageId === undefined ? { blockLength } : { blockLength, languageId };
  return collected(findInChunks(chunks, options));
}

const texts = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 60 }),
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([lines, times, end]) => Array.from({ length: times }, () => lines.join(end)).join(end));

describe('findInChunks', () => {
  it('finds the same as a search of the whole text, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(), { maxLength: 12 }), languages, async (text, borders, languageId) => {
        const whole = findIndicators(text, languageId === undefined ? {} : { languageId });
        assert.deepEqual(await inChunks(text, borders, languageId), whole);
      }),
      { numRuns: 300 },
    );
  });

  it('finds the same in a single line of any length', async () => {
    const text = 'GET http://a-site.com/x 192.0.2.1 b[.]c-site[.]net e [.] f-site [.] com '.repeat(2_000);
    const whole = findIndicators(text);
    assert.equal(whole.length, 8_000);
    for (const size of [1, 1000, 4096, 50_000]) {
      const borders = Array.from({ length: Math.min(2_000, text.length / size) }, (_, index) => index * size);
      assert.deepEqual(await inChunks(text, borders), whole);
    }
  });

  it('knows that a string continues in a line longer than a block', async () => {
    const line = `${'long '.repeat(3_000)}a-site.com`;
    const text = `${line}\n"\\\n${line}`;
    assert.equal((await inChunks(text, [], 'typescript')).length, 1);
    assert.deepEqual(await inChunks(text, [], 'typescript'), findIndicators(text, { languageId: 'typescript' }));
  });

  it('keeps only a few blocks of a text of any length in memory', async () => {
    let given = 0;
    let lookahead = 0;
    function* chunks(): Generator<string> {
      for (; given < 3_000_000; given += 4_000)
        yield 'GET http://a-site.com/x 200 OK from 192.0.2.1\n\n\n'.repeat(83) + ' '.repeat(16);
    }
    for await (const { end } of findInChunks(chunks(), { blockLength })) lookahead = Math.max(lookahead, given - end);
    assert.ok(lookahead < 8 * blockLength, `${lookahead} characters ahead of the last occurrence`);
  });

  it('finds nothing in an empty text', async () => {
    assert.deepEqual(await collected(findInChunks([])), []);
    assert.deepEqual(await collected(findInChunks(['', ''])), []);
  });
});
