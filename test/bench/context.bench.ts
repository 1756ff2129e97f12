import { contextLists } from '../../scripts/lib/contextData.mjs';
import { builtInContexts, unpackContext } from '../../src/core/context/builtIn';
import { packedContext } from '../../src/core/context/builtIn/packed';
import { lookupKey } from '../../src/core/indicators';
import type { Indicator } from '../../src/core/indicators/identity/types';
import { type Bench, formatCount, formatMillis, formatRatio, percentile, type Row, timeRuns } from './measure';

/** Lookups per measurement, since one is too short for the clock. */
const batch = 1_000;

const none: Indicator = { type: 'domain', value: '' };

/** Microseconds of one call. */
function micros(count: number, call: (index: number) => unknown): number {
  const millis = timeRuns(count, 50, (run) => {
    for (let index = 0; index < batch; index++) call(run * batch + index);
  });
  return percentile(millis, 50);
}

function run(): Promise<readonly Row[]> {
  const entries = contextLists().flatMap(({ entries: all }) => all.map((entry) => entry.replace(/^=|\/\d+$/g, '')));
  const addresses = entries.filter((entry) => /^[\d.]+$|:/.test(entry));
  const names = entries.filter((entry) => !/^[\d.]+$|:/.test(entry));
  // Half of the addresses and names aren't listed.
  const indicators = (values: readonly string[], type: Indicator['type'], other: (index: number) => string) =>
    Array.from({ length: 4_096 }, (_, index): Indicator => {
      const value = index % 2 === 0 ? values[(index * 7) % values.length] : other(index);
      return { type, value: value ?? '' };
    });
  const ips = indicators(addresses, 'ip', (index) => `11.${index % 256}.${(index * 7) % 256}.${(index * 13) % 256}`);
  const domains = indicators(names, 'domain', (index) => `a.b${index}.lookups-test-${index}.com`);
  const exact = new Map(entries.map((entry) => [entry, entry]));
  const peer = micros(200, (index) => exact.get(lookupKey((index % 2 === 0 ? ips : domains)[index % 4_096] ?? none)));
  const row = (what: string, own: number): Row => ({
    what,
    figure: `${own.toFixed(3)} µs`,
    peer: `Map.get of the key: ${peer.toFixed(3)} µs`,
    ratio: formatRatio(own, peer),
  });
  const of = (all: readonly Indicator[]) => (index: number) => builtInContexts(all[index % 4_096] ?? none);
  const unpacked = percentile(
    timeRuns(20, 3, () => unpackContext(packedContext())),
    50,
  );
  const mapped = percentile(
    timeRuns(20, 3, () => new Map(entries.map((entry) => [entry, entry]))),
    50,
  );
  return Promise.resolve([
    row('an address', micros(200, of(ips))),
    row('a domain, with the names above it', micros(200, of(domains))),
    {
      what: `unpack ${formatCount(entries.length)} entries`,
      figure: formatMillis(unpacked),
      peer: `Map of the entries: ${formatMillis(mapped)}`,
      ratio: formatRatio(unpacked, mapped),
    },
  ]);
}

export const bench: Bench = {
  title: 'Known context',
  how: 'What the lists in the extension say about an indicator; half of the indicators are listed. The peer finds equal keys alone, neither networks nor names above. Goal: under 5 µs.',
  run,
};
