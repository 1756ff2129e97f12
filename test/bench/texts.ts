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

const run = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length));
const behindUrl = (piece: string) => (size: number) => `http://a-site.com/${run(piece)(size)}`;

/** Texts made to be slow, of about so many characters. */
export const adversarial: Readonly<Record<string, (size: number) => string>> = {
  dots: run('.'),
  dashes: run('-'),
  'labels of dashes': run('a-'),
  'dashes before a name': (size) => `${run('-')(size)}.com`,
  labels: run('a.'),
  'labels of other scripts': run('é.'),
  underscores: run('_.'),
  words: run('a'),
  brackets: run('[({<'),
  'dots in brackets': run('[.]'),
  'defanged dots': run('a[.]'),
  'half brackets': run('a[.'),
  'other half brackets': run('a.]'),
  'spelt dots': run('a dot '),
  'spaced dots': run('a [.] '),
  'wide dots': run('a。'),
  backslashes: run('\\.'),
  'zero-width characters': (size) => `${run('a\u200b')(size)}.com`,
  'hex and colons': run('f:'),
  'defanged colons': run('f[:]'),
  digits: run('1.'),
  'address ranges': run('1.2.3.4-'),
  schemes: run('http://'),
  'defanged schemes': run('hxxp[:]//'),
  'hosts as paths': run('a[.]com/'),
  names: run('a.com,'),
  'names between dashes': run('-a.com-'),
  'at signs': run('a@'),
  'at signs in a URL': behindUrl('u@'),
  'parentheses in a URL': behindUrl('('),
  'escapes in a URL': behindUrl('&#x2f;'),
  'brackets in a URL': behindUrl('[a]'),
  'mail escapes in a URL': behindUrl('=3D'),
};
