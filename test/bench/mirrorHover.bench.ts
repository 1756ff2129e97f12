import { join } from 'node:path';
import { defang, displayForm, findIndicatorAt } from '../../src/core/indicators';
import { LookupEngine } from '../../src/core/lookups';
import { StoreReader } from '../../src/core/store/reader';
import { toMarkdown } from '../../src/features/shared/text/safeMarkdown';
import { hoverLines } from '../../src/features/hover/hoverLines';
import { give, openMirrorStore, target } from '../unit/core/store/mirror/mirrorStore';
import { type Bench, formatMillis, formatCount, percentile, type Row, timeRuns, withTempFolder } from './measure';
import { isStixIndicator, stixObjects, stixValue } from './stixObjects';

const objects = 1_000_000;
const page = 1_000;
const hovers = 5_000;

/** Mirrors a collection with this many objects. */
async function mirrored(file: string): Promise<void> {
  const store = openMirrorStore(file);
  await store.writer.begin(target);
  await store.writer.chain({ full: true });
  let batch: object[] = [];
  for (const object of stixObjects(objects)) {
    batch.push(object);
    if (batch.length < page) continue;
    await give(store.writer, batch);
    batch = [];
  }
  await give(store.writer, batch);
  await store.writer.finish({ complete: true, full: true });
  store.close();
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const file = join(folder, 'store.sqlite');
    await mirrored(file);
    const reader = new StoreReader(file);
    const lookups = new LookupEngine({
      store: { find: (key) => reader.find(key), keep: () => Promise.resolve() },
      service: () => undefined,
      settings: () => ({ mode: 'onHover', urls: 'withoutQuery', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
      now: Date.now,
    });
    const hover = (text: string): string => {
      const found = findIndicatorAt(text, 27, { languageId: 'log' });
      if (found === undefined) throw new Error(`No indicator in ${text}`);
      const result = lookups.local(found, 'hover');
      if (result.known.length === 0) throw new Error(`Not in the mirror: ${found.value}`);
      return toMarkdown(
        hoverLines(result, {
          now: Date.now(),
          defang,
          defangText: defang,
          displayForm,
          canAsk: false,
          offerSample: true,
          offerService: true,
        }),
      ).value;
    };
    // Spread over the whole collection, so that few pages of the file are read twice.
    const lines = Array.from({ length: hovers + 500 }, (_, index) => {
      let n = 1_000 + ((index * 104_729) % (objects - 2_000));
      while (!isStixIndicator(n)) n++;
      return `the client has asked for ${stixValue(n).value} today`;
    });
    const own = timeRuns(hovers, 500, (index) => hover(lines[index] ?? ''));
    reader.close();
    return [
      {
        what: `hover on an indicator of a mirror of ${formatCount(objects)} objects, p50 · p95`,
        figure: `${formatMillis(percentile(own, 50))} · ${formatMillis(percentile(own, 95))}`,
        peer: 'goal: p95 under 2.000 ms',
        ratio: '',
      },
    ];
  });
}

export const bench: Bench = {
  title: 'Hover over a mirror',
  how: `Our own time for a hover on a mirrored indicator, from text and offset to Markdown, without requests; ${formatCount(hovers)} hovers on different indicators of a collection of ${formatCount(objects)} objects (domains, URLs, and IPv6 addresses, one in ten related to malware), after 500 to warm up.`,
  run,
};
