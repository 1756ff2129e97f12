import { type Block, type Encoding, reachBytes, splitPoint } from './blocks';

/**
 * Splits a stream of bytes into blocks, each with a copy of the bytes around it. If the stream fails, what came before is
 * in blocks first.
 */
export async function* streamBlocks(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  blockBytes: number,
  eventStart?: string,
): AsyncGenerator<Block, undefined> {
  const cutter = new Cutter(encoding, blockBytes, eventStart);
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const chunk of chunks) {
      cutter.add(chunk);
      yield* cutter.blocks(reachBytes);
    }
  } catch (error) {
    failure = { error };
  }
  yield* cutter.blocks(0);
  yield* cutter.rest();
  if (failure !== undefined) throw failure.error;
  return undefined;
}

class Cutter {
  private buffer = new Uint8Array();
  private length = 0;
  /** The start of the next block. */
  private from = 0;

  constructor(
    private readonly encoding: Encoding,
    private readonly blockBytes: number,
    private readonly eventStart: string | undefined,
  ) {}

  add(chunk: Uint8Array): void {
    if (this.length + chunk.length > this.buffer.length) {
      const larger = new Uint8Array(2 * (this.length + chunk.length));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(chunk, this.length);
    this.length += chunk.length;
  }

  /** The blocks after which there are at least `ahead` bytes. */
  *blocks(ahead: number): Generator<Block> {
    while (this.length - this.from > this.blockBytes + ahead) {
      const end = this.from + this.blockBytes;
      const bytes = this.buffer.subarray(0, this.length);
      yield this.cut(splitPoint(bytes, end, end - this.blockBytes / 2, this.encoding, this.eventStart));
    }
  }

  *rest(): Generator<Block> {
    if (this.length > this.from) yield this.cut(this.length);
  }

  private cut(end: number): Block {
    const first = Math.max(0, this.from - reachBytes);
    const bytes = this.buffer.slice(first, Math.min(this.length, end + reachBytes));
    const block = { bytes, from: this.from - first, to: end - first };
    // Keeps the bytes for the next block.
    const retained = Math.max(0, end - reachBytes);
    if (retained > this.blockBytes / 2) {
      const even = retained - (retained % 2);
      this.buffer.copyWithin(0, even, this.length);
      this.length -= even;
      this.from = end - even;
    } else this.from = end;
    return block;
  }
}
