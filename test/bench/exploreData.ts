import { createWriteStream } from 'node:fs';

export const words = [
  'login',
  'update',
  'secure',
  'mail',
  'cdn',
  'static',
  'portal',
  'shop',
  'news',
  'app',
  'cloud',
  'pay',
];
const risks = ['none', 'very low', 'low', 'medium', 'high', 'critical', 'unknown'];

/** A generator with the same numbers in every run. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** Fictional domains, addresses, and URLs. */
export function valueOf(n: number, roll: (below: number) => number): { readonly value: string; readonly type: string } {
  const word = words[roll(words.length)] ?? '';
  const kind = roll(10);
  if (kind < 6)
    return { value: `${word}-${n}.${words[roll(words.length)]}-${roll(5_000)}.lookups-bench-1.com`, type: 'domain' };
  if (kind < 8) return { value: `2001:db8:${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}::1`, type: 'ip' };
  return { value: `http://${word}${roll(9_999)}.lookups-bench-2.com/${word}/${n}?a=${roll(99)}`, type: 'url' };
}

export async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file);
  for (const line of lines)
    if (!out.write(line)) await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  await new Promise<void>((resolve) => out.end(() => resolve()));
}

/** Explore results with risks, dates, locations, and names, from one number to another. */
export function* exploreCsv(to: number, from = 1): Generator<string> {
  const roll = seededRandom(6 + from);
  const timestamp = (): string =>
    `"202${4 + roll(2)}-${pad(1 + roll(12))}-${pad(1 + roll(28))} ${pad(roll(24))}:${pad(roll(60))}:${pad(roll(60))}"`;
  yield '# Explore results, 2026-03-04 05:06:07 UTC\n# Query: ioc=*\n# Limit: 1000000\n# Address: http://127.0.0.1/\n';
  yield 'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_city,geo_country,geo_countrycode,geo_org,dns_ptr\n';
  for (let n = from; n <= to; n++) {
    const { value, type } = valueOf(n, roll);
    const country = roll(60);
    const ptr = type === 'ip' && roll(2) === 0 ? `h${n}.isp${roll(500)}.lookups-bench-3.com` : '';
    yield `${value},${type},${risks[roll(7)]},${timestamp()},${timestamp()},${timestamp()},${roll(5) === 0 ? timestamp() : ''},http://127.0.0.1/api/indicator.php?iid=${n},City ${roll(2_000)},Country ${country},X${country},Org ${roll(3_000)},${ptr}\n`;
  }
}

/** A query with random values. */
export type Draw = (roll: (below: number) => number) => string;

export const indexed: readonly Draw[] = [
  (roll) => `risk="${risks[roll(6)]}"`,
  (roll) => `risk="${risks[roll(6)]}" and type=ip`,
  (roll) => `city="City ${roll(2_000)}"`,
  (roll) => `country="Country ${roll(60)}" and risk=critical`,
  (roll) => `org="Org ${roll(3_000)}" and city="City ${roll(2_000)}"`,
  (roll) => `org="Org ${roll(3_000)}" or city="City ${roll(2_000)}"`,
  (roll) => `seen=2025-0${1 + roll(9)}-1${roll(9)}`,
  (roll) => `added=2025-0${1 + roll(9)}-1${roll(9)} and not risk=none`,
  () => 'type=url and retired=0',
  (roll) => `ioc=2001:db8:${roll(15).toString(16)}:${roll(65_535).toString(16)}::1`,
];
export const wildcards: readonly Draw[] = [
  (roll) => `ioc=*${words[roll(words.length)]}*`,
  (roll) => `ioc=*${words[roll(words.length)]}-${roll(999_999)}*`,
  (roll) => `ioc=${words[roll(words.length)]}*${100 + roll(899)}.lookups*`,
  (roll) => `ioc=*${100 + roll(899)}*`,
  (roll) => `ioc=*${words[roll(words.length)]}* and risk=critical`,
  () => 'ioc=*.com/* and type=ip',
  (roll) => `ioc=*${words[roll(words.length)]}* and type=ip`,
  (roll) => `ioc=*${1_000 + roll(8_999)}* and country="Country ${roll(60)}"`,
  (roll) => `ptr=*isp${roll(500)}.*`,
  (roll) => `org="*rg ${100 + roll(200)}*" and type=ip`,
];
