import { DatabaseSync } from 'node:sqlite';
import { defang, displayForm, findIndicatorAt, lookupKey, parseIndicator } from '../../src/core/indicators';
import { LookupEngine } from '../../src/core/lookups';
import { StoreReader } from '../../src/core/store/reader';
import { toMarkdown } from '../../src/features/shared/text/safeMarkdown';
import { hoverLines } from '../../src/features/hover/hoverLines';
import {
  formatRatio,
  type Bench,
  formatMillis,
  formatCount,
  percentile,
  throughput,
  type Row,
  timeRuns,
  withTempFolder,
} from './measure';
import { storeSize, valueAt, createWarmStore } from './warmStore';
import { lineWindow } from '../../src/features/shared/indicators/occurrenceAt';

const hovers = 5_000;

function logLine(index: number): string {
  return `1763${index}.001    87 10.0.3.${index % 255} TCP_MISS/200 5120 GET http://${valueAt(index * 31)}/a/b.js?x=1 - DIRECT/-`;
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const file = await createWarmStore(folder);
    const reader = new StoreReader(file);
    const engine = () =>
      new LookupEngine({
        store: { find: (key) => reader.find(key), keep: () => Promise.resolve() },
        service: () => undefined,
        settings: () => ({ mode: 'offline', urls: 'withoutQuery', freshMillis: 0, notFoundMillis: 0, ignore: [] }),
        now: Date.now,
      });
    const lookups = engine();
    // From a text and an offset to the hover's Markdown: our own work for a hover request.
    const hover = (text: string, offset: number): string => {
      const { from, to } = lineWindow(text.length, offset);
      const found = findIndicatorAt(text.slice(from, to), offset - from, { languageId: 'log' });
      if (found === undefined) throw new Error(`No indicator at ${offset} of ${text.slice(0, 80)}`);
      const result = lookups.local(found, 'hover');
      if (found.type === 'domain' && result.known.length === 0) throw new Error(`Not in the store: ${found.value}`);
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
    const lines = Array.from({ length: 2_000 }, (_, i) => `client asked for ${valueAt(i * 31)} ${logLine(i)}`);
    const ours = timeRuns(hovers, 500, (i) => hover(lines[i % lines.length] ?? '', 20));

    const long = Array.from(
      { length: 150_000 },
      (_, i) => `name=${valueAt(i)} client=10.1.2.3 code=200 bytes=${i};`,
    ).join('');
    const step = Math.floor(long.length / hovers);
    const places = Array.from({ length: hovers }, (_, i) => long.indexOf('name=', i * step) + 7).filter(
      (at) => at >= 7,
    );
    const onLong = timeRuns(places.length, 500, (i) => hover(long, places[i] ?? 7));

    const bare = new DatabaseSync(file, { readOnly: true });
    const select = bare.prepare('SELECT * FROM indicator WHERE key = ?');
    const keys = Array.from({ length: storeSize }, (_, i) => {
      const indicator = parseIndicator(valueAt(i * 7));
      return indicator === undefined ? '' : lookupKey(indicator);
    });
    const peer = timeRuns(hovers, 500, (i) => select.get(keys[i] ?? ''));

    const row = (what: string, millis: readonly number[]): readonly Row[] =>
      [50, 95].map((at) => ({
        what: `${what}, p${at}`,
        figure: formatMillis(percentile(millis, at)),
        peer: `SELECT by key: ${formatMillis(percentile(peer, at))}`,
        ratio: formatRatio(percentile(millis, at), percentile(peer, at)),
      }));

    const cold = engine();
    const each = await throughput(2, 1, (i) => cold.local({ type: 'domain', value: valueAt(i * 13) }, 'hover'));
    const bareEach = await throughput(2, 1, (i) => select.get(keys[i % keys.length] ?? ''));
    bare.close();
    reader.close();
    return [
      ...row('hover in a log', ours),
      ...row(`hover in one line of ${(long.length / 1e6).toFixed(0)} MB`, onLong),
      {
        what: `lookups from a store of ${formatCount(storeSize)} records`,
        figure: `${formatCount(each)} per second`,
        peer: `SELECT of the row: ${formatCount(bareEach)} per second`,
        ratio: formatRatio(each, bareEach),
      },
    ];
  });
}

export const bench: Bench = {
  title: 'Hover and lookups',
  how: `Our own time for a hover, from text and offset to Markdown (finding, store, text), with a store of ${formatCount(storeSize)} indicators imported from CSV; ${formatCount(hovers)} hovers after 500 to warm up. The peer is a prepared \`node:sqlite\` SELECT of one row by key in the same file. Goal: p95 under 2 ms.`,
  run,
};
