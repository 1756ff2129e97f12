import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { parseBaseUrl } from '../../src/core/api/baseUrl';
import { guessType } from '../../src/core/api/schemas/indicator';
import { diagnoseFile, formatFile, broadenQuery, parseQuery, parseQueryFile } from '../../src/core/explore';
import { defang, displayForm, findIndicators, getHost, parseIndicator, refang } from '../../src/core/indicators';
import { redactIndicator } from '../../src/core/lookups/policy/redactIndicator';
import { compareTimestamps } from '../../src/core/sync/timestamps';
import { truncateIndicator } from '../../src/features/shared/text/truncateIndicator';
import { omitPassword } from '../../src/core/text/omitPassword';
import { readPageHead } from '../../src/service/enrichment/host/pageHead';
import { InputReading } from '../../src/service/import/readings';
import { readList } from '../../src/service/import/list';
import { decodeText } from '../../src/service/enrichment/host/page';
import { readWhois } from '../../src/service/enrichment/registration/whois';

const long = 400_000;
const many = (fragment: string): string => fragment.repeat(Math.ceil(long / fragment.length));

const found = (value: string) => ({ type: 'url', value }) as const;
const refresh = (content: string) => readPageHead(`<meta http-equiv=refresh content="${content}">`).refresh;
const charset = (contentType: string) => decodeText(Buffer.from([0xe9]), contentType);
const registered = (value: string) => readWhois(`created: ${value}\n`).registration?.registered;

const diagnosed = (text: string) => diagnoseFile(parseQueryFile(text), 0);

async function listed(text: string): Promise<number> {
  let taken = 0;
  for await (const { statements } of readList(Readable.from([text]))) taken += statements.length;
  return taken;
}

/** Functions that read foreign text of any length. In quadratic time, they would exceed the timeout of the run. */
const readers: Readonly<Record<string, () => unknown>> = {
  'dots of a host behind backslashes': () => refang(`[${many('\\')}`),
  'slashes in a base URL': () => parseBaseUrl(`https://intel.example/${many('/')}x`),
  'colons of what is no address': () => guessType(`${many(':')}x`),
  'marks of a URL that goes out': () => redactIndicator(found(`http://a-site.com/${many('?#')}\n`), 'withoutQuery'),
  'percent signs of a host': () => getHost(found(`http://a${many('%')}\n/`)),
  'a URL that is defanged': () => defang(`http://${many('a')}\n${many('/')}`),
  'a URL that is cut': () => truncateIndicator(`http://${many(':')}\n${many('/')}`, 40),
  'a sign-in that is hidden': () => omitPassword(`http://${many(':')}`),
  'zeros of a time': () => compareTimestamps(`2026-01-01T00:00:00.${many('0')}1Z`, '2026-01-01T00:00:00.1Z'),
  'blanks of a refresh': () => refresh(`${many(' ')}x`),
  'blanks of a Content-Type': () => charset(`text/html; charset=${many(' ')}`),
  'blanks and brackets of a date': () => registered(`2026${many(' (')}`),
  'stars of a value': () => broadenQuery(`ioc="${many('*')}a"`),
  'dots of a name for a query': () => diagnosed(`# @name ${many('.')} a\nrisk=high`),
  'a quote without an end in a group': () => parseQuery(`risk=('${many('a ')}`),
  'values of a group in one word': () => parseQuery(`risk=(${many('a,')})`),
  'one directive again and again': () => diagnosed(many('# @limit 1\n# @name a\n')),
  'directives behind words': () => diagnosed(many('a # @limit 1\n')),
  'directives that are laid out': () => formatFile(parseQueryFile(many('# @limit 1\n'))),
  'a query in one line that is laid out': () => formatFile(parseQueryFile(`${many('risk=high or ')}risk=high`)),
  'labels of a host in punycode': () => displayForm(`http://a${many('.xn--4ca')}/`),
  'a host before every kind of mark': () => findIndicators(many('\\n- a.b.com:\\.1.2.3.4/24, ')),
};

