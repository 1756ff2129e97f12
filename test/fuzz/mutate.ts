/** A generator of numbers from 0 up to 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export function pick<T>(random: Random, list: readonly T[], otherwise: T): T {
  return list[below(random, list.length)] ?? otherwise;
}

/** Fragments that affect where an indicator starts and ends, or its type. */
const fragments = [
  '.',
  '..',
  '[.]',
  '[.',
  '.]',
  '(.)',
  '{.}',
  '<.>',
  '[dot]',
  ' dot ',
  '(dot)',
  ' [.] ',
  '\\.',
  '．',
  '。',
  '․',
  ...[':', '::', '[:]', '[::]', '//', '://', '[://]', ':[//]', ':\\/\\/', '&#x2f;', '/', '\\', '\\\\', '[/]'],
  ...['http://', 'hxxp://', 'h**p', 'meow://', 'ftp://', 'tcp://', 'blob:https://', 'file://', 'www.'],
  '@',
  '[@]',
  '(at)',
  '%',
  '%2e',
  '%2F',
  '%25',
  '=',
  '=3D',
  '=\r\n',
  '=\n',
  '&amp;',
  '&quot;',
  '&lt;',
  '?',
  '#',
  '-',
  '_',
  '*',
  '+',
  '~',
  '^',
  '|',
  ',',
  ';',
  '!',
  '$',
  '${',
  '}',
  '{',
  '{{',
  '"',
  "'",
  '`',
  '“',
  '’',
  '<',
  '>',
  '(',
  ')',
  '[',
  ']',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\\n',
  '\\t',
  '\\u0022',
  '\u00a0',
  '\u2028',
  '\u0000',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\ufeff',
  'ü',
  '例',
  'え',
  '。',
  'а',
  '😀',
  '\ud83d',
  '\udc00',
  'İ',
  'ß',
  'ſ',
  'K',
  'com',
  '.com',
  '.co.uk',
  '.github.io',
  '.zip',
  '.py',
  '.local',
  'a',
  'f',
  '0',
  '1',
  '255',
  '256',
  '00',
  '/24',
  '192.0.2.1',
  '2001:db8::1',
  '::ffff:192.0.2.1',
  'fe80::1%eth0',
  'a-site.com',
  'xn--',
  'xn--bcher-kva.de',
];

type Mutation = (text: string, random: Random, other: string) => string;

const at = (text: string, random: Random): number => below(random, text.length + 1);
const fewCharacters = (random: Random): number => 1 + below(random, 6);

const mutations: readonly Mutation[] = [
  function insert(text, random) {
    const offset = at(text, random);
    return text.slice(0, offset) + pick(random, fragments, '.') + text.slice(offset);
  },
  function remove(text, random) {
    const offset = at(text, random);
    return text.slice(0, offset) + text.slice(offset + fewCharacters(random));
  },
  function replace(text, random) {
    const offset = at(text, random);
    return text.slice(0, offset) + pick(random, fragments, '.') + text.slice(offset + fewCharacters(random));
  },
  function duplicate(text, random) {
    const from = at(text, random);
    const to = Math.min(text.length, from + 1 + below(random, 24));
    return text.slice(0, to) + text.slice(from, to).repeat(1 + below(random, 3)) + text.slice(to);
  },
  function swap(text, random) {
    const [a = 0, b = 0, c = 0] = [at(text, random), at(text, random), at(text, random)].sort((x, y) => x - y);
    return text.slice(0, a) + text.slice(b, c) + text.slice(a, b) + text.slice(c);
  },
  function splice(text, random, other) {
    return text.slice(0, at(text, random)) + other.slice(at(other, random));
  },
  function insertAny(text, random) {
    const offset = at(text, random);
    return text.slice(0, offset) + String.fromCharCode(below(random, 65536)) + text.slice(offset);
  },
  function changeCase(text, random) {
    const from = at(text, random);
    const part = text.slice(from, from + 8);
    return text.slice(0, from) + (random() < 0.5 ? part.toUpperCase() : part.toLowerCase()) + text.slice(from + 8);
  },
];

/** Occasionally creates a line far longer than any seed. */
function lengthen(text: string, random: Random): string {
  const times = 1 + below(random, 400);
  return random() < 0.5 ? text.repeat(Math.ceil(times / 8)) : text + pick(random, fragments, '.').repeat(times);
}

/** Mutates `text` one to eight times, including parts of `other`. */
export function mutate(text: string, other: string, random: Random): string {
  let result = text;
  for (let count = 1 + below(random, 8); count > 0; count--) {
    const mutation = mutations[below(random, mutations.length)];
    if (mutation !== undefined) result = mutation(result, random, other);
  }
  return random() < 0.01 ? lengthen(result, random) : result;
}
