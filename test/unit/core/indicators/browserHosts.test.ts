import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  findIndicators,
  getHost,
  parseIndicator,
  parseListEntry,
  type Occurrence,
} from '../../../../src/core/indicators/index';
import { assertFound, assertNothingFound } from './detect/findHelpers';

/** A text that contains a URL, and how the language around it is read. */
interface Embedding {
  readonly languageId: string | undefined;
  readonly embed: (url: string) => string;
}

const attribute = (url: string): string => url.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
const doubled = (url: string, quote: string): string => url.replaceAll(quote, quote + quote);
const escaped = (url: string, quote: string): string => url.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`);

/** Texts that mark the start and end of a URL. */
const enclosed: readonly Embedding[] = [
  { languageId: 'json', embed: (url) => `{"first":1,"url":${JSON.stringify(url)},"other":"x"}` },
  { languageId: 'json', embed: (url) => `["x", ${JSON.stringify(url).replaceAll('/', '\\/')}]` },
  { languageId: 'jsonl', embed: (url) => `{"log":{"u":${JSON.stringify(url)}}}\n` },
  { languageId: 'log', embed: (url) => `12:00 msg={"url":${JSON.stringify(url)}} done` },
  { languageId: 'log', embed: (url) => `192.0.2.7 - "-" 200 "${escaped(url, '"')}" 3` },
  { languageId: 'log', embed: (url) => JSON.stringify({ message: JSON.stringify({ url }) }) },
  { languageId: 'html', embed: (url) => `<p><a class="x" href="${attribute(url)}">sign in</a></p>` },
  { languageId: 'xml', embed: (url) => `<item url="${attribute(url)}"/>` },
  { languageId: 'vue', embed: (url) => `<img src="${attribute(url)}">` },
  { languageId: undefined, embed: (url) => `<form action="${attribute(url)}">` },
  { languageId: 'csv', embed: (url) => `1,"${doubled(url, '"')}",3\n` },
  { languageId: 'yaml', embed: (url) => `url: ${JSON.stringify(url)}\nnext: 1\n` },
  { languageId: 'yaml', embed: (url) => `url: '${doubled(url, "'")}'\nnext: 1\n` },
  { languageId: 'sql', embed: (url) => `insert into t values ('${doubled(url, "'")}', 1);` },
  { languageId: 'javascript', embed: (url) => `fetch('${escaped(url, "'")}', {});` },
  { languageId: 'typescript', embed: (url) => `const u = ${JSON.stringify(url)};` },
  { languageId: 'python', embed: (url) => `get("${escaped(url, '"')}", x)` },
  { languageId: 'c', embed: (url) => `open(${JSON.stringify(url)});` },
  { languageId: 'go', embed: (url) => `x := "${escaped(url, '"')}"` },
  { languageId: 'plaintext', embed: (url) => `He said "${escaped(url, '"')}" today` },
];

/** Texts in which a URL is a word of a sentence, and may end earlier. */
const words: readonly Embedding[] = [
  { languageId: 'plaintext', embed: (url) => `see ${url} now` },
  { languageId: 'log', embed: (url) => `GET ${url} 200 12` },
  { languageId: undefined, embed: (url) => `open ${url}` },
  { languageId: 'markdown', embed: (url) => `- ${url}\n- x` },
  { languageId: 'asciidoc', embed: (url) => `. ${url}\n` },
  { languageId: 'yaml', embed: (url) => `url: ${url}\n` },
  { languageId: 'shellscript', embed: (url) => `curl ${url} -o x` },
  { languageId: 'html', embed: (url) => `<p>open ${url} now</p>` },
];

