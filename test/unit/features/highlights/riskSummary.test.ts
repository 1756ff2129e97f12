import assert from 'node:assert/strict';
import { documentLines } from '../../../../src/features/highlights/documentLines';
import { TimeSlices } from '../../../../src/features/highlights/timeSlices';
import { page, type Page, unhurried } from './builders';
import { riskSummary } from '../../../../src/features/highlights/summaryLenses';

const knows = {
  'bad.lookups-test-1.com': 'high',
  'worst.lookups-test-1.com': 'critical',
  'old.lookups-test-1.com': ['critical', 'retired'],
} as const;

const linesOf = ({ lines }: Page) =>
  documentLines({ lineCount: lines.length, lineAt: (line) => ({ text: lines[line] ?? '' }) });

describe('The summary of a document', () => {
  it('counts each risky indicator once, and has the worst active risk, without requests', async () => {
    const filler = Array.from({ length: 100 }, () => 'nothing');
    const open = page(['old.lookups-test-1.com bad.lookups-test-1.com', ...filler, 'bad.lookups-test-1.com'], {
      knows,
      settings: { mode: 'automatic' },
    });
    const found = await riskSummary(open.highlights, linesOf(open), unhurried());
    assert.deepEqual([found?.count, found?.worst.value, found?.isPartial], [2, 'bad.lookups-test-1.com', false]);
    open.replace(50, 50, ['worst.lookups-test-1.com']);
    const next = await riskSummary(open.highlights, linesOf(open), unhurried());
    assert.deepEqual([next?.count, next?.worst.risk], [3, 'critical']);
    assert.deepEqual(open.here.requested(), []);
  });

  it('is missing if nothing is risky, or if it is canceled', async () => {
    const none = page(['other.lookups-test-1.com'], { knows });
    assert.equal(await riskSummary(none.highlights, linesOf(none), unhurried()), undefined);
    const open = page(['bad.lookups-test-1.com'], { knows });
    const ended = new TimeSlices(AbortSignal.abort(), 0);
    assert.equal(await riskSummary(open.highlights, linesOf(open), ended), undefined);
  });

  it('says that the end of a long document is missing', async () => {
    const lines = Array.from({ length: 200 }, (_, line) => (line === 0 ? 'bad.lookups-test-1.com' : 'nothing'));
    const open = page([...lines, 'worst.lookups-test-1.com'], { knows });
    const found = await riskSummary(open.highlights, linesOf(open), unhurried(), 500);
    assert.deepEqual([found?.count, found?.worst.risk, found?.isPartial], [1, 'high', true]);
  });
});
