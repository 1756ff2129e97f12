import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreReader } from '../../src/core/store/reader';
import { openStore } from '../../src/core/store/store';
import { refreshList } from '../../src/service/import/refreshList';
import {
  type Bench,
  formatCount,
  formatMillis,
  formatRatio,
  percentile,
  type Row,
  timeRuns,
  withTempFolder,
} from './measure';

/** As many as in the public list of IPv4 and IPv6 ranges, with as many networks. */
const [v4Ranges, v6Ranges, networks] = [520_000, 130_000, 78_000];
/** Lookups per measurement, since one is too short for the clock. */
const batch = 1_000;
const countries = ['DE', 'US', 'FR', 'NL', 'SE', 'JP', 'BR', 'IN', 'ZA', 'CA'];
const words = ['Example', 'Network', 'Hosting', 'Telecom', 'Cloud', 'University', 'Broadband', 'Systems', 'Online'];

const v4 = (number: number): string =>
  `${number >>> 24}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;
const first = (index: number): number => (16_777_216 + index * 6_700) >>> 0;
const organization = (asn: number): string =>
  `${words[asn % 9] ?? ''}-${asn.toString(36).toUpperCase()} ${words[(asn >> 3) % 9] ?? ''} ${words[(asn >> 5) % 9] ?? ''}`;

function rowOf(from: string, to: string, index: number): string {
  const asn = (index * 7_919) % networks;
  return `${from}\t${to}\t${asn + 1}\t${countries[asn % countries.length] ?? ''}\t${organization(asn)}`;
}

/** A list of ranges with country, number, and name of their network, as IPtoASN has it. */
function madeRanges(): string {
  const rows: string[] = [];
  for (let i = 0; i < v4Ranges; i++) rows.push(rowOf(v4(first(i)), v4(first(i + 1) - 1), i));
  for (let i = 0; i < v6Ranges; i++) {
    const prefix = `${(0x2a00 + (i >> 16)).toString(16)}:${(i & 0xffff).toString(16)}:`;
    rows.push(rowOf(`${prefix}:`, `${prefix}ffff:ffff:ffff:ffff:ffff:ffff`, i));
  }
  return `${rows.join('\n')}\n`;
}

async function run(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const file = join(folder, 'store.sqlite');
    const text = madeRanges();
    const store = openStore(file);
    const startedAt = performance.now();
    await refreshList(store, {
      address: 'https://intel.example/ip2asn-combined.tsv',
      title: 'Locations',
      files: [new TextEncoder().encode(text)],
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    store.close();
    const reader = new StoreReader(file);
    const addresses = Array.from({ length: 65_536 }, (_, i) =>
      i % 4 === 0
        ? `2a00:${((i * 13) % 65_536).toString(16)}::${i.toString(16)}`
        : v4(first((i * 7_919) % v4Ranges) + 77),
    );
    const found = addresses.filter((address) => reader.geoLocationOf(address) !== undefined).length;
    if (found < addresses.length * 0.9) throw new Error(`Only ${found} addresses have a location.`);
    const exact = new Map(addresses.map((address) => [address, address]));
    const micros = (call: (address: string) => unknown): number =>
      percentile(
        timeRuns(200, 20, (at) => {
          for (let i = 0; i < batch; i++) call(addresses[(at * batch + i * 31) % addresses.length] ?? '');
        }),
        95,
      );
    const [own, peer] = [micros((address) => reader.geoLocationOf(address)), micros((address) => exact.get(address))];
    const load = percentile(
      timeRuns(5, 1, () => new StoreReader(file).geoLocationOf('192.0.2.1')),
      50,
    );
    return [
      {
        what: `import of ${formatCount(v4Ranges + v6Ranges)} ranges (${(text.length / 1_000_000).toFixed(0)} MB)`,
        figure: `${seconds.toFixed(1)} s`,
        peer: '',
        ratio: '',
      },
      {
        what: 'size of the store with them',
        figure: `${(statSync(file).size / 1_000_000).toFixed(1)} MB`,
        peer: 'goal: at most 40 MB',
        ratio: '',
      },
      {
        what: 'location of an address, p95 of averages',
        figure: `${own.toFixed(3)} µs`,
        peer: `Map.get of the address: ${peer.toFixed(3)} µs`,
        ratio: formatRatio(own, peer),
      },
      { what: 'first location in a window', figure: formatMillis(load), peer: '', ratio: '' },
    ];
  });
}

export const bench: Bench = {
  title: 'Location of addresses',
  how: 'Fictional ranges, as many as the public list of IPv4 and IPv6 ranges has, imported as a list; then lookups of addresses, a quarter of them IPv6. The peer finds equal addresses alone, not ranges. Goals: at most 40 MB on disk, and under 50 µs.',
  run,
};