/** How a character is written that browsers remove from a URL, or that isn't part of any host, in markup and in a string. */
const ignored = [
  { character: '\t', entities: ['&Tab;', '&#9;', '&#x09;'], escapes: ['\\t', '\\u0009', '\\x09', '\\u{9}'] },
  { character: '\n', entities: ['&NewLine;', '&#10;', '&#xA;'], escapes: ['\\n', '\\u000a', '\\012'] },
  { character: '\r', entities: ['&#13;'], escapes: ['\\r', '\\u000D'] },
  { character: '\u00ad', entities: ['&shy;', '&#173;', '&#xad;'], escapes: ['\\u00ad', '\\xad'] },
  { character: '\u200b', entities: ['&ZeroWidthSpace;', '&#8203;'], escapes: ['\\u200b', '\\u{200B}'] },
  { character: '\u2060', entities: ['&NoBreak;', '&#x2060;'], escapes: ['\\u2060'] },
] as const;
type Ignored = (typeof ignored)[number];
/** Texts that mark a value as one URL. */
const values: readonly (Embedding & { readonly spellings: (character: Ignored) => readonly string[] })[] = [
  { languageId: 'html', embed: (url) => `<a href="${url}">x</a>`, spellings: ({ entities }) => entities },
  { languageId: 'xml', embed: (url) => `<item url="${url}"/>`, spellings: ({ entities }) => entities },
  { languageId: 'json', embed: (url) => `{"url":"${url}"}`, spellings: ({ escapes }) => escapes },
  { languageId: 'log', embed: (url) => `12:00 {"pageUrl": "${url}", "a": 1}`, spellings: ({ escapes }) => escapes },
  { languageId: 'typescript', embed: (url) => `const url = '${url}';`, spellings: ({ escapes }) => escapes },
  {
    languageId: 'log',
    embed: (url) => JSON.stringify({ message: `{"href":"${url}"}` }),
    spellings: ({ escapes }) => escapes,
  },
];

const marks = Array.from('\'"`,;|{}()[]<>!$&*+=~^.-_:@%');
/** Starts, ends, and parts of tags and templates. */
const tagParts = [
  '<',
  '<a',
  '<a>',
  '<b>',
  '<br>',
  '<em>',
  '<script>',
  '<x>',
  '<!--',
  '>',
  '<td',
  'td',
  '&lt;',
  '<%',
  '%>',
  '{{',
  '{%',
  '}}',
  '%}',
  '<%=',
  'x',
  'b',
];
const trusted = fc.constantFrom(
  '',
  'good-lookups.com',
  'www.good-lookups.co.uk',
  'good-lookups.com:443',
  'x',
  '192.0.2.9',
);
const userinfo = fc
  .tuple(
    trusted,
    fc.array(
      fc.oneof(
        fc.constantFrom(...marks),
        fc.constantFrom(...tagParts),
        fc.constantFrom('a', '0', 'ü', '∕', '和', '%2f', '%40'),
      ),
      { maxLength: 5 },
    ),
    fc.boolean(),
  )
  .map(([host, rest, hasUser]) => (hasUser ? `${host}${rest.join('')}@` : ''));
const joints = [
  '',
  'www.',
  'cdn.',
  'good-lookups.com.',
  'good-lookups.com%2e',
  'good-lookups.com%2E',
  'good-lookups.com∕',
  '-x.',
  'good-lookups.com⁄',
  'good-lookups.com⧸',
  'good-lookups.com╱',
  'good-lookups.com-.',
  'good-lookups.com_.',
  'good-lookups.com%c2%ad.',
  'good-lookups.com\u034f.',
  'good-lookups.com\u00ad.',
  'good-lookups.com和.',
];
const names = [
  'real-lookups.net',
  'REAL-Lookups.net',
  'ⓡeal-lookups.net',
  'ｒｅａｌ-lookups.net',
  '𝐫eal-lookups.net',
  '%72eal-lookups.net',
  'real%2dlookups.net',
  'réal-lookups.net',
  'real-lookups.net.',
  'real-lookups.ｎet',
];
/** Text in front of a name that can also end a URL in a sentence. */
const endings = [
  '..',
  '。',
  '．',
  '–.',
  '…',
  ...marks.filter((mark) => !'<>|^:@%[]'.includes(mark)).flatMap((mark) => [`${mark}.`, `${mark}x.`]),
].map((ending) => `good-lookups.com${ending}`);
const addresses = [
  '0x2d530c07',
  '760417287',
  '45.83.3079',
  '055.0123.014.07',
  '45.83.12.7',
  '0x2d.83.0xc.7',
  '[2a01:4f8:7::77]',
  '４5.83.12.7',
  '45.83.12.7.',
];
const joined = (before: readonly string[], after: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...before), fc.constantFrom(...after)).map((parts) => parts.join(''));
const hosts = fc.oneof(joined(joints, names), joined(endings, names), fc.constantFrom(...addresses));
/** Nobody can visit a host with an empty label. */
const hostsOfWords = fc
  .oneof(joined(joints, names), joined(endings, ['real-lookups.net']), fc.constantFrom(...addresses))
  .filter((host) => !host.includes('..'));
