import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPlainUrl, urlWordStart } from '../../../../../../src/core/indicators/detect/scan/plainUrl';
import { schemeBefore, separatorAt } from '../../../../../../src/core/indicators/detect/scan/schemes';
import type { Occurrence } from '../../../../../../src/core/indicators/identity/types';
import { readUrl } from '../../../../../../src/core/indicators/detect/scan/urlToken';

const part = (words: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words);
/** Mostly the first words, which are plain, so that enough URLs are. */
const mostly = (plain: readonly string[], other: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: part(plain) }, { weight: 1, arbitrary: part(other) });
const labels = mostly(
  ['www', 'evil-site', 'a', 'x9', 'xn--bcher-kva'],
  ['co', 'github', '-a', 'a-', '_b', 'Q', '10', 'example', ''],
);
const endings = mostly(
  ['com', 'org', 'co.uk', 'io', 'github.io', 'example'],
  ['xxx', 'zz', 'local', 'museum', 'com.', '4', 'arpa'],
);
const rests = mostly(
  ['/', '/a', '/b.js', '?x=1', '&y=2', '%20', '_', '~'],
  [
    '&amp;z',
    '&lt',
    '=3D',
    '=3d',
    '=41',
    '#top',
    ':',
    '@',
    '.',
    ',',
    ';',
    '!',
    '(',
    ')',
    '[.]',
    '*',
    '$',
    '{',
    '=\n',
    ...['\\/', "'", '"', '|', 'http://', '&#x2f;', ':443', ':99999', '\u200b', 'é'],
  ],
);
const around = mostly([' ', '\n', '\t'], ['"', '(', ',', '=', ' \n', 'wget ', 'a', '[', '\r\n', '=3D"']);

const texts = fc
  .tuple(
    around,
    mostly(['http', 'https'], ['hxxp', 'ftp', 'xhttp', 'HTTP']),
    fc.array(labels, { maxLength: 3 }),
    endings,
    fc.array(rests, { maxLength: 6 }),
    around,
  )
  .map(([before, scheme, names, ending, rest, after]) => ({
    colon: before.length + scheme.length,
    text: `${before}${scheme}://${[...names, ending].join('.')}${rest.join('')}${after}`,
  }));

function plainUrlAt(text: string, colon: number, floor: number): Occurrence | undefined {
  const start = urlWordStart(text, colon, floor);
  return start === -1 ? undefined : readPlainUrl(text, start, colon);
}

/** The URL at a colon, read with all of its possible forms. */
function readAnyUrl(text: string, colon: number, languageId: string | undefined) {
  const separator = separatorAt(text, colon);
  const scheme = separator && schemeBefore(text, separator.start, 0);
  return separator === undefined || scheme?.name === undefined
    ? undefined
    : readUrl(text, scheme, separator, languageId).occurrence;
}

describe('URLs in canonical form between spaces', () => {
  it('are read like all others', () => {
    let count = 0;
    fc.assert(
      fc.property(texts, part(['', 'csv', 'asciidoc', 'log']), ({ text, colon }, language) => {
        const plain = plainUrlAt(text, colon, 0);
        if (plain === undefined) return;
        count++;
        assert.deepEqual(plain, readAnyUrl(text, colon, language));
      }),
      { numRuns: 5_000 },
    );
    assert.ok(count > 200, `${count} URLs`);
  });

  it('include most of a proxy log', () => {
    for (const [url, reserved] of [
      ['http://www.site1.com/a/b2.js?x=0.53', false],
      ['https://login.service.co.uk:8443/', false],
      ['https://a.example', true],
    ] as const) {
      const text = `GET ${url} 200\n`;
      const found = plainUrlAt(text, text.indexOf(':'), 0);
      assert.deepEqual([found?.value, found?.end, found?.reserved], [url, 4 + url.length, reserved]);
    }
  });

  it('are not read before the end of what was read earlier', () => {
    const text = 'GET http://www.site1.com/ 200\n';
    assert.equal(plainUrlAt(text, text.indexOf(':'), 5), undefined);
  });
});
