import assert from 'node:assert/strict';
import fc from 'fast-check';
import { collected } from '../../collected';
import { decodedText } from '../../../../src/service/files/text';
import { LineIndex } from '../../../../src/core/indicators/detect/lineIndex';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

describe('Text read in chunks', () => {
  it('is complete, and every offset has its line and column', async () => {
    const characters = fc.constantFrom('a', 'é', '😀', ' ', '\n', '\r\n', 'login.example');
    await fc.assert(
      fc.asyncProperty(fc.array(characters), fc.integer({ min: 2, max: 9 }), async (parts, size) => {
        const text = parts.join('');
        const lineIndex = new LineIndex();
        const chunks = lineIndex.watch(decodedText(inChunks(new TextEncoder().encode(text), size)));
        assert.equal((await collected(chunks)).join(''), text);
        for (let offset = 0; offset <= text.length; offset += 3) {
          const before = text.slice(0, offset).split('\n');
          assert.deepEqual(lineIndex.position(offset), {
            line: before.length,
            column: (before.at(-1) ?? '').length + 1,
          });
        }
      }),
    );
  });

  it('keeps count over very many lines', async () => {
    const lineIndex = new LineIndex();
    await collected(lineIndex.watch(decodedText(inChunks(Buffer.from('a\n'.repeat(20_000)), 1_000))));
    for (let line = 1; line <= 20_000; line += 499)
      assert.deepEqual(lineIndex.position(2 * line - 2), { line, column: 1 });
  });

  it('has line feeds where its lines end with carriage returns alone, and is unchanged otherwise', async () => {
    for (const [text, read] of [
      ['a.com\rb.com\r', 'a.com\nb.com\n'],
      ['10 %\r20 %\r\nb.com\r', '10 %\r20 %\r\nb.com\r'],
    ] as const)
      assert.equal((await collected(decodedText(inChunks(Buffer.from(text), 3)))).join(''), read);
  });

  it('is read as UTF-16 with a byte order mark', async () => {
    const bytes = Buffer.from('\ufeffé😀', 'utf16le');
    assert.equal((await collected(decodedText(inChunks(bytes, 3)))).join(''), 'é😀');
  });
});