const starts = fc.constantFrom(
  'https://',
  'http://',
  'HTTPS://',
  'https:///',
  'https:////',
  'http:/',
  'https:\\\\',
  'https:/\\',
  'ftp://',
);
const rests = fc.constantFrom(
  '',
  '/',
  '/x',
  ':8080/x',
  '?q=1',
  '#f',
  '/good-lookups.com/a',
  ':443',
  '\\x',
  '/a@good-lookups.com',
  '\\.good-lookups.com/a',
  '\\\\.good-lookups.com',
);
const urlsWith = (host: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(starts, userinfo, host, rests)
    .map((parts) => parts.join(''))
    .filter((url) => URL.canParse(url));

const canonical = (host: string): string => host.replace(/^\[|\]$|\.$/g, '');

/** Whether an occurrence names the host: as its own, or in a name that nobody can register as the end that can be. */
function isNamed(occurrence: Occurrence, host: string): boolean {
  const own = getHost(occurrence)?.value;
  if (own === undefined) return false;
  return own === host || (occurrence.type === 'domain' && /[^a-z0-9._-]|\.\./.test(host) && host.endsWith(own));
}

const describeAll = (found: readonly Occurrence[]): string =>
  found.map(({ type, value }) => `${type} ${value}`).join(', ');

function find(text: string, languageId: string | undefined): readonly Occurrence[] {
  return findIndicators(text, languageId === undefined ? {} : { languageId });
}

describe('The host of a URL', () => {
  it('is the one that a browser visits, wherever the text says what the URL is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...enclosed), urlsWith(hosts), ({ languageId, embed }, url) => {
        const text = embed(url);
        const host = canonical(new URL(url).hostname);
        const found = find(text, languageId);
        const context = `${text}\n${url} opens ${host}, found ${describeAll(found)}`;
        assert.ok(
          found.some((occurrence) => isNamed(occurrence, host)),
          context,
        );
        for (const occurrence of found) if (occurrence.type === 'url') assert.ok(isNamed(occurrence, host), context);
      }),
      { numRuns: Number(process.env.HOST_RUNS ?? 4000) },
    );
  });

  it('is never another one than of its text in a sentence, and the one that a browser visits is found', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words), urlsWith(hostsOfWords), ({ languageId, embed }, url) => {
        const text = embed(url);
        const host = canonical(new URL(url).hostname);
        const found = find(text, languageId);
        const context = `${text}\n${url} opens ${host}, found ${describeAll(found)}`;
        assert.ok(
          found.some((occurrence) => isNamed(occurrence, host)),
          context,
        );
        for (const { raw, value, type } of found) {
          if (type !== 'url') continue;
          assert.equal(canonical(new URL(value).hostname), canonical(new URL(raw).hostname), context);
        }
      }),
      { numRuns: Number(process.env.HOST_RUNS ?? 4000) },
    );
  });

  it('is read in the spellings of reports, and after other schemes', () => {
    assertFound([
      ["https://good-lookups.com'@real-lookups.net/x", ["url https://good-lookups.com'@real-lookups.net/x"]],
      ["hxxps://good-lookups[.]com'@real-lookups[.]net/x", ["url https://good-lookups[.]com'@real-lookups.net/x"]],
      ['https://good-lookups.com%2ereal-lookups.net/x', ['url https://good-lookups.com.real-lookups.net/x']],
      [
        '[https]://real-lookups[.]net/a, [http]://[2001[:]db8[:][:]1]:8080/',
        ['url https://real-lookups.net/a', 'url http://[2001:db8::1]:8080/'],
      ],
      [
        '[ftp]://real-lookups[.]net/a, tcp://u@real-lookups[.]net/b',
        ['domain real-lookups.net', 'domain real-lookups.net'],
      ],
      [
        'h00p://real-lookups.net/a, hxxp:// real-lookups.net/b',
        ['url http://real-lookups.net/a', 'url http://real-lookups.net/b'],
      ],
      ["ws://good-lookups.com'@real-lookups.net/x", ['domain real-lookups.net']],
    ]);
  });

  it('is the one that a browser visits, whatever the text writes that browsers remove from it', () => {
    const authorities = fc.constantFrom(
      'real-lookups.net',
      'good-lookups.com.real-lookups.net',
      'good-lookups.com@real-lookups.net',
    );
    const inserted = fc.tuple(fc.constantFrom(...ignored), fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        fc.constantFrom(...values),
        authorities,
        inserted,
        ({ languageId, embed, spellings }, authority, insertion) => {
          const [character, place, choice] = insertion;
          const at = place % (authority.length + 1);
          const options = spellings(character);
          const written = (spelling: string): string =>
            `https://${authority.slice(0, at)}${spelling}${authority.slice(at)}/x`;
          const text = embed(written(options[choice % options.length] ?? ''));
          const host = new URL(written(character.character)).hostname;
          const found = find(text, languageId);
          assert.deepEqual(
            found.map((occurrence) => getHost(occurrence)?.value),
            [host],
            `${text} opens ${host}, found ${describeAll(found)}`,
          );
        },
      ),
      { numRuns: Number(process.env.HOST_RUNS ?? 4000) },
    );
  });

  it('is read in values that may be lists, and not where an entity is unknown', () => {
    const both = ['url https://good-lookups.com', 'domain real-lookups.net'];
    assertFound([['{"m":"https://good-lookups.com\\nreal-lookups.net"}', both]], 'json');
    assertFound(
      [['{"m":"https://good-lookups.com\\n.real-lookups.net/x"}', ['url https://good-lookups.com.real-lookups.net/x']]],
      'json',
    );
    assertFound([['see "https://good-lookups.com\\t.real-lookups.net/x"', both]], 'plaintext');
    assertFound([['<p>https://good-lookups.com&#10;real-lookups.net</p>', both]], 'html');
    assertNothingFound(
      ['ell', 'zwnj', 'unknown'].map((name) => `<a href="https://good-lookups.com&${name};.real-lookups.net/x">`),
      'html',
    );
  });

  it('ends at a backslash that browsers take for a slash, unless that only defangs a dot', () => {
    assertFound([
      [
        String.raw`https://real-lookups.net\.good-lookups.com/x`,
        ['url https://real-lookups.net', 'domain good-lookups.com'],
      ],
      [
        String.raw`https://real-lookups%2enet\.good-lookups.com/`,
        ['url https://real-lookups.net', 'domain good-lookups.com'],
      ],
      [String.raw`https://760417287\.good-lookups.com/`, ['url https://45.83.12.7', 'domain good-lookups.com']],
      [
        String.raw`"https:\/\/real-lookups.net\\.good-lookups.com\/"`,
        ['url https://real-lookups.net', 'domain good-lookups.com'],
      ],
      ['https://real-lookups.net dot good-lookups.com/x', ['url https://real-lookups.net', 'domain good-lookups.com']],
      [String.raw`https://real-lookups\.net\.good-lookups\.com/x`, ['url https://real-lookups.net.good-lookups.com/x']],
      [String.raw`https://www.real-lookups\.net/x`, ['url https://www.real-lookups.net/x']],
      [String.raw`https://45\.83\.12\.7/x`, ['url https://45.83.12.7/x']],
      [String.raw`hxxps://real-lookups.net\.good-lookups.com/`, ['url https://real-lookups.net.good-lookups.com/']],
      [String.raw`https://real-lookups[.]net\.good-lookups.com/`, ['url https://real-lookups.net.good-lookups.com/']],
      ['https://real-lookups dot net/x', ['url https://real-lookups.net/x']],
    ]);
    const value = 'https://real-lookups.net/.good-lookups.com/';
    assert.deepEqual(parseListEntry(String.raw`https://real-lookups.net\.good-lookups.com/`), { type: 'url', value });
    assert.equal(parseIndicator(String.raw`https://real-lookups.net\.good-lookups.com/`), undefined);
  });

  it('leaves nothing out where a sentence, a list, or a string ends the URL', () => {
    const both = ['url https://a-site.com', 'domain c-site.com'];
    assertFound([
      ["'https://a-site.com'@c-site.com/x", both],
      ['{"msg":"open https://a-site.com","user":"b@c-site.com"}', both],
      ['{"m":"{\\"u\\":\\"see https://a-site.com\\",\\"m\\":\\"b@c-site.com\\"}"}', both],
      ['url=https://a-site.com,user=bob@c-site.com,action=block', both],
      ['|https://a-site.com|b@c-site.com|', both],
      ['[x](https://a-site.com)b@c-site.com', both],
      ['https://a-site.com\\@c-site.com/x', both],
      ['no_proxy=https://a-site.com,.c-site.com', both],
    ]);
    assertFound([['https://a-site.com,b@c-site.com', both]], 'csv');
    assertFound([['<p>https://a-site.com<br>b@c-site.com</p>', both]], 'html');
  });

  it('is behind tags outside of markup, and behind an at sign that is an entity', () => {
    assertFound([
      ['GET https://a-site.com<b>@c-site.com/x 200', ['url https://a-site.com%3Cb%3E@c-site.com/x']],
      ['GET https://<b>@c-site.com/x 200', ['url https://%3Cb%3E@c-site.com/x']],
      ['see "https://a-site.com<script>@c-site.com/x"', ['url https://a-site.com%3Cscript%3E@c-site.com/x']],
    ]);
    const both = ['url https://a-site.com', 'domain c-site.com'];
    assertFound([
      ['see https://a-site.com<a>u@%63-site.com/x.zip', both],
      ['https://a-site.com<br>u@c-site.com/x.zip', both],
      ['"https://a-site.com<a x="1">u@c-site.com"', both],
      ['"https://a-site.com<br>u@c-site.com/x"', ['url https://a-site.com%3Cbr%3Eu@c-site.com/x']],
      ['see https://<i><b>u@0x2d530c07/ 192.0.2.7', ['ip 45.83.12.7', 'ip 192.0.2.7']],
    ]);
    assertFound([['<p>https://a-site.com<br>u@%63-site.com</p>', both]], 'html');
    for (const atSign of ['&#64;', '&#x40;', '&commat;'])
      assertFound(
        [[`<a href="https://a-site.com${atSign}c-site.com/x">`, ['url https://a-site.com@c-site.com/x']]],
        'html',
      );
  });

  it('is behind the start of a template that is part of a user name', () => {
    assertFound(
      [
        ['a: https://u{%40@a-site.com;x.c-site.com/y', ['url https://u{%40@a-site.com', 'domain x.c-site.com']],
        ['a: "{{c.site.com}} {{c.site.com | upper}} {% if c.site.com %}"', []],
      ],
      'yaml',
    );
  });

  it('is read in attributes without tabs and line ends', () => {
    assertFound(
      [
        [
          '<a href="https://good-lookups.com\n.real-lookups.net/x">',
          ['url https://good-lookups.com.real-lookups.net/x'],
        ],
      ],
      'html',
    );
  });
});
