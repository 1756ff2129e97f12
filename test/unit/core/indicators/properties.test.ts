import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  defang,
  findIndicatorAt,
  findIndicators,
  lookupKey,
  parseIndicator,
  refang,
} from '../../../../src/core/indicators/index';

const partTexts = [
  ...[
    'a-site.com',
    'b[.]c-site[.]net',
    '192.0.2.1',
    '198[.]51[.]100[.]7',
    '2001:db8::1',
    'http://a-site.com/x?y=z',
    'hxxps[:]//d-site[.]org',
  ],
  '.',
  '[.]',
  '(dot)',
  ' dot ',
  ':',
  '::',
  '//',
  '://',
  '[:]',
  '@',
  '[@]',
  '\\',
  '\\n',
  '/',
  '%2e',
  '%',
  '=3D',
  '=\r\n',
  '&amp;',
  '-',
  '_',
  ' ',
  '\n',
  '\t',
  '"',
  "'",
  '`',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '|',
  ',',
  ';',
  '*',
  '#',
  '$',
  '${',
  'com',
  'abc',
  '12',
  'ü',
  '后',
  '。',
  '\u200b',
  '😀',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...partTexts), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 60 })
  .map((parts) => parts.join(''));
const languages = fc.constantFrom(
  undefined,
  'log',
  'markdown',
  'asciidoc',
  'csv',
  'typescript',
  'python',
  'json',
  'html',
  'css',
  'nonesuch',
);

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const domains = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('com', 'net', 'co.uk', 'xyz', 'test'))
  .map(([labels, ending]) => [...labels, ending].join('.'));
const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((octets) => octets.join('.'));
const ipv6 = fc.ipV6().map((address) => parseIndicator(address)?.value ?? '2001:db8::1');
const urls = fc
  .tuple(
    fc.constantFrom('http', 'https', 'ftp'),
    fc.oneof(
      domains,
      ipv4,
      ipv6.map((address) => `[${address}]`),
    ),
    fc.stringMatching(/^(\/[a-z0-9.]{0,6}){0,3}$/),
  )
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`);

describe('findIndicators on any text', () => {
  it('never throws and returns exact, ascending, non-overlapping ranges', () => {
    fc.assert(
      fc.property(texts, languages, (text, languageId) => {
        let end = 0;
        for (const found of findIndicators(text, languageId === undefined ? {} : { languageId })) {
          assert.ok(found.start >= end && found.end > found.start && found.end <= text.length);
          assert.equal(text.slice(found.start, found.end), found.raw);
          assert.ok(found.value.length > 0);
          end = found.end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the same in a window around an offset as in the whole text', () => {
    const lines = fc.array(
      texts.map((text) => text.slice(0, 200).replace(/[\r\n]/g, ' ')),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, fc.nat(20), (parts, repeat) => {
        const text = parts
          .map((part) => `${part}\n`)
          .join('')
          .repeat(1 + repeat * 3);
        for (const found of findIndicators(text).slice(-5)) {
          assert.deepEqual(findIndicatorAt(text, found.start), found);
          assert.deepEqual(findIndicatorAt(text, found.end - 1), found);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reverses its own defanging', () => {
    fc.assert(fc.property(fc.oneof(domains, ipv4, ipv6, urls), (value) => assert.equal(refang(defang(value)), value)));
  });

  it('finds a defanged indicator with its original value', () => {
    fc.assert(
      fc.property(fc.oneof(domains, urls), (value) => {
        const [found, ...others] = findIndicators(`seen ${defang(value)} today`);
        const [plain] = findIndicators(`"${value}"`);
        fc.pre(plain !== undefined);
        assert.equal(found?.value, plain.value);
        assert.equal(others.length, 0);
      }),
    );
  });

  it('returns the same lookup key for a defanged and a plain indicator', () => {
    fc.assert(
      fc.property(fc.oneof(domains, ipv4, ipv6, urls), (value) =>
        assert.equal(lookupKey(defang(value)), lookupKey(value)),
      ),
    );
  });
});

/** Counts the characters that a search reads with a string-like object. */
function charactersRead(text: string, languageId: string | undefined): number {
  let read = 0;
  const counting = {
    length: text.length,
    charCodeAt: (at: number) => {
      read++;
      return text.charCodeAt(at);
    },
    charAt: (at: number) => {
      read++;
      return text.charAt(at);
    },
    slice: (from: number, to: number = text.length) => {
      read += Math.max(0, Math.min(to, text.length) - from);
      return text.slice(from, to);
    },
    startsWith: (start: string, at: number) => {
      read += start.length;
      return text.startsWith(start, at);
    },
    // Sticky regular expressions aren't counted; each of them reads a dozen characters at most.
    toString: () => text,
  };
  findIndicators(counting as unknown as string, languageId === undefined ? {} : { languageId });
  return read;
}

describe('findIndicators on texts designed to be slow', () => {
  const shapes: Readonly<Record<string, (size: number) => string>> = {
    dots: (size) => '.'.repeat(size),
    labels: (size) => 'a.'.repeat(size / 2),
    brackets: (size) => 'a[.]'.repeat(size / 4),
    spaced: (size) => 'a [.] '.repeat(size / 6),
    spelt: (size) => 'a dot '.repeat(size / 6),
    open: (size) => 'a[.'.repeat(size / 3),
    colons: (size) => 'f:'.repeat(size / 2),
    schemes: (size) => 'http://'.repeat(size / 7),
    mails: (size) => 'a.a+'.repeat(size / 4),
    slashes: (size) => 'a.com/'.repeat(size / 6),
    backslashes: (size) => 'a\\'.repeat(size / 2),
    hyphens: (size) => '1.1.1.1-'.repeat(size / 8),
    braces: (size) => `http://a.com/${'[({'.repeat(size / 3)}`,
    groups: (size) => `http://a.com/${'[a]'.repeat(size / 3)}`,
    entities: (size) => `http://a.com/${'&#x2f;'.repeat(size / 6)}`,
    quotes: (size) => `x = '${'\\'.repeat(size)}`,
  };

  for (const [name, make] of Object.entries(shapes)) {
    it(`reads in proportion to their length: ${name}`, () => {
      for (const languageId of [undefined, 'typescript']) {
        const small = charactersRead(make(1 << 13), languageId);
        const large = charactersRead(make(1 << 16), languageId);
        // Eight times the text; quadratic work would read 64 times as much.
        assert.ok(large < small * 9 + 4096, `${small} and ${large} characters read`);
      }
    });
  }

  it('reads a bounded part of a line of any length', () => {
    const line = 'GET http://a-site.com/x 192.0.2.1 '.repeat(300_000);
    const middle = line.indexOf('192', line.length / 2);
    assert.equal(findIndicatorAt(line, middle)?.value, '192.0.2.1');
    // Reading 10 MB five hundred times would exceed the time limit.
    for (let time = 0; time < 500; time++) findIndicatorAt(line, middle + time);
  });
});
