import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  candidatesAt,
  findInBlocks,
  findIndicators,
  incrementalFinder,
  indicatorAmong,
  linksAround,
  type Occurrence,
} from '../../../../../src/core/indicators';
import { startsMail } from '../../../../../src/core/indicators/detect/encoded/mail';

/** Returns the indicators in a text, including encoded ones. */
function found(text: string): readonly Occurrence[] {
  const all = findIndicators(text, { encoded: true, mail: startsMail(text) });
  for (const { start, end, raw } of all) assert.equal(text.slice(start, end), raw);
  return all;
}

/** Returns the values and raw texts of the indicators. */
const read = (text: string): readonly (readonly [value: string, raw: string])[] =>
  found(text).map(({ value, raw }) => [value, raw]);

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/);
const name = fc.tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('com', 'shop', 'co.uk', 'test'));
const nameText = name.map(([labels, tld]) => `${labels.join('.')}-x.${tld}`);
const url = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    nameText,
    fc.stringMatching(/^(?:\/[a-z0-9]{1,12}){1,6}(?:\?[a-z]{1,4}=[a-z0-9]{1,9})?$/),
  )
  .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`);

describe('Names with the lengths of their labels', () => {
  const notations: readonly (readonly [string, (length: number) => string])[] = [
    ['the debug log of Windows DNS', (length) => `(${length})`],
    ['rules of Snort', (length) => `|${length.toString(16).padStart(2, '0')}|`],
    ['escaped bytes', (length) => `\\x${length.toString(16).padStart(2, '0')}`],
  ];
  for (const [title, lengthOf] of notations) {
    const written = (value: string): string =>
      [...value.split('.'), ''].map((each) => `${lengthOf(each.length)}${each}`).join('');

    it(`are found in ${title}, with all that is written`, () => {
      fc.assert(
        fc.property(nameText, fc.constantFrom('', ' ', 'A      ', '"'), (value, before) => {
          const text = `${before}${written(value)}`;
          assert.deepEqual(read(`${text} end`), [[value, written(value)]]);
        }),
      );
    });

    it(`aren't names in ${title} if a length doesn't fit`, () => {
      for (const value of ['gate-lumma.shop', 'www.gate-lumma.shop']) {
        const text = written(value);
        const own = lengthOf('gate-lumma'.length);
        for (const wrong of [9, 11, 0]) assert.deepEqual(read(text.replace(own, lengthOf(wrong))), [], text);
        assert.deepEqual(read(`evil${text}`), []);
      }
    });
  }

  it('are found between other bytes', () => {
    assert.deepEqual(read('content:"|01 00 00 0a|gate-lumma|04|shop|00 00 01|";'), [
      ['gate-lumma.shop', '|01 00 00 0a|gate-lumma|04|shop|00 00 01|'],
    ]);
    assert.deepEqual(read('\\x01\\x00\\x0agate-lumma\\x04shop\\x00\\x00'), [
      ['gate-lumma.shop', '\\x0agate-lumma\\x04shop\\x00'],
    ]);
    assert.deepEqual(read('(1)7(7)in-addr(4)arpa(0) (4)home(10)router-lan(0)'), []);
  });
});

/** Quoted-printable as in RFC 2045, 6.7, with lines of up to 76 characters. */
function quotedPrintable(text: string, escapes: (byte: number) => boolean): string {
  return text
    .split('\n')
    .map((line) => {
      let written = '';
      let column = 0;
      for (const byte of Buffer.from(line)) {
        const isPlain = byte >= 32 && byte < 127 && byte !== 61 && !escapes(byte);
        const part = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
        if (column + part.length > 75) {
          written += '=\r\n';
          column = 0;
        }
        written += part;
        column += part.length;
      }
      return written;
    })
    .join('\r\n');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

/** A mail with some parts, of which each is between others. */
function mailOf(parts: readonly (readonly [header: string, body: string])[]): string {
  const all = parts.map(([header, body]) => `--=_a.b\r\n${header}\r\n\r\n${body}\r\n`).join('');
  return [
    'Received: from mail.lookups-test-1.com',
    'Subject: Invoice',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative;',
    '\tboundary="=_a.b"',
    '',
    `preamble =2E\r\n${all}--=_a.b--\r\n`,
  ].join('\r\n');
}

const plainHeader = 'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable';
const htmlHeader = 'content-transfer-encoding: BASE64\r\ncontent-type: text/html';

describe('Parts of mails', () => {
  const prose = fc
    .array(fc.oneof(url, nameText, fc.constantFrom('Grüße', 'see', 'a=b', '日本', '\n', 'x'.repeat(60))), {
      maxLength: 40,
    })
    .map((words) => words.join(' '));

  it('are decoded: what is found is what their text contains', () => {
    fc.assert(
      fc.property(prose, prose, fc.boolean(), (first, second, escapesAll) => {
        const written = quotedPrintable(first, (byte) => escapesAll || byte === 46);
        const mail = mailOf([
          [plainHeader, written],
          [htmlHeader, base64(second)],
          ['Content-Type: text/plain', 'a-site.com =2E'],
        ]);
        const values = found(mail).map(({ value }) => value);
        const expected = [first, second, 'a-site.com'].flatMap((text) =>
          findIndicators(text).map(({ value }) => value),
        );
        assert.deepEqual(values, ['mail.lookups-test-1.com', ...expected]);
      }),
    );
  });

  it('have exact ranges', () => {
    const link = 'https://raw.pastestack.test/r/9fKq2';
    const mail = mailOf([[plainHeader, 'See https://raw.pastestack.t=\r\nest/r/9fKq2 and=20evil=2Ecom']]);
    assert.deepEqual(read(mail).slice(1), [
      [link, 'https://raw.pastestack.t=\r\nest/r/9fKq2'],
      ['evil.com', 'evil=2Ecom'],
    ]);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,100}$/), url, (before, value) => {
        const body = base64(`${before} ${value} end`);
        const last = found(mailOf([[htmlHeader, body]])).at(-1);
        // Characters in Base64 that have a bit of the URL, and no others.
        const first = Math.floor((8 * (before.length + 1)) / 6);
        const end = Math.ceil((8 * (before.length + 1 + value.length)) / 6);
        assert.equal(last?.value, value);
        assert.equal(last.raw.replaceAll('\r\n', ''), body.replaceAll('\r\n', '').slice(first, end));
      }),
    );
  });

  it('are read as they are written unless their header says that they are text in another form', () => {
    const body = base64('https://evil-site.com/x');
    const values = (header: string, text = body): readonly string[] =>
      found(mailOf([[header, text]]))
        .slice(1)
        .map(({ value }) => value);
    assert.deepEqual(values('Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64'), []);
    assert.deepEqual(values('Content-Type: text/plain'), []);
    assert.deepEqual(values('Content-Type: text/plain\r\nContent-Transfer-Encoding: 8bit', 'evil=2Ecom'), []);
    assert.deepEqual(values('Content-Transfer-Encoding: base64'), ['https://evil-site.com/x']);
    const binary = Buffer.concat([Buffer.from('https://evil-site.com/x'), Buffer.from([0, 1, 2, 3])]).toString(
      'base64',
    );
    assert.deepEqual(values(htmlHeader, binary), []);
    assert.deepEqual(read(`Content-Transfer-Encoding: base64\r\n\r\n${body}`), []);
    const inText = `x ${mailOf([[htmlHeader, body]])}`;
    assert.deepEqual(read(inText).length, 1);
  });

  it('are in the character set of their header', () => {
    const bytes = Buffer.from('a b\xfccher.de \x93https://evil-site.com/\x94', 'latin1').toString('base64');
    // The bytes of the characters are those of `a.bb.de` as well.
    const japanese = Buffer.from('\x1b$Ba.bb.de \x1b(B https://evil-site.com/', 'latin1').toString('base64');
    const mixed = Buffer.concat([
      Buffer.from('日本 a-site.com ü'),
      Buffer.from([0xff]),
      Buffer.from('日 https://evil-site.com/'),
    ]);
    const utf16 = Buffer.from('über https://evil-site.com/', 'utf16le').toString('base64');
    const values = (charset: string, body: string): readonly string[] =>
      found(mailOf([[`Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64`, body]]))
        .slice(1)
        .map(({ value }) => value);
    for (const charset of ['windows-1252', 'us-ascii', 'unknown-8bit'])
      assert.deepEqual(values(charset, bytes), ['xn--bcher-kva.de', 'https://evil-site.com/']);
    assert.deepEqual(values('ISO-2022-JP', japanese), ['https://evil-site.com/']);
    assert.deepEqual(values('utf-16le', utf16), ['https://evil-site.com/']);
    assert.deepEqual(values('utf-8', mixed.toString('base64')), ['a-site.com', 'https://evil-site.com/']);
  });

  it('are found in attached mails, in parts of parts, and in mailboxes', () => {
    const inner = mailOf([[plainHeader, 'evil=2Ecom']]).replaceAll('=_a.b', 'inner');
    const attached = mailOf([
      ['Content-Type: message/rfc822', inner],
      [plainHeader, 'other-site=2Ecom'],
    ]);
    assert.deepEqual(read(attached).slice(2), [
      ['evil.com', 'evil=2Ecom'],
      ['other-site.com', 'other-site=2Ecom'],
    ]);
    const simple = 'Subject: a\nMIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\nevil=2Ecom\n\n';
    const mailbox = `From ann Nov 27\n${simple}From bob Nov 27\n${simple}From eve Nov 27\nSubject: b\n\nevil=2Ecom\n`;
    assert.deepEqual(read(mailbox), [
      ['evil.com', 'evil=2Ecom'],
      ['evil.com', 'evil=2Ecom'],
    ]);
  });

  const mails = fc
    .array(
      fc.oneof(
        prose.map((text) => [plainHeader, quotedPrintable(text, (byte) => byte === 46)] as const),
        prose.map((text) => [htmlHeader, base64(text)] as const),
        fc.constant(['Content-Type: text/plain', 'plain https://a-site.com/x'] as const),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map(mailOf);

  it('are the same in blocks', async () => {
    await fc.assert(
      fc.asyncProperty(mails, fc.integer({ min: 1, max: 5000 }), async (mail, size) => {
        const text = mail.repeat(1);
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          text.slice(index * size, (index + 1) * size),
        );
        const blocks: Occurrence[] = [];
        for await (const block of findInBlocks(chunks, { encoded: true, blockLength: 4096 })) blocks.push(...block);
        assert.deepEqual(blocks, found(text));
      }),
      { numRuns: 50 },
    );
  });

  it('are the same line by line, also after edits', () => {
    fc.assert(
      fc.property(
        mails,
        fc.nat(),
        fc.constantFrom('x', '', '--=_a.b', 'Content-Transfer-Encoding: 7bit'),
        (mail, at, line) => {
          let lines = mail.split('\r\n');
          const source = {
            get lineCount() {
              return lines.length;
            },
            line: (index: number) => lines[index] ?? '',
          };
          const finder = incrementalFinder(source, { encoded: true });
          const check = (): void => {
            finder.search(0, Infinity);
            const starts = lines.map((_, index) => lines.slice(0, index).join('\n').length + (index === 0 ? 0 : 1));
            const all = finder
              .occurrences(0, Infinity)
              .map((each) => [
                each.value,
                (starts[each.line] ?? 0) + each.start,
                (starts[each.endLine] ?? 0) + each.end,
              ]);
            assert.deepEqual(
              all,
              found(lines.join('\n')).map(({ value, start, end }) => [value, start, end]),
            );
          };
          check();
          const from = at % lines.length;
          lines = [...lines.slice(0, from), line, ...lines.slice(from + 1)];
          finder.applyEdit({ from, to: from, count: 1 });
          check();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are the same at each of their places', () => {
    fc.assert(
      fc.property(mails, (mail) => {
        for (const each of found(mail)) {
          const candidates = candidatesAt(mail, each.start, { encoded: true });
          assert.equal(indicatorAmong(candidates, each.start)?.value, each.value);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('Links that lead to another one', () => {
  const target = 'https://secure-invoice-portal.test/login?a=1&b=2';
  const escaped = encodeURIComponent(target);

  for (const [title, link, raw, value = target] of [
    [
      'Microsoft Safe Links',
      `https://nam02.safelinks.protection.outlook.com/?url=${escaped}&data=05%7C&reserved=0`,
      escaped,
    ],
    ['Proofpoint URL Defense, first form', `https://urldefense.proofpoint.com/v1/url?u=${escaped}&k=x`, escaped],
    [
      'Proofpoint URL Defense, second form',
      'https://urldefense.proofpoint.com/v2/url?u=https-3A__a-2Db.test_x-5Fy-3Fq-3D1-26z&d=DwM&c=x',
      'https-3A__a-2Db.test_x-5Fy-3Fq-3D1-26z',
      'https://a-b.test/x_y?q=1&z',
    ],
    [
      'Proofpoint URL Defense, third form',
      'https://urldefense.com/v3/__https://a-b.test/x*y**Cz?a=1__;I0FCQ0Q!!AbCd!xyz$',
      'https://a-b.test/x*y**Cz?a=1',
      'https://a-b.test/x#yABCDz?a=1',
    ],
    [
      'the third form after its slashes were merged',
      'https://urldefense.us/v3/__https:/a-b.test/x*y__;w7w!!AbCd!xyz$',
      'https:/a-b.test/x*y',
      'https://a-b.test/xüy',
    ],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${escaped.toLowerCase()}&c=E,1,x`, escaped.toLowerCase()],
    ['Cisco', `https://secure-web.cisco.com/1a-b_c/${escaped}`, escaped],
    ['Google', 'https://www.google.com/url?q=https://a-b.test/x&sa=D', 'https://a-b.test/x', 'https://a-b.test/x'],
    ['Facebook', `https://l.facebook.com/l.php?u=${escaped}&h=AT0`, escaped],
    ['Mimecast', 'https://protect-us.mimecast.com/s/x1?domain=a-b.test', 'a-b.test', 'a-b.test'],
    ['Mimecast, newer links', 'https://url.usb.m.mimecastprotect.com/s/x1?domain=a-b.test', 'a-b.test', 'a-b.test'],
    ['any redirect', `http://t.lookups-test-1.com/c/7?id=1&to=${escaped}`, escaped],
    [
      'an archive',
      'https://web.archive.org/web/2020/http://a-b.test/x?y=1&z',
      'http://a-b.test/x?y=1&z',
      'http://a-b.test/x?y=1&z',
    ],
    [
      'a URL that is escaped twice',
      `https://a-site.com/?u=${encodeURIComponent(escaped)}`,
      encodeURIComponent(escaped),
    ],
    [
      'a defanged link',
      'hxxps://a-site[.]com/?u=hxxps%3A%2F%2Fb-site[.]com%2Fx',
      'hxxps%3A%2F%2Fb-site[.]com%2Fx',
      'https://b-site.com/x',
    ],
  ] as const)
    it(`are found with where they lead: ${title}`, () => {
      const [own, inner, ...more] = found(`see ${link} now`);
      assert.deepEqual(more, []);
      assert.equal(own?.raw, link);
      assert.deepEqual([inner?.value, inner?.raw], [value, raw]);
    });

  it('contain links that contain others', () => {
    const wrapped = `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(
      `https://www.google.com/url?q=${escaped}&sa=D`,
    )}&data=x`;
    assert.deepEqual(
      found(wrapped).map(({ value }) => value),
      [wrapped, `https://www.google.com/url?q=${escaped}&sa=D`, target],
    );
  });

  it('contain the name in a link of Mimecast once, in its order', () => {
    const mimecast = 'https://protect-us.mimecast.com/s/x1';
    const values = (text: string): readonly string[] => found(text).map(({ value }) => value);
    const inner = `${mimecast}?domain=a-b.test`;
    assert.deepEqual(values(`${mimecast}?${inner}`), [`${mimecast}?${inner}`, inner, 'a-b.test']);
    const first = `${mimecast}?domain=a-b.test&u=https://b-c.test/x`;
    assert.deepEqual(values(first), [first, 'a-b.test', 'https://b-c.test/x']);
  });

  it('lead to any URL, which has its exact range', () => {
    fc.assert(
      fc.property(url, fc.constantFrom('?url=', '?a=b&u=', '#', '/'), (value, before) => {
        const text = `GET https://a-site.com/x${before}${encodeURIComponent(value)} HTTP/1.1`;
        const inner = found(text)[1];
        assert.deepEqual([inner?.value, inner?.raw], [value, encodeURIComponent(value)]);
      }),
    );
  });

  it('lead to nothing if there is no whole URL', () => {
    for (const link of [
      'https://a-site.com/?u=https%3A%2F%2F',
      'https://a-site.com/?u=https%3A%2F%2Flocalhost%2Fx',
      'https://a-site.com/x-https%3A%2F%2Fb-site.com',
      'https://urldefense.com/v3/__abc__;!!x!y$',
      'https://protect-us.mimecast.com/s/x1?domain=a',
      'https://protect-us.mimecast.com.lookups-test-1.com/s/x1?domain=a-b.test',
      'https://urldefense.lookups-test-1.com/v2/url?u=https-3A__a-b.test_x',
    ])
      assert.deepEqual(
        found(link).map(({ value }) => value),
        [found(link)[0]?.value],
        link,
      );
  });

  it('are shown as where they lead by wrappers, and by other links only there', () => {
    const at = (text: string, offset: number): readonly string[] => {
      const candidates = candidatesAt(text, offset, { encoded: true });
      const chosen = indicatorAmong(candidates, offset);
      assert.ok(chosen);
      return [chosen.value, ...linksAround(candidates, chosen).map(({ value }) => value)];
    };
    const wrapped = `x https://nam02.safelinks.protection.outlook.com/?url=${escaped}&data=1 y`;
    const [own = ''] = found(wrapped).map(({ value }) => value);
    for (const offset of [2, 20, wrapped.indexOf('secure'), wrapped.length - 3])
      assert.deepEqual(at(wrapped, offset), [target, own]);
    const redirect = `https://nam02.safelinks.protection.outlook.com.lookups-test-1.com/?url=${escaped}&data=1`;
    const value = found(redirect)[0]?.value ?? '';
    assert.deepEqual(at(redirect, 9), [value]);
    assert.deepEqual(at(redirect, redirect.indexOf('secure')), [target, value]);
  });

  it('take linear time, however many contain others', () => {
    const nested = 'http://a-site.com/?u='.repeat(2000);
    assert.ok(found(`${nested}http://b-site.com`).length < 20);
    assert.ok(found(`http://a-site.com/?${'u=http://b-site.com&'.repeat(700)}`).length < 20);
  });
});

