import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Indicator, lookupKey, refang } from '../../../../src/core/indicators';

const host = fc.stringMatching(
  /^(?:[a-z0-9_-]{1,4}\.){0,3}(?:com|1|0x1f|xn--nxa|xn--|a-|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|COM)\.?$/,
);
const port = fc.constantFrom('', ':', ':80', ':443', ':0', ':08', ':8080', ':65535', ':65536', ':99999');
const rest = fc
  .array(
    fc.constantFrom(
      '/',
      '.',
      '..',
      '/./',
      '/../',
      'a',
      'B',
      '%41',
      '%zz',
      '%2f',
      '?',
      '#',
      '@',
      ':',
      '&',
      '=',
      ';',
      '|',
      '^',
      '[.]',
      '[/]',
      '\\',
      "'",
      '"',
      '~',
      '!',
      '$',
      '(',
      ')',
      '*',
      '+',
      ',',
      '{',
      'é',
      '[:]',
      '(dot)',
      '-',
      '_',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const scheme = fc.constantFrom('http://', 'https://', 'ftp://', 'HTTP://', 'hxxp://', 'http:/', '');

describe('Values that need no normalization', () => {
  it('have the same key as if they were normalized', () => {
    const indicator = fc.oneof(
      fc.tuple(scheme, host, port, rest).map((parts): Indicator => ({ type: 'url', value: parts.join('') })),
      host.map((value): Indicator => ({ type: 'domain', value })),
      fc
        .oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('1.2.3.04', '256.1.1.1', '::ffff:1.2.3.4', '192.0.2.0/24'))
        .map((value): Indicator => ({ type: 'ip', value })),
    );
    fc.assert(
      fc.property(indicator, (each) => assert.equal(lookupKey(each), lookupKey(each.value))),
      { numRuns: 3_000, examples: [[{ type: 'url', value: 'http://0.com/?' }]] },
    );
  });

  it('are refanged like others', () => {
    const text = fc.tuple(scheme, host, port, rest).map((parts) => parts.join(''));
    fc.assert(
      // An invisible character is removed, and requires the thorough way.
      fc.property(text, (each) => assert.equal(refang(each), refang(`${each}\u200b`))),
      { numRuns: 3_000 },
    );
  });
});
