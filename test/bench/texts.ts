/** Numbers from 0 up to 1, the same ones in every run (xorshift). */
function randomNumbers(): () => number {
  let state = 42;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers();
const below = (limit: number): number => Math.floor(random() * limit);
const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';

const endings = ['com', 'net', 'org', 'io', 'de', 'co.uk', 'xyz', 'example'];
const things = ['session', 'response', 'registry', 'panel', 'entry', 'folder', 'query', 'record', 'source', 'token'];

/** A line as a proxy writes it: an address, a URL, another address. */
export function proxyLine(): string {
  const host = `cdn${below(3000)}.lookups-test-${below(40)}.${pick(endings)}`;
  const path = `${pick(things)}/${below(99_999)}.js?v=${random()}`;
  return `${1_763_000_000 + below(1e6)}.${below(999)} ${below(900)} 192.0.2.${below(255)} TCP_MISS/200 ${below(90_000)} GET http://${host}/${path} - HIER_DIRECT/198.51.100.${below(255)} text/javascript\n`;
}

/** A line as a TypeScript file has it: members and calls, now and then a URL in a comment. */
export function codeLine(): string {
  const note = random() < 0.05 ? `see https://docs.lookups-test-${below(40)}.org/${pick(things)}` : pick(things);
  return `    const ${pick(things)}${below(99)} = await this.${pick(things)}.${pick(things)}.open(${pick(things)}.${pick(things)}, '${pick(things)}.json'); // ${note}\n`;
}

/** Lines up to at least so many characters. */
export function filled(characters: number, line: () => string): string {
  const lines: string[] = [];
  for (let length = 0; length < characters;) {
    const next = line();
    lines.push(next);
    length += next.length;
  }
  return lines.join('');
}

/** Texts made to be slow, of about so many characters. */
export const adversarial: Readonly<Record<string, (size: number) => string>> = {
  dots: (size) => '.'.repeat(size),
  dashes: (size) => 'a-'.repeat(size / 2),
  labels: (size) => 'a.'.repeat(size / 2),
  brackets: (size) => '[({<'.repeat(size / 4),
  'defanged dots': (size) => 'a[.]'.repeat(size / 4),
  'half brackets': (size) => 'a[.'.repeat(size / 3),
  'hex and colons': (size) => 'f:'.repeat(size / 2),
  digits: (size) => '1.'.repeat(size / 2),
  schemes: (size) => 'http://'.repeat(size / 7),
  'defanged schemes': (size) => 'hxxp[:]//'.repeat(size / 9),
  'parentheses in a URL': (size) => `http://a-site.com/${'('.repeat(size)}`,
  'escapes in a URL': (size) => `http://a-site.com/${'&#x2f;'.repeat(size / 6)}`,
  'brackets in a URL': (size) => `http://a-site.com/${'[a]'.repeat(size / 3)}`,
  'at signs': (size) => 'a@'.repeat(size / 2),
  words: (size) => 'a'.repeat(size),
};
