import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createOutput, safeJson, type Output } from '../../../../src/service/cli/output';

/**
 * Characters that no terminal may get: controls except line breaks and tabs, bidirectional and zero-width ones, tags,
 * lone surrogates.
 */
const acting =
  /[^\P{Cc}\n\t]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e0fff}]|\p{Cf}|\p{Cs}/u;

const samples = [
  '\u001b]52;c;ZWNobyBoaQ==\u0007',
  '\u001b[2J\u001b[31m',
  '\u009b31m\u009d52;c;x\u009c',
  'invoice\u202egpj.exe',
  '\u2066a\u2069\u200b\u200d\ufeff',
  '\u{e0041}\u{e007f}\u{e0100}',
  '\r overwritten\b\b\b',
  'line\nforged: clean\u2028more',
  '\ud800 lone',
  'unassigned \u2065\ufff0',
  'plain “text”, 日本語 and 😀',
];
const anyText = fc.oneof(
  fc.constantFrom(...samples),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.oneof(fc.constantFrom(...samples), fc.string({ unit: 'grapheme' })), { maxLength: 5 })
    .map((parts) => parts.join('')),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
);

function recorded(isTerminal: boolean): {
  readonly output: Output;
  readonly out: () => string;
  readonly err: () => string;
} {
  const texts = { out: '', err: '' };
  const output = createOutput({
    isTerminal,
    err: (text) => (texts.err += text),
    out: (text) => {
      texts.out += text;
      return Promise.resolve();
    },
  });
  return { output, out: () => texts.out, err: () => texts.err };
}

describe('Output of the command line', () => {
  it('is one harmless line on standard error, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { output, err } = recorded(false);
        output.err(`Feed ${text}: incomplete`);
        assert.doesNotMatch(err(), acting);
        assert.equal(err().indexOf('\n'), err().length - 1);
      }),
    );
  });

  it('keeps the value of JSON, and is harmless', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(anyText, anyText), async (value) => {
        const { output, out } = recorded(false);
        await output.json(value);
        assert.doesNotMatch(out(), acting);
        assert.deepEqual(JSON.parse(out()), JSON.parse(JSON.stringify(value)));
        assert.equal(out().split('\n').length, 2);
        const pretty = JSON.stringify(value, undefined, 4);
        assert.deepEqual(JSON.parse(safeJson(pretty)), JSON.parse(pretty));
      }),
    );
  });

  it('is harmless on a terminal, in every format', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { output, out, err } = recorded(true);
        await output.document(`a,${text}\n`, 'csv');
        await output.document(`# ${text}\n`, 'markdown');
        await output.document(JSON.stringify([text]), 'json');
        await output.help(text);
        output.usage(text);
        assert.doesNotMatch(out() + err(), acting);
      }),
    );
  });

  it('is exact as CSV for a program, and visible for a person', async () => {
    const csv = `indicator,threat\r\na.example,"invoice\u202egpj\u001b[2J"\n`;
    const piped = recorded(false);
    await piped.output.document(csv, 'csv');
    assert.equal(piped.out(), csv);
    const shown = recorded(true);
    await shown.output.document(csv, 'csv');
    assert.equal(shown.out(), 'indicator,threat\na.example,"invoice[U+202E]gpj[U+001B][2J"\n');
  });

  it('truncates a very long line', () => {
    const { output, err } = recorded(false);
    output.err('x'.repeat(1_000_000));
    assert.ok(err().length < 5_000);
  });

  it('is written by nothing else', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:service|core)\b.*\.ts$/.test(file) || ['cli.ts', 'mcp.ts'].includes(file))
      .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));
    assert.ok(files.length > 100);
    const writing =
      /\bprocess\s*\.\s*(?:stdout|stderr|emitWarning)\b|\bconsole\s*\.\s*(?:log|error|warn|info|debug)\s*\(|\bstreams\s*\.\s*(?:out|err)\b/;
    const withoutRemarks = (text: string): string =>
      text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/\/\*\*.*?\*\//gs, '');
    assert.deepEqual(
      files
        .filter(({ text }) => writing.test(withoutRemarks(text)))
        .map(({ file }) => file.replaceAll('\\', '/'))
        .sort(),
      ['service/cli/output.ts', 'service/cli/program.ts'],
    );
  });
});