describe('Reading hostile text', () => {
  for (const [what, read] of Object.entries(readers)) {
    it(`takes linear time: ${what}`, () => void read());
  }

  it('takes linear time: spaces, comments, and semicolons of a list', async () => {
    // Lines of the longest length that is read.
    const lines = [' ', ' #\u2028', ' ;', ';\u2028', '"'].map((fragment) => fragment.repeat(16_000 / fragment.length));
    assert.equal(await listed(lines.map((line) => `${line}\n`.repeat(25)).join('')), 0);
    for (const line of lines) assert.equal(parseIndicator(`${line}x`), undefined);
  });
});

describe('A STIX pattern with very many values', () => {
  it('is read completely', async () => {
    const values = Array.from({ length: 150_000 }, () => "domain-name:value = 'a-site.com'").join(' OR ');
    const object = { type: 'indicator', id: 'indicator--1', pattern_type: 'stix', pattern: `[${values}]` };
    let taken = 0;
    const reading = new InputReading({ text: JSON.stringify({ objects: [object] }), name: 'bundle.json' }, { now: 0 });
    for await (const { statements } of reading.chunks())
      taken += statements.filter(({ kind }) => kind === 'indicator').length;
    assert.equal(taken, 150_000);
  });
});

describe('Reading in linear time', () => {
  const of = (...fragments: readonly string[]) => fc.string({ unit: fc.constantFrom(...fragments), maxLength: 12 });

  it('reads the target of a refresh', () => {
    const plain = /^\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"']{1,2048})/i;
    fc.assert(
      fc.property(of(' ', '5', '.', ';', ',', 'url', '=', 'x', "'"), (content) => {
        assert.equal(refresh(content), plain.exec(content)?.[1]?.trim());
      }),
    );
  });

  it('reads the character set', () => {
    const plain = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
    fc.assert(
      fc.property(of(' ', 'charset', '=', '"', "'", 'latin1', 'utf-8', ';'), (type) => {
        const isLatin = /^latin1$/.test(plain.exec(type)?.[1] ?? '');
        assert.equal(charset(type) === 'é', isLatin, type);
      }),
      { numRuns: 1_000 },
    );
  });

  it('removes a comment from a date', () => {
    fc.assert(
      fc.property(of(' ', '(', ')', 'UTC+8'), (remark) => {
        const bare = `2026-05-06 07:08:09${remark}`.trim().replace(/\s+/g, ' ');
        const without = bare.replace(/\s*\([^)]*\)$/, '');
        // A text that still ends in a bracket would lose it as well.
        fc.pre(!without.endsWith(')'));
        assert.equal(registered(bare), registered(without), remark);
      }),
    );
    assert.equal(registered('2026-05-06 07:08:09 (UTC+8)'), Date.UTC(2026, 4, 6, 7, 8, 9));
  });

  it('removes the password from a URL', () => {
    const plain = (url: string): string =>
      url.replace(
        /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\\]*)@/i,
        (_all, scheme: string, signIn: string) => `${scheme}${signIn.replace(/:.+$/s, ':•••')}@`,
      );
    fc.assert(
      fc.property(of(':', '@', 'a', '/', '?', '\\', '\n'), (rest) => {
        assert.equal(omitPassword(`http://${rest}`), plain(`http://${rest}`));
      }),
    );
  });

  it('reads any number of backslashes before a dot as one dot', () => {
    for (const slashes of ['\\', '\\\\', '\\\\\\']) assert.equal(refang(`a-site${slashes}.com`), 'a-site.com');
  });

  it('recognizes addresses with colons', () => {
    for (const ip of ['2001:db8::7', '::', '::ffff:192.0.2.7', '192.0.2.7', 'a.b:c']) assert.equal(guessType(ip), 'ip');
    for (const name of ['a-site.com', 'abc', 'a:g']) assert.equal(guessType(name), 'domain');
  });
});
