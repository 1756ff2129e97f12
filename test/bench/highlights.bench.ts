import { incrementalFinder } from '../../src/core/indicators';
import { LookupEngine } from '../../src/core/lookups';
import { createRiskSnapshots } from '../../src/core/lookups/engine/riskSnapshots';
import { StoreReader } from '../../src/core/store/reader';
import { selectHighlights } from '../../src/features/highlights/selectHighlights';
import { documentLines } from '../../src/features/highlights/documentLines';
import { blockLines, DocumentHighlights } from '../../src/features/highlights/documentHighlights';
import { TimeSlices } from '../../src/features/highlights/timeSlices';
import { type Bench, formatMillis, formatCount, percentile, type Row, withTempFolder } from './measure';
import { storeSize, valueAt, createWarmStore } from './warmStore';
import { lineChanges } from '../../src/features/highlights/editorHighlighter';

const lineCount = 500_000;
const viewportLines = 130;
const scrolls = 300;
const keystrokes = 1_000;

const logLine = (index: number): string =>
  `1763${index}.001    87 10.0.3.${index % 255} TCP_MISS/200 5120 GET http://${valueAt(index * 31)}/a/b.js?x=1 - DIRECT/-`;

/** Time slices that record the longest of them. */
class Timed extends TimeSlices {
  longest = 0;
  private since = performance.now();

  override async pause(): Promise<boolean> {
    this.longest = Math.max(this.longest, performance.now() - this.since);
    const continues = await super.pause();
    this.since = performance.now();
    return continues;
  }
}

const timed = (): Timed => new Timed(new AbortController().signal);

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const reader = new StoreReader(await createWarmStore(folder));
    const lookups = new LookupEngine({
      store: { find: (key) => reader.find(key), keep: () => Promise.resolve() },
      service: () => undefined,
      settings: () => ({ mode: 'offline', urls: 'withoutQuery', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
      now: Date.now,
    });
    const text = Array.from({ length: lineCount }, (_, index) => logLine(index));
    const lines = documentLines({
      get lineCount() {
        return text.length;
      },
      lineAt: (line) => ({ text: text[line] ?? '' }),
    });
    const snapshots = createRiskSnapshots(lookups, () => true);
    const finder = incrementalFinder(lines, { languageId: 'log', listed: () => true });
    const highlights = new DocumentHighlights(finder, snapshots, 'low', () => true);
    const show = async (line: number): Promise<{ readonly whole: number; readonly longest: number }> => {
      const startedAt = performance.now();
      const timeSlices = timed();
      for (let block = Math.floor(line / blockLines); block * blockLines < line + viewportLines; block++) {
        await highlights.block(block, timeSlices);
      }
      selectHighlights(highlights.all(), [{ from: line, to: line + viewportLines }]);
      return { whole: performance.now() - startedAt, longest: timeSlices.longest };
    };
    await show(0);
    const scrolled = [];
    for (let i = 1; i <= scrolls; i++) scrolled.push(await show(i * 1_500));
    const typed: number[] = [];
    const renewed: number[] = [];
    for (let i = 0; i < keystrokes; i++) {
      const line = 250_000 + (i % 60);
      const isEnter = i % 10 === 9;
      if (isEnter) text.splice(line, 0, '');
      else text[line] = `${text[line] ?? ''}x`;
      const startedAt = performance.now();
      const range = { start: { line }, end: { line } };
      for (const change of lineChanges([{ range, text: isEnter ? '\n' : 'x' }])) highlights.edited(change);
      typed.push(performance.now() - startedAt);
      renewed.push((await show(250_000)).whole);
    }
    reader.close();
    const row = (what: string, millis: readonly number[], aim: string): Row => ({
      what,
      figure: `${formatMillis(percentile(millis, 50))} · ${formatMillis(percentile(millis, 95))}`,
      peer: `goal: ${aim}`,
      ratio: '',
    });
    const [wholes, longests] = [scrolled.map(({ whole }) => whole), scrolled.map(({ longest }) => longest)];
    return [
      row('a scroll to new lines, until their highlights are known, p50 · p95', wholes, 'under 100 ms'),
      row('its longest uninterrupted time slice, p50 · p95', longests, 'under 16 ms'),
      row('a keystroke, blocking the editor, p50 · p95', typed, 'under 16 ms'),
      row('the visible highlights after a keystroke, p50 · p95', renewed, 'under 100 ms'),
    ];
  });
}

export const bench: Bench = {
  title: 'Highlights',
  how: `Our own time for highlights in a proxy log of ${formatCount(lineCount)} lines (50 MB), with a store of ${formatCount(storeSize)} indicators that contains the host of every line: ${formatCount(scrolls)} scrolls to new lines, ${formatCount(keystrokes)} keystrokes in the middle, every tenth of them a line break.`,
  run,
};
