import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { findIndicators, getHost } from '../../../../src/core/indicators';
import type { FoundLine, LineQuery } from '../../../../src/core/largeFiles/lineMatcher';
import { getLanguage } from '../../../../src/core/triage/getLanguage';
import { readText } from '../../../../src/service/triage';
import { findInAll, findLines, type FindLinesInput } from '../../../../src/service/largeFiles/lines';
import { clientLog, clientLogFormats } from '../../../harness/clientLogs';

async function found(
  text: string | Buffer,
  query: LineQuery,
  { limit = 10_000, ...source }: Partial<FindLinesInput> = {},
): Promise<{ readonly total: number; readonly lines: readonly FoundLine[] }> {
  const lines: FoundLine[] = [];
  const bytes = Buffer.from(text);
  const { total, failure } = await findLines({ input: { bytes, name: 'a.log' }, query, limit, ...source }, (progress) =>
    lines.push(...progress.lines),
  );
  assert.equal(failure, undefined);
  return { total, lines };
}

/** The lines that contain a part, which no other indicator contains. */
const linesWith = (text: string, part: RegExp): readonly number[] =>
  text.split('\n').flatMap((line, index) => (part.test(line) ? [index + 1] : []));

describe('The lines with an indicator', () => {
  for (const format of clientLogFormats)
    it(`are those of a log of ${format.name}, with their clients and times`, async () => {
      const { text, contacts } = clientLog(format, { events: 2_000, hosts: 60, clients: 40 });
      for (const [value, expected] of [...contacts].slice(0, 24)) {
        const { total, lines } = await found(text, { values: [value], asCounted: true });
        assert.equal(total, expected.lines, value);
        assert.equal(lines[0]?.time, expected.first, value);
        assert.equal(Math.max(...lines.map(({ time }) => time)), expected.last, value);
        const clients: Record<string, number> = {};
        for (const { client } of lines) clients[client] = (clients[client] ?? 0) + 1;
        assert.deepEqual(clients, expected.clients, value);
        const isLine = !format.name.startsWith('CloudTrail');
        const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        if (isLine)
          assert.deepEqual(
            lines.map(({ line }) => line),
            linesWith(text, new RegExp(`(?<![\\w.-])${escaped}(?![\\w.-])`)),
            value,
          );
      }
    });

  it('are in the order of the file up to a limit, and all counted', async () => {
    const text = Array.from({ length: 50_000 }, (_, n) => `${n} ${n % 100 === 7 ? 'lookups-test-1.com' : 'other'}\n`);
    const { total, lines } = await found(text.join(''), { values: ['lookups-test-1[.]com'] }, { limit: 3 });
    assert.equal(total, 500);
    assert.deepEqual(
      lines.map(({ line, column, length }) => [line, column, length]),
      [
        [8, 3, 18],
        [108, 5, 18],
        [208, 5, 18],
      ],
    );
  });

  it('begin and end at the borders of a host', async () => {
    const all = [
      'evil-test.com',
      'notevil-test.com',
      'evil-test.com.example.org',
      'www.evil-test.com',
      'http://evil-test.com:8080/a?b',
      'hxxp://evil-test[.]com/a',
      'http://proxy.example.org/?u=http%3A%2F%2Fevil-test.com%2Fa',
      'mail from user@evil-test.com',
      'EVIL-TEST(.)COM.',
      'http://www[.]evil-test.com/',
      'evil-test.company',
      'evil-test',
    ];
    const lineNumbers = async (query: LineQuery): Promise<readonly number[]> =>
      (await found(all.join('\r\n'), query)).lines.map(({ line }) => line);
    assert.deepEqual(await lineNumbers({ values: ['evil-test.com'] }), [1, 5, 6, 7, 8, 9]);
    assert.deepEqual(await lineNumbers({ values: ['evil-test.com'], subdomains: true }), [1, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(await lineNumbers({ values: ['*.evil-test[.]com'] }), [1, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(await lineNumbers({ values: ['evil-test'] }), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert.deepEqual(
      await lineNumbers({ values: ['http://evil-test.com/a'] }),
      [6, 7],
      'also where another URL leads to it',
    );
  });

  it('are those in which the indicator is found, in whatever form it is written', async () => {
    const dots = fc.constantFrom(
      '.',
      '[.]',
      '(dot)',
      ' [ dot ] ',
      ' dot ',
      '\\.',
      '\\\\[.\\]',
      '。',
      '[.',
      '&#46;',
      '%2e',
      '.\u200b',
    );
    const letters = fc.constantFrom(
      ...[(letter: string) => letter, (letter: string) => letter, (letter: string) => letter.toUpperCase()],
      (letter: string) => `%${letter.charCodeAt(0).toString(16)}`,
      (letter: string) => `&#${letter.charCodeAt(0)};`,
      (letter: string) => `&#x${letter.charCodeAt(0).toString(16)};`,
      (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
      (letter: string) => `${letter}\u200b`,
      (letter: string) => `${letter}\u00ad`,
    );
    const names = fc.constantFrom(
      'cdn.lookups-test-1.com',
      'lookups-test-1.com',
      'a.evil.lookups-test-1.com',
      'www.b.test-2.org',
    );
    const written = fc
      .tuple(names, fc.constantFrom('', 'http://', 'hxxp://'), dots, letters, fc.nat(30))
      .map(([name, scheme, dot, letter, place]) => {
        const at = /[a-z]/.test(name.charAt(place)) ? place : 0;
        const changed = Array.from(name).map((each, index) =>
          each === '.' ? dot : index === at ? letter(each) : each,
        );
        return `1 ${scheme}${changed.join('')}${scheme === '' ? '' : '/a'} 2`;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 20 }), names, async (lines, name) => {
        const wanted = lines.flatMap((line, index) => {
          const isFound = findIndicators(line, { encoded: true }).some((each) => getHost(each)?.value === name);
          return isFound ? [index + 1] : [];
        });
        const { lines: all } = await found(lines.join('\n'), { values: [name], asCounted: true });
        assert.deepEqual(
          all.map(({ line }) => line),
          wanted,
        );
      }),
      { numRuns: 300 },
    );
  });

  const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n');
  const written: Readonly<Record<string, string>> = {
    'dns-debug.log': [
      '26.11.2026 10:00:01 0E4C PACKET  0000A1 UDP Rcv 10.20.5.10  0001   Q [0001   D   NOERROR] A      (10)gate-lumma(4)shop(0)',
      '26.11.2026 10:00:02 0E4C PACKET  0000A2 UDP Rcv 10.20.5.11  0002   Q [0001   D   NOERROR] A      (3)www(10)gate-lumma(4)shop(0)',
      '',
    ].join('\n'),
    'links.txt': [
      'https://emea01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fsecure-invoice-portal.com%2Fa&data=1',
      'https://urldefense.proofpoint.com/v2/url?u=https-3A__billing-2Ddocusign.info_x-3Fy-3D1&d=DwM&c=x',
      'https://urldefense.com/v3/__https://billing-docusign.info/login__;!!abc$',
      'then secure-invoice-portal[.]com',
    ].join('\n'),
    'phish.eml': [
      'From: a@fabrikam-test.com',
      'Subject: x',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'https://raw.pastestack.n=',
      'et/r/9fKq2 and http://files.shar=',
      'ed-docs.download/a and http://files.shared-docs.download/b',
      '--b1',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64(
        `<p>${'x'.repeat(200)} <a href="https://gate-lumma.shop/a">a</a> ${'y'.repeat(300)} raw.pastestack.net</p>`,
      ),
      '--b1--',
      '',
    ].join('\n'),
    'skimmer.js':
      'const a = "\\x68ttps://gate-lumma.shop/x";\n/* see\n www.fine-test.com */\nfetch("https://fine-test.com/a");\n',
  };
  for (const [name, text] of Object.entries(written))
    it(`are those that a triage counts in ${name}`, async () => {
      const languageId = getLanguage(name);
      const read = await readText({ text, name }, { languageId });
      assert.ok(read.kind === 'read' && read.counted > 3);
      for (const { value, count, locations } of read.found) {
        const { total, lines } = await found(text, { values: [value], asCounted: true }, { input: { text, name } });
        assert.deepEqual([total, lines[0]?.line], [count, locations[0]], value);
      }
    });

  it('match any of several values, also thousands', async () => {
    const text = Array.from(
      { length: 3_000 },
      (_, n) => `10.0.0.1 host-${n}.lookups-test-1.com 93.184.${n >> 8}.${n & 255}`,
    );
    const values = Array.from({ length: 1_500 }, (_, n) => `host-${2 * n}.lookups-test-1.com`);
    const { total } = await found(text.join('\n'), { values });
    assert.equal(total, 1_500);
    const many = [
      ...values,
      ...Array.from({ length: 1_500 }, (_, n) => `93.184.${(2 * n) >> 8}.${(2 * n) & 255}`),
      'host-1.',
    ];
    assert.equal((await found(text.join('\n'), { values: many })).total, 1_501);
  });

  it('are found in compressed files and in UTF-16', async () => {
    const text = 'a\nb 93.184.216.34\nc\n';
    for (const bytes of [gzipSync(text), Buffer.from(`\ufeff${text}`, 'utf16le')])
      assert.deepEqual(
        (await found(bytes, { values: ['93.184.216[.]34'] })).lines.map(({ line, column }) => [line, column]),
        [[2, 3]],
      );
  });

  it('are found in several texts up to a common limit, although one of them cannot be read', async () => {
    const text = 'lookups-test-1.com\n'.repeat(5);
    const sources = [
      { input: { text, name: 'a.log' } },
      { input: { path: '/nowhere/b.log', name: 'b.log' } },
      { input: { text, name: 'c.log' } },
    ];
    const lines: (readonly [number, number])[] = [];
    const totals = new Map<number, number>();
    const failures = await findInAll({ sources, query: { values: ['lookups-test-1.com'] }, limit: 7 }, (progress) => {
      lines.push(...progress.lines.map(({ line }) => [progress.source, line] as const));
      totals.set(progress.source, progress.total);
    });
    assert.deepEqual(lines.slice(4), [
      [0, 5],
      [2, 1],
      [2, 2],
    ]);
    assert.deepEqual(
      [...totals],
      [
        [0, 5],
        [2, 5],
      ],
    );
    assert.deepEqual(failures, [[1, { kind: 'missing' }]]);
  });

  it('have their own client and time also around a line that is read in parts', async () => {
    const line = (second: number, path: string): string =>
      `1795513600.${second}00 10 10.1.1.${second} TCP_MISS/200 5 GET http://a.lookups-test-1.com/${path} - HIER_DIRECT/93.184.216.34 text/html\n`;
    const long = line(2, `b?${'x'.repeat(40 * 2 ** 20)}`);
    const { lines } = await found(line(1, 'a') + long + line(3, 'c').replace('600.', '602.'), {
      values: ['93.184.216.34'],
    });
    assert.deepEqual(
      lines.map(({ line: number, client, time }) => [number, client, time]),
      [
        [1, '10.1.1.1', 1_795_513_600],
        // Its client is in the part before.
        [2, '', 1_795_513_600],
        [3, '10.1.1.3', 1_795_513_602],
      ],
    );
  });

  it('show the text around a match, with everything that matches', async () => {
    const line = `${'a'.repeat(5_000)} needle and Needle ${'b'.repeat(5_000)}`;
    const [hit] = (await found(`first\n${line}\n`, { values: ['needle'] })).lines;
    assert.ok(hit);
    assert.deepEqual([hit.line, hit.column, hit.length], [2, 5_002, 6]);
    assert.deepEqual(
      hit.marks.map(([start, end]) => hit.text.slice(start, end)),
      ['needle', 'Needle'],
    );
    assert.match(hit.text, /^…a{79} needle and Needle b+…$/);
  });
});