describe('Escaped names and URLs', () => {
  const hex = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, '0');
  const notations: readonly (readonly [string, (character: string) => string])[] = [
    ['\\x68', (character) => `\\x${hex(character, 2)}`],
    ['\\u0068', (character) => `\\u${hex(character, 4)}`],
    ['%68', (character) => `%${hex(character, 2).toUpperCase()}`],
    ['&#104;', (character) => `&#${character.charCodeAt(0)};`],
    ['&#x68;', (character) => `&#x${hex(character, 2)};`],
  ];
  for (const [title, escape] of notations)
    it(`are found if all of them is written as ${title}`, () => {
      fc.assert(
        fc.property(fc.oneof(url, nameText), fc.constantFrom('"', ' ', "='"), (value, before) => {
          const written = Array.from(value, escape).join('');
          assert.deepEqual(read(`a ${before}${written}" b`), [[value, written]]);
        }),
      );
    });

  it('are found if the dots of a name are entities', () => {
    for (const dot of ['&#46;', '&#x2e;', '&#x2E;', '&#046;', '&period;'])
      assert.deepEqual(read(`see evil-site${dot}com.`), [['evil-site.com', `evil-site${dot}com`]]);
    assert.deepEqual(read('http&#58;//evil-site&#46;com/x'), [
      ['http://evil-site.com/x', 'http&#58;//evil-site&#46;com/x'],
    ]);
  });

  it("aren't found if only some characters are escaped, or if there is no top-level domain", () => {
    for (const text of [
      '"evil\\x2ecom"',
      '/?q=a%2ecom',
      '..%2e%2e%2f%65%74%63',
      'x%65%2e%63%6f%6d',
      '\\x61\\x2e\\x7a\\x7a',
      'a&#46;zzqq',
      'a&#46; b',
    ])
      assert.deepEqual(read(text), [], text);
  });

  it('are in strings of code as well', () => {
    const text = 'const a = ["\\x65\\x76\\x69\\x6c\\x2d\\x61\\x2e\\x63\\x6f\\x6d"];';
    const [only] = findIndicators(text, { encoded: true, languageId: 'javascript' });
    assert.equal(only?.value, 'evil-a.com');
  });
});

describe('Text without encodings', () => {
  it('has the same indicators', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab.:/ ([0)]|x2e\\%=&#;@\n-com'.split('')), maxLength: 300 }),
        (text) => {
          if (/\(0\)|\|00|\\x|\\u|%2e|&/i.test(text)) return;
          assert.deepEqual(findIndicators(text, { encoded: true }), findIndicators(text));
        },
      ),
    );
  });
});
