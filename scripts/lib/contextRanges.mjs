// Addresses of lists as numbers, and ranges that overlap as boundaries between sets of lists.
import { isIP } from 'node:net';

const mapped = 0xffffn << 32n;

/** An address as a number. @returns {bigint} */
function numberOf(address) {
  if (isIP(address) === 4) return address.split('.').reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  const [head = '', tail] = address.split('::');
  const groups = (text) => (text === undefined || text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  return all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** The range of an address or network; undefined for a name. @returns {{ bits: 32 | 128, first: bigint, end: bigint } | undefined} */
export function parseRange(entry) {
  const [address, length] = entry.split('/');
  const version = isIP(address);
  if (version === 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const value = numberOf(address);
  if (version === 6 && value >> 32n === mapped >> 32n) return parseRange(dotted(value & 0xffffffffn));
  const size = 1n << BigInt(bits - Number(length ?? bits));
  const first = value - (value % size);
  return { bits, first, end: first + size };
}

const dotted = (value) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');

/** Cuts ranges at each other's ends: from each boundary on, a set of lists applies. */
function boundaries(ranges) {
  const events = ranges
    .flatMap(({ first, end, list }) => [
      { at: first, list, change: 1 },
      { at: end, list, change: -1 },
    ])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const active = new Map();
  const found = [];
  let last = '';
  for (const [index, { at, list, change }] of events.entries()) {
    active.set(list, (active.get(list) ?? 0) + change);
    if (events[index + 1]?.at === at) continue;
    const set = [...active]
      .filter(([, count]) => count > 0)
      .map(([each]) => each)
      .sort((a, b) => a - b)
      .join(',');
    if (set !== last) found.push({ at, set });
    last = set;
  }
  return found;
}

const shifts = 'ghijklmnopqrstuvwxyzABCDEFGHIJKL';

/** IPv4: the distance from the boundary before, as hexadecimal digits, and a letter for the zero bits after them. */
export function v4Boundaries(ranges) {
  let before = 0n;
  return boundaries(ranges.filter(({ bits }) => bits === 32)).map(({ at, set }) => {
    let distance = at - before;
    before = at;
    let zeros = 0;
    while (distance > 0n && distance % 2n === 0n) [distance, zeros] = [distance / 2n, zeros + 1];
    return { step: `${distance.toString(16)}${shifts[zeros]}`, set };
  });
}

/** IPv6: how many groups are those of the boundary before, and the others without zeros at the end. */
export function v6Boundaries(ranges) {
  let before = [];
  return boundaries(ranges.filter(({ bits }) => bits === 128)).map(({ at, set }) => {
    const groups = Array.from({ length: 8 }, (_, index) => Number((at >> BigInt(112 - index * 16)) & 0xffffn));
    let shared = 0;
    while (shared < 7 && groups[shared] === before[shared]) shared++;
    before = groups;
    const rest = groups.slice(shared, groups.findLastIndex((group) => group !== 0) + 1);
    return { step: `${shared}${rest.map((group) => group.toString(16)).join(':')}`, set };
  });
}

/** An address as text. */
function addressOf(value, bits) {
  if (bits === 32) return dotted(value);
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** The networks that a range consists of. */
function* networksIn(first, end, bits) {
  for (let at = first; at < end;) {
    let size = 1n;
    while (at % (size * 2n) === 0n && at + size * 2n <= end) size *= 2n;
    const length = bits - (size.toString(2).length - 1);
    yield length === bits ? addressOf(at, bits) : `${addressOf(at, bits)}/${length}`;
    at += size;
  }
}

/** Entries in order: names, then as few networks as possible. */
export function collapsed(entries) {
  const ranges = entries.map(parseRange);
  const names = entries.filter((_, index) => ranges[index] === undefined).sort();
  const networks = [32, 128].flatMap((bits) => {
    const merged = [];
    const sorted = ranges.filter((range) => range?.bits === bits).sort((a, b) => (a.first < b.first ? -1 : 1));
    for (const { first, end } of sorted) {
      const last = merged.at(-1);
      if (last === undefined || first > last.end) merged.push({ first, end });
      else if (end > last.end) last.end = end;
    }
    return merged.flatMap(({ first, end }) => [...networksIn(first, end, bits)]);
  });
  return [...names, ...networks];
}
