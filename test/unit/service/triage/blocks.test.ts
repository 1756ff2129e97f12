import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { TextRead } from '../../../../src/core/triage/found';
import { readText } from '../../../../src/service/triage';
import { line } from '../../core/indicators/detect/textArbitraries';
import { plainCounts, withoutTimelines } from './plainCounts';
import { mayHold } from '../../../../src/service/triage/blocks';

/** Languages that are read in blocks; code is read from its beginning to its end. */
const languages = fc.constantFrom(undefined, 'log', 'markdown', 'json', 'html', 'ini', 'shellscript');
const anyLanguage = fc.oneof(languages, fc.constantFrom('typescript', 'python', 'c'));
const ends = fc.constantFrom('\n', '\r\n', '\n\n', '=\n', ' ');

/** Texts without anything that is an indicator, and longer ones. */
const dullLine = fc.oneof(
  fc.constantFrom(
    '2024-05-01 12:34:56,789 INFO worker-3 did 17 things.',
    '…',
    'a:b',
    'Der Punkt. ',
    'é。',
    'doted',
    '',
  ),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom('x'.repeat(300), '0123456789abcdef '.repeat(20), '漢字'.repeat(90)),
);
/** Lines in which something is written in an encoding. */
const encodedLine = fc.constantFrom(
  'Rcv 192.0.2.9 A      (10)gate-lumma(4)shop(0)',
  '(9)gate-lumma(4)shop(0)',
  'content:"|04|evil|04|shop|00|";',
  'GET https://a-site.com/r?u=https%3A%2F%2Fb-site.com%2Fx HTTP/1.1',
  'https://urldefense.com/v3/__https://b-site.com/x*y__;Iw!!a!b$',
  '\\x65\\x76\\x69\\x6c\\x2e\\x63\\x6f\\x6d',
  '%65%76%69%6c%2e%63%6f%6d',
  'evil&#46;com',
);
const texts = fc
  .tuple(fc.array(fc.oneof(line, dullLine, encodedLine), { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), ends)
  .map(([lines, times, end]) => Array.from({ length: times }, () => lines.join(end)).join(end));

type Encoding = 'utf8' | 'utf16le' | 'utf16be';

function encoded(text: string, encoding: Encoding, withMark: boolean): Uint8Array {
  const whole = `${withMark || encoding !== 'utf8' ? '\ufeff' : ''}${text}`;
  if (encoding === 'utf8') return Buffer.from(whole, 'utf8');
  const bytes = Buffer.from(whole, 'utf16le');
  return encoding === 'utf16be' ? bytes.swap16() : bytes;
}

const encodings = fc.constantFrom<Encoding>('utf8', 'utf16le', 'utf16be');
const blockSizes = fc.constantFrom(16, 64, 1000, 4096);

function summary(read: TextRead): unknown {
  assert.equal(read.kind, 'read');
  assert.equal(read.failure, undefined);
  const { lines, counted, found } = read;
  return { lines, counted, found: withoutTimelines(found, { partly: true }) };
}

/** Binary text isn't read. */
const isText = (bytes: Uint8Array): boolean => bytes.length > 0 && !new TextDecoder().decode(bytes).includes('\0');

describe('A text in blocks', () => {
  let folder = '';
  let file = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-blocks-'));
    file = join(folder, 'text');
  });
  after(() => rmSync(folder, { recursive: true }));

  it('has the indicators, locations, and lines of the whole text: files in any encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        encodings,
        fc.boolean(),
        blockSizes,
        languages,
        async (text, encoding, mark, blockBytes, languageId) => {
          const bytes = encoded(text.replaceAll('\0', ''), encoding, mark);
          fc.pre(bytes.length > 0);
          writeFileSync(file, bytes);
          const read = await readText({ path: file, name: 'text' }, { languageId, blockBytes });
          assert.deepEqual(summary(read), plainCounts(bytes, languageId));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has the same from a stream, wherever its chunks end, and for code', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        encodings,
        fc.array(fc.nat(), { maxLength: 8 }),
        blockSizes,
        anyLanguage,
        async (text, encoding, borders, blockBytes, languageId) => {
          const bytes = encoded(text.replaceAll('\0', ''), encoding, false);
          fc.pre(bytes.length > 8);
          const splits = [0, ...borders.map((border) => 8 + (border % (bytes.length - 7))), bytes.length];
          splits.sort((a, b) => a - b);
          async function* chunks(): AsyncGenerator<Uint8Array> {
            for (const [at, end] of splits.slice(1).entries()) {
              if (end > (splits[at] ?? 0)) yield bytes.slice(splits[at], end);
              await Promise.resolve();
            }
          }
          const read = await readText(chunks(), { languageId, blockBytes });
          assert.deepEqual(summary(read), plainCounts(bytes, languageId));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has the same after the times of lines, whatever follows them', async () => {
    const starts = fc.constantFrom('1763000000.123', '1763000001.5', '1763000000', '192.0.2.1', 'a', '"1763000000.123');
    const rests = fc.constantFrom(
      ...[' 900 192.0.2.7 x', ' - 192.0.2.7', ' http://a-site.com/', '.a-site.com', '.4 ', ' [.] com', ' (dot) com 7'],
      ' dot com 7',
      '[.]7[.]8 x',
      ' . a-site.com',
      '@a-site.com',
      ' @a-site.com',
      ',192.0.2.7',
      '\t192.0.2.7',
      ' 7[.]example x',
      '',
      ' ',
      ' 1.2.3',
    );
    const logLine = fc.oneof(
      fc.constant('1763000000.123 900 192.0.2.7 GET http://a-site.com/'),
      fc.tuple(starts, rests).map(([start, rest]) => `${start}${rest}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(logLine, { maxLength: 12 }), ends, blockSizes, async (lines, end, blockBytes) => {
        const bytes = Buffer.from(`${lines.join(end)}${end}`);
        writeFileSync(file, bytes);
        const read = await readText({ path: file, name: 'text' }, { blockBytes });
        assert.deepEqual(summary(read), plainCounts(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('has the same for bytes that are invalid in UTF-8', async () => {
    const broken = fc
      .array(
        fc.oneof(
          fc.uint8Array({ maxLength: 6 }),
          fc
            .constantFrom('a.example-test.com ', '192.0.2.7\n', '漢', '\n')
            .map((each) => new Uint8Array(Buffer.from(each))),
        ),
        { maxLength: 60 },
      )
      // Texts with carriage returns alone have other lines.
      .map((parts) => new Uint8Array(Buffer.concat(parts)).map((byte) => (byte === 0 || byte === 13 ? 0x80 : byte)));
    await fc.assert(
      fc.asyncProperty(broken, fc.constantFrom(16, 64), async (bytes, blockBytes) => {
        fc.pre(isText(bytes) && bytes[0] !== 0xff && bytes[0] !== 0xfe);
        writeFileSync(file, bytes);
        const read = await readText({ path: file, name: 'text' }, { blockBytes });
        assert.deepEqual(summary(read), plainCounts(bytes));
      }),
      { numRuns: 150 },
    );
  });

  it('has the same if a line is longer than a block, and where most of it has no indicators', async () => {
    const dull = '2024-05-01 12:34:56,789 INFO worker-3 did 17 things.\n'.repeat(12_000);
    const words = `${'x'.repeat(70_000)} a-site.com ${'0123456789abcdef'.repeat(60_000)} 192.0.2.9`;
    const url = `http://a-site.com/${'a'.repeat(9_000)}`;
    for (const text of [
      `${dull}GET http://b-site.com/\n${dull}漢字 192.0.2.7 ${words}\r\n${dull}`,
      `${url} `.repeat(40),
    ]) {
      const bytes = Buffer.from(text);
      writeFileSync(file, bytes);
      for (const blockBytes of [100_000, 1 << 20])
        assert.deepEqual(summary(await readText({ path: file, name: 'text' }, { blockBytes })), plainCounts(bytes));
    }
  });

  it('has what the parts of a mail contain, wherever its blocks end', async () => {
    const quoted = 'See https://raw.pastestack.t=\r\nest/r/9fKq2 and evil=2Ecom=20\r\n'.repeat(3000);
    const html = Buffer.from('Grüße <a href="https://b-site.com/x">b-site.com</a>\n'.repeat(4000)).toString('base64');
    const pdf = Buffer.from('https://c-site.com/x '.repeat(9000)).toString('base64');
    const part = (header: string, body: string): string => `--b1\r\n${header}\r\n\r\n${body}\r\n`;
    const mail = [
      'From: <ann@a-site.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n',
      part('Content-Transfer-Encoding: quoted-printable', quoted),
      part('Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64', pdf.replace(/.{76}/g, '$&\r\n')),
      part('Content-Type: text/html\r\nContent-Transfer-Encoding: base64', html.replace(/.{76}/g, '$&\r\n')),
      '--b1--\r\n',
    ].join('');
    const bytes = Buffer.from(mail);
    const expected = plainCounts(bytes);
    assert.deepEqual(
      expected.found.map(({ value, count }) => [value, count]),
      [
        ['a-site.com', 1],
        ['https://raw.pastestack.test/r/9fKq2', 3000],
        ['raw.pastestack.test', 3000],
        ['evil.com', 3000],
        // Lines of the file count, of which some have the end of one link and the beginning of the next.
        ['https://b-site.com/x', 3789],
        ['b-site.com', 3790],
      ],
    );
    writeFileSync(file, bytes);
    assert.deepEqual(summary(await readText({ path: file, name: 'mail.eml' })), expected);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 70_001) yield bytes.subarray(at, at + 70_001);
      await Promise.resolve();
    }
    assert.deepEqual(summary(await readText(chunks())), expected);
  });

  it('is only skipped where nothing is found', () => {
    fc.assert(
      fc.property(fc.oneof(texts, line, dullLine, encodedLine), (text) => {
        const bytes = Buffer.from(text);
        if (mayHold(bytes, 0, bytes.length)) return;
        assert.deepEqual(plainCounts(bytes).found, []);
      }),
      { numRuns: 5_000 },
    );
    const skipped = Buffer.from("2024-05-01 12:34:56 INFO worker-3 did 17 things. Then it's done.\n");
    assert.equal(mayHold(skipped, 0, skipped.length), false);
  });
});
