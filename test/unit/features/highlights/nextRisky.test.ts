import assert from 'node:assert/strict';
import { TimeSlices } from '../../../../src/features/highlights/timeSlices';
import { page, unhurried } from './builders';
import { nextRisky } from '../../../../src/features/highlights/navigation';

const bad = 'bad.lookups-test-1.com';
const lines = Array.from({ length: 1_000 }, (_, index) => (index % 300 === 10 ? `${bad} and ${bad}` : 'nothing here'));
const open = page(lines, { knows: { [bad]: 'high' } });

async function from(line: number, character: number, direction: 'next' | 'previous'): Promise<string> {
  const highlight = await nextRisky(open.highlights, lines.length, { line, character }, direction, unhurried());
  return highlight === undefined || highlight === 'canceled' ? 'none' : `${highlight.line}:${highlight.start}`;
}

describe('nextRisky', () => {
  it('continues from the cursor within the line and beyond', async () => {
    assert.equal(await from(0, 0, 'next'), '10:0');
    assert.equal(await from(10, 0, 'next'), '10:27');
    assert.equal(await from(10, 27, 'next'), '310:0');
    assert.equal(await from(910, 27, 'previous'), '910:0');
    assert.equal(await from(910, 0, 'previous'), '610:27');
  });

  it('wraps around in both directions', async () => {
    assert.equal(await from(999, 0, 'next'), '10:0');
    assert.equal(await from(5, 0, 'previous'), '910:27');
  });

  it('returns to the only one', async () => {
    const one = page(['', bad, ''], { knows: { [bad]: 'high' } });
    for (const direction of ['next', 'previous'] as const) {
      const highlight = await nextRisky(one.highlights, 3, { line: 1, character: 0 }, direction, unhurried());
      assert.ok(highlight !== undefined && highlight !== 'canceled');
      assert.equal(highlight.line, 1);
    }
  });

  it('ends if there is none or when canceled', async () => {
    const none = page(['nothing', 'nothing']);
    assert.equal(await nextRisky(none.highlights, 2, { line: 0, character: 0 }, 'next', unhurried()), undefined);
    const leaving = new AbortController();
    leaving.abort();
    const hurried = new TimeSlices(leaving.signal, 0);
    const fresh = page(lines, { knows: { [bad]: 'high' } });
    assert.equal(await nextRisky(fresh.highlights, 1_000, { line: 0, character: 0 }, 'next', hurried), 'canceled');
  });
});
