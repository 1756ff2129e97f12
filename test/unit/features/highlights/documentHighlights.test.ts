import assert from 'node:assert/strict';
import fc from 'fast-check';
import { selectHighlights } from '../../../../src/features/highlights/selectHighlights';
import { blockLines } from '../../../../src/features/highlights/documentHighlights';
import { TimeSlices } from '../../../../src/features/highlights/timeSlices';
import { known, mirror } from '../../core/lookups/fakes';
import { marked, page, unhurried } from './builders';

const knows = {
  'bad.lookups-test-1.com': 'high',
  'old.lookups-test-1.com': ['critical', 'retired'],
  'dull.lookups-test-1.com': 'low',
  'fine.lookups-test-1.com': 'none',
  'faint.lookups-test-1.com': 'very low',
} as const;
const lines = [
  'GET http://bad.lookups-test-1.com/a 200',
  'old[.]lookups-test-1[.]com dull.lookups-test-1.com',
  'fine.lookups-test-1.com faint.lookups-test-1.com other.lookups-test-1.com',
];

describe('DocumentHighlights', () => {
  it('finds indicators with medium or higher risk without requests', async () => {
    const open = page(lines, { knows, settings: { mode: 'onHover' } });
    assert.deepEqual(await marked(open), ['0:4-35 http://bad.lookups-test-1.com/a', '1:0-26 old.lookups-test-1.com']);
    assert.equal(open.highlights.all()[1]?.retired, true);
    assert.deepEqual(open.here.requested(), []);
  });

  it('shows a name that looks like a file only if the store lists it as risky, and never looks it up', async () => {
    const text = ['ran evil-thing.sh and other-thing.sh', "x = 'evil-thing.sh'"];
    const open = page(text, { knows: { 'evil-thing.sh': 'high' }, settings: { mode: 'automatic' } });
    assert.deepEqual(await marked(open), ['0:4-17 evil-thing.sh', '1:5-18 evil-thing.sh']);
    assert.deepEqual(open.highlights.unresolved([{ from: 0, to: 2 }]), []);
    assert.deepEqual(await marked(page(text, { knows: { 'a-site.com': 'high' } })), []);
  });

  it('respects the minimum level', async () => {
    const counts = { critical: 1, high: 2, medium: 2, low: 4 } as const;
    for (const level of ['critical', 'high', 'medium', 'low'] as const) {
      assert.equal((await marked(page(lines, { knows, level }))).length, counts[level], level);
    }
  });

  it('follows every edit', async () => {
    const words = fc.constantFrom(...lines, 'nothing', 'bad.lookups-test-1.com');
    const edits = fc.array(fc.tuple(fc.nat(400), fc.nat(3), fc.array(words, { minLength: 1, maxLength: 3 })), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 400 }), edits, async (text, changes) => {
        const open = page(text, { knows });
        await marked(open);
        for (const [at, more, put] of changes) {
          const from = at % open.lines.length;
          open.replace(from, Math.min(open.lines.length - 1, from + more), put);
          assert.deepEqual(await marked(open), await marked(page(open.lines, { knows })));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('updates when a verdict changes', async () => {
    const open = page(['new.lookups-test-1.com'], { knows });
    assert.deepEqual(await marked(open), []);
    const indicator = { type: 'domain', value: 'new.lookups-test-1.com' } as const;
    open.here.stored.set(indicator.value, [known(indicator, mirror, { risk: 'critical' })]);
    open.here.lookups.forget();
    open.highlights.refresh('medium');
    assert.deepEqual(await marked(open), ['0:0-22 new.lookups-test-1.com']);
  });

  it('works in slices and stops when canceled', async () => {
    const open = page(
      Array.from({ length: blockLines }, () => lines[0] ?? ''),
      { knows },
    );
    const leaving = new AbortController();
    const work = open.highlights.block(0, new TimeSlices(leaving.signal, 0));
    leaving.abort();
    assert.equal(await work, undefined);
    assert.equal((await open.highlights.block(0, new TimeSlices(new AbortController().signal, 0)))?.length, blockLines);
  });

  it('repeats work that an edit invalidated', async () => {
    const open = page(
      Array.from({ length: 60 }, () => lines[0] ?? ''),
      { knows },
    );
    const work = open.highlights.block(0, new TimeSlices(new AbortController().signal, 0));
    open.replace(0, 58, ['gone']);
    assert.deepEqual(
      (await work)?.map(({ line }) => line),
      [1],
    );
  });

  it('reads only the rendered part of a line without splitting an indicator', async () => {
    const long = 'x bad.lookups-test-1.com '.repeat(100_000);
    const open = page([long], { knows });
    const all = await marked(open);
    assert.equal(all.length, 400);
    assert.deepEqual(await marked(page(['a.bad.lookups-test-1.com/'.repeat(1_000)], { knows })), []);
  });

  it('lists unresolved indicators in view once, excluding known, reserved, and ignored ones', async () => {
    const text = [
      ...lines,
      'other.lookups-test-1.com 10.0.0.1 192.0.2.1 ok.corp.lookups-test-2.com',
      'below.lookups-test-1.com',
    ];
    const ignore = [{ pattern: '*.corp.lookups-test-2.com', origin: 'user' as const }];
    const open = page(text, { knows, settings: { mode: 'automatic', ignore } });
    await marked(open);
    assert.deepEqual(
      open.highlights.unresolved([{ from: 2, to: 4 }]).map(({ value }) => value),
      ['other.lookups-test-1.com'],
    );
    const onHover = page(text, { knows, settings: { mode: 'onHover' } });
    await onHover.highlights.block(0, unhurried());
    assert.deepEqual(onHover.highlights.unresolved([{ from: 0, to: 5 }]), []);
  });

  it('returns the highlights nearest to or within given lines, whatever was searched before', async () => {
    const words = fc.constantFrom('nothing', 'bad.lookups-test-1.com', 'bad.lookups-test-1.com old.lookups-test-1.com');
    const text = fc.array(words, { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(text, fc.nat(300), fc.nat(60), fc.integer({ min: 1, max: 80 }), async (all, at, wide, max) => {
        const open = page(all, { knows });
        await marked(open);
        assert.equal(open.highlights.count, open.highlights.all().length);
        const viewport = [{ from: at, to: at + wide }];
        const near = open.highlights.nearest(viewport, max);
        assert.deepEqual(selectHighlights(near, viewport, max), selectHighlights(open.highlights.all(), viewport, max));
        assert.deepEqual(
          open.highlights.within(viewport),
          open.highlights.all().filter(({ line }) => line >= at && line < at + wide),
        );
        open.replace(at % all.length, at % all.length, ['nothing', 'more']);
        assert.equal(open.highlights.count, open.highlights.all().length);
      }),
      { numRuns: 100 },
    );
  });

  it('reads no more blocks than needed', async () => {
    const open = page(
      Array.from({ length: 20_000 }, () => lines[0] ?? ''),
      { knows },
    );
    await marked(open);
    const near = open.highlights.nearest([{ from: 10_000, to: 10_040 }], 1_000);
    assert.ok(near.length >= 1_000 && near.length < 1_100, `${near.length} marks`);
  });
});
