import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textBlocks, type TextBlock } from '../../../src/service/cli/textBlocks';

async function blocksOf(bytes: Uint8Array, chunk: number, most: number): Promise<readonly TextBlock[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield await Promise.resolve(bytes.subarray(at, at + chunk));
  }
  const blocks: TextBlock[] = [];
  for await (const block of textBlocks(chunks(), most)) blocks.push(block);
  return blocks;
}

describe('a text that is read in blocks', () => {
  it('is the whole text, and every block knows its place', async () => {
    const characters = fc.constantFrom('a', 'é', '😀', ' ', '\n', '\r\n', 'login.example');
    await fc.assert(
      fc.asyncProperty(
        fc.array(characters),
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, chunk, most) => {
          const text = parts.join('');
          const blocks = await blocksOf(new TextEncoder().encode(text), chunk, most);
          assert.equal(blocks.map((block) => block.text).join(''), text);
          for (const { start, line, column } of blocks) {
            const before = text.slice(0, start).split('\n');
            assert.equal(line, before.length);
            assert.equal(column, (before.at(-1) ?? '').length + 1);
          }
        },
      ),
    );
  });

  it('is cut behind a line end, else behind a blank', async () => {
    const texts = async (text: string) =>
      (await blocksOf(new TextEncoder().encode(text), 10, 10)).map((block) => block.text);
    assert.deepEqual(await texts('a.example\nb.example'), ['a.example\n', 'b.example']);
    assert.deepEqual(await texts('some more a.example'), ['some more ', 'a.example']);
  });

  it('is one block where it is short, and none where it is empty', async () => {
    assert.equal((await blocksOf(new TextEncoder().encode('a\nb\nc'), 1, 100)).length, 1);
    assert.deepEqual(await blocksOf(new Uint8Array(), 1, 100), []);
  });

  it('is read as UTF-16 where it begins so', async () => {
    const [block] = await blocksOf(Buffer.from('\ufeffé😀', 'utf16le'), 3, 100);
    assert.equal(block?.text, 'é😀');
  });
});
