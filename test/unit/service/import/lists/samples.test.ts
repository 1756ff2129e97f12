import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { InputError } from '../../../../../src/core/records/problems/inputFailure';
import { readListText, valuesOf } from './reading';

const samples = process.env['THREAT_LOOKUPS_LISTS'] ?? join(process.cwd(), '..', 'shared', 'data', 'lists');

/** Lists without any indicator of ours: hashes, systems, and descriptions of other files. */
const withoutIndicators =
  /malwarebazaar|sslblacklist|asndrop|manifest|categories|misp-event-(?:xorist|turla)|abuse-ch-malware|suricata-dataset\.json/;

describe('Samples of public lists', function () {
  before(function () {
    if (!existsSync(samples)) this.skip();
  });

  it('are read, each of them, and no link to a publisher or private address is an indicator', async () => {
    const names = readdirSync(samples, { recursive: true }).map(String);
    const files = names.filter((name) => statSync(join(samples, name)).isFile() && !name.startsWith('README'));
    assert.ok(files.length > 80);
    for (const name of files) {
      const list = await readListText(readFileSync(join(samples, name)), name).catch((error: unknown) => {
        if (error instanceof InputError && withoutIndicators.test(name)) return undefined;
        throw error;
      });
      if (list === undefined || withoutIndicators.test(name)) continue;
      const values = valuesOf(list);
      assert.ok(values.length > 0, name);
      assert.deepEqual(
        values.filter((value) =>
          /^(?:127\.|10\.|192\.168\.)[\d.]+$|urlhaus\.abuse\.ch\/url\/|phishtank\.com\/phish_detail|^localhost/.test(
            value,
          ),
        ),
        [],
        name,
      );
    }
  });
});

describe('Any text as a list', () => {
  const word = fc.constantFrom(
    '||',
    '^',
    '@@',
    '##',
    '#',
    ';',
    '!',
    '$ORIGIN',
    'CNAME',
    'rpz-ip',
    'zz',
    '|',
    ' | ',
    '\t',
    ',',
    '"',
    '\n',
    '\r\n',
    '0.0.0.0',
    '203.0.113.7',
    '2001:db8::1',
    'bad.example',
    'http://bad.example/x',
    'Intel::ADDR',
    '#fields',
    '{',
    '[',
    '}',
    'indicator',
    'ioc_value',
    'SOA',
    '(',
    ')',
    'address=/',
    '/',
    '999999999999',
    '-',
    '\u202e',
    '\0',
    '%',
    'ExitAddress',
  );

  it('is read to its end, or rejected as input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 60 }), async (words) => {
        try {
          await readListText(words.join(''));
        } catch (error) {
          assert.ok(error instanceof InputError, String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});
