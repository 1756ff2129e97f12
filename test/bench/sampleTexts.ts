/** A generator of numbers from 0 up to 1, the same in every run (xorshift). */
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

const tlds = ['com', 'net', 'org', 'io', 'de', 'co.uk', 'xyz', 'example'];
const nouns = ['session', 'response', 'registry', 'panel', 'entry', 'folder', 'query', 'record', 'source', 'token'];

/** A line of a proxy log: an address, a URL, another address. */
export function proxyLine(): string {
  const host = `cdn${below(3000)}.lookups-test-${below(40)}.${pick(tlds)}`;
  const path = `${pick(nouns)}/${below(99_999)}.js?v=${random()}`;
  return `${1_763_000_000 + below(1e6)}.${below(999)} ${below(900)} 192.0.2.${below(255)} TCP_MISS/200 ${below(90_000)} GET http://${host}/${path} - HIER_DIRECT/198.51.100.${below(255)} text/javascript\n`;
}

/** A line of a TypeScript file: members and calls, sometimes a URL in a comment. */
export function codeLine(): string {
  const note = random() < 0.05 ? `see https://docs.lookups-test-${below(40)}.org/${pick(nouns)}` : pick(nouns);
  return `    const ${pick(nouns)}${below(99)} = await this.${pick(nouns)}.${pick(nouns)}.open(${pick(nouns)}.${pick(nouns)}, '${pick(nouns)}.json'); // ${note}\n`;
}

/** Concatenates lines until the text has at least this many characters. */
export function fillText(characters: number, line: () => string): string {
  const lines: string[] = [];
  for (let length = 0; length < characters;) {
    const next = line();
    lines.push(next);
    length += next.length;
  }
  return lines.join('');
}

const repeated = (chunk: string) => (size: number) => chunk.repeat(Math.ceil(size / chunk.length));
const afterUrl = (chunk: string) => (size: number) => `http://a-site.com/${repeated(chunk)(size)}`;

/** Texts designed to be slow, with about this many characters. */
export const adversarial: Readonly<Record<string, (size: number) => string>> = {
  dots: repeated('.'),
  'escaped line ends in a host': (size) => `config.get(\`https://\${a.org${repeated('\\n')(size)}`,
  dashes: repeated('-'),
  'labels of dashes': repeated('a-'),
  'dashes before a name': (size) => `${repeated('-')(size)}.com`,
  labels: repeated('a.'),
  'labels of other scripts': repeated('é.'),
  underscores: repeated('_.'),
  words: repeated('a'),
  brackets: repeated('[({<'),
  'dots in brackets': repeated('[.]'),
  'defanged dots': repeated('a[.]'),
  'half brackets': repeated('a[.'),
  'other half brackets': repeated('a.]'),
  'spelt dots': repeated('a dot '),
  'spaced dots': repeated('a [.] '),
  'wide dots': repeated('a。'),
  backslashes: repeated('\\.'),
  'zero-width characters': (size) => `${repeated('a\u200b')(size)}.com`,
  'hex and colons': repeated('f:'),
  'defanged colons': repeated('f[:]'),
  digits: repeated('1.'),
  'address ranges': repeated('1.2.3.4-'),
  schemes: repeated('http://'),
  'defanged schemes': repeated('hxxp[:]//'),
  'hosts as paths': repeated('a[.]com/'),
  names: repeated('a.com,'),
  'names between dashes': repeated('-a.com-'),
  'at signs': repeated('a@'),
  'at signs in a URL': afterUrl('u@'),
  'parentheses in a URL': afterUrl('('),
  'escapes in a URL': afterUrl('&#x2f;'),
  'brackets in a URL': afterUrl('[a]'),
  'mail escapes in a URL': afterUrl('=3D'),
  'items of a list in JSON': repeated(`hosts: [${'          a,'.repeat(14)}] , "menu.open"\n`),
  'items of a list in YAML': repeated(`hosts:\n${'-          a\n'.repeat(14)}* menu.open\n`),
};
