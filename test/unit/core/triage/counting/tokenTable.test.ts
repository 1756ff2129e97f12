import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KnownWords } from '../../../../../src/core/triage/counting/knownWords';
import { TokenTable } from '../../../../../src/core/triage/counting/tokenTable';

function numberOf(table: TokenTable, text: string, kind: number, max = Infinity): number {
  const bytes = Buffer.from(text, 'utf16le');
  table.read(bytes, 0, bytes.length, kind);
  return table.numberOf(table.hash, table.other, max);
}

describe('Numbers of texts', () => {
  it('are those of a map', () => {
    const texts = fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(2)), { maxLength: 3_000 });
    fc.assert(
      fc.property(texts, (all) => {
        const table = new TokenTable();
        const expected = new Map<string, number>();
        for (const [text, kind] of all) {
          const key = `${kind} ${text}`;
          const number = expected.get(key) ?? expected.size;
          expected.set(key, number);
          assert.equal(numberOf(table, text, kind), number);
        }
        assert.equal(table.size, expected.size);
      }),
      { numRuns: 50 },
    );
  });

  it('are those of parts of other texts, and keep their notes', () => {
    const table = new TokenTable();
    const texts = Array.from({ length: 3_000 }, (_, at) => `http://a.example/${at * at}`);
    for (const [at, text] of texts.entries()) {
      table.read(Buffer.from(text), 0, Buffer.byteLength(text), 2);
      table.setNote(table.numberOf(table.hash, table.other), 7 * at);
    }
    for (const [at, text] of texts.entries()) {
      for (const before of ['', 'x', '😀 ']) {
        const from = Buffer.byteLength(before);
        const to = from + Buffer.byteLength(text);
        const bytes = Buffer.from(`${before}${text} y`);
        for (const read of [
          () => table.read(bytes, from, to, 2),
          () => table.readWord(bytes, from, bytes.length, 2),
          () => table.readWord(bytes, from, to, 2),
        ]) {
          read();
          assert.equal(table.end, to);
          const number = table.numberOf(table.hash, table.other, 0);
          assert.deepEqual([number, table.noteOf(number)], [at, 7 * at]);
        }
      }
    }
  });

  it('are not given beyond a maximum, and stay the same', () => {
    const table = new TokenTable();
    const numbers = Array.from({ length: 200_000 }, (_, at) => numberOf(table, `http://a.example/${at}`, 2, 150_000));
    assert.deepEqual([numbers[0], numbers[149_999], numbers[150_000]], [0, 149_999, -1]);
    assert.equal(numberOf(table, 'http://a.example/149999', 2, 0), 149_999);
  });

  it('start from the beginning after they were cleared', () => {
    const table = new TokenTable();
    for (let at = 0; at < 5_000; at++) table.setNote(numberOf(table, `${at}`, 0), 1);
    table.clear();
    assert.equal(table.size, 0);
    assert.equal(numberOf(table, '17', 0, 0), -1);
    assert.deepEqual([numberOf(table, '17', 0), table.noteOf(0)], [0, 0]);
  });
});

describe('Known words', () => {
  const parts = fc.constantFrom('a', 'http', 'https', '://', ':', '/', 'x.example', '?b=1', '%20', '.', '\x01');
  const spaces = fc.constantFrom(' ', '\n', '\t', '\r\n', '  ', '');
  const words = fc.array(fc.tuple(spaces, fc.array(parts, { maxLength: 6 })), { maxLength: 30 });

  it('are the words between spaces that were added before, wherever they are', () => {
    fc.assert(
      fc.property(words, fc.nat(5), (all, from) => {
        const text = all.map(([space, word]) => `${space}${word.join('')}`).join('');
        const table = new TokenTable();
        const known = new Map<string, number>();
        for (const [at, [, word]] of all.entries()) {
          if (at % 3 === 0 || word.length === 0) continue;
          const bytes = Buffer.from(word.join(''));
          table.read(bytes, 0, bytes.length, 2);
          const token = table.numberOf(table.hash, table.other);
          const isKnown = at % 3 === 1 || known.has(word.join(''));
          table.setNote(token, isKnown ? 1 : 0);
          if (isKnown) known.set(word.join(''), token);
        }
        const bytes = Buffer.from(text);
        const read = new KnownWords();
        read.read(bytes, Math.min(from, bytes.length), bytes.length, table, 2);
        for (let at = from + 1; at < text.length; at++) {
          const word = /^https?:\/\/[^\s\p{Cc}]*(?=\s)/u.exec(text.slice(at))?.[0] ?? '';
          const expected = /\s/.test(text.charAt(at - 1)) ? (known.get(word) ?? -1) : -1;
          const token = read.at(at, table, 1);
          if (expected === -1) continue;
          assert.deepEqual([token, read.end], [expected, at + word.length]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are not words with other characters after them, or without a space before them', () => {
    const table = new TokenTable();
    const url = Buffer.from('http://x.example/a');
    table.read(url, 0, url.length, 2);
    table.setNote(table.numberOf(table.hash, table.other), 1);
    const found = (text: string): number[] => {
      const words = new KnownWords();
      words.read(Buffer.from(text), 0, text.length, table, 2);
      return Array.from(text, (_, at) => (words.at(at, table, 1) === 0 ? at : -1)).filter((at) => at !== -1);
    };
    assert.deepEqual(found(' http://x.example/a http://x.example/a\n\thttp://x.example/a\t'), [1, 20, 40]);
    for (const text of [
      'http://x.example/a ',
      '"http://x.example/a ',
      ' http://x.example/a',
      ' http://x.example/a\x01 ',
    ])
      assert.deepEqual(found(text), [], JSON.stringify(text));
    assert.deepEqual(found(` http://x.example/ab http://x.example/a, http://${'x'.repeat(3_000)} `), []);
  });
});
