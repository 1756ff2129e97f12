import { InputError } from '../../core/records/problems/inputFailure';

/** The bytes of a file as a stream. */
export type Chunks = AsyncGenerator<Uint8Array, undefined>;

const empty = new Uint8Array();

/** Reads a stream of bytes in the lengths that its format asks for. */
export class ByteStream {
  private readonly source: AsyncIterator<Uint8Array>;
  private waiting: Uint8Array = empty;
  private isOver = false;
  private failure: { readonly error: unknown } | undefined;
  /** Bytes that came from the stream. */
  came = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes, `most` at most; undefined at the end. */
  async next(most = Infinity): Promise<Uint8Array | undefined> {
    if (this.waiting.length === 0 && !(await this.pull())) return undefined;
    const bytes = this.waiting.subarray(0, most);
    this.waiting = this.waiting.subarray(bytes.length);
    return bytes;
  }

  /** The next bytes, which stay in the stream: `length` of them, or fewer at the end or where the stream fails. */
  async peek(length: number): Promise<Uint8Array> {
    const parts = [this.waiting];
    let total = this.waiting.length;
    try {
      while (total < length && (await this.pull())) {
        parts.push(this.waiting);
        total += this.waiting.length;
      }
    } catch (error) {
      this.failure = { error };
      if (total === 0) throw error;
    }
    this.waiting = parts.length === 1 ? (parts[0] ?? empty) : Buffer.concat(parts, total);
    return this.waiting.subarray(0, length);
  }

  /** The next `length` bytes. Throws an InputError if there are fewer. */
  async take(length: number): Promise<Uint8Array> {
    const bytes = await this.peek(length);
    if (bytes.length < length)
      throw this.failure === undefined ? new InputError({ kind: 'truncated' }) : this.failure.error;
    this.waiting = this.waiting.subarray(length);
    return bytes;
  }

  /** Reads over the next `length` bytes. Throws an InputError if there are fewer. */
  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const bytes = await this.next(left);
      if (bytes === undefined) throw new InputError({ kind: 'truncated' });
      left -= bytes.length;
    }
  }

  /** The next `length` bytes chunk by chunk. Throws an InputError if there are fewer. */
  async *chunks(length: number): Chunks {
    for (let left = length; left > 0;) {
      const bytes = await this.next(left);
      if (bytes === undefined) throw new InputError({ kind: 'truncated' });
      left -= bytes.length;
      yield bytes;
    }
    return undefined;
  }

  /** Puts bytes that were read last back. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.waiting = this.waiting.length === 0 ? bytes : Buffer.concat([bytes, this.waiting]);
  }

  /** All bytes that are left. Closing it closes the stream, also before it was read from. */
  rest(): Chunks {
    const end = { done: true, value: undefined } as const;
    const close = async (): Promise<typeof end> => {
      await this.close();
      return end;
    };
    return {
      next: async () => {
        const value = await this.next();
        return value === undefined ? end : { done: false, value };
      },
      return: close,
      throw: async (error) => {
        await this.close();
        throw error;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async pull(): Promise<boolean> {
    if (this.failure !== undefined) throw this.failure.error;
    while (!this.isOver) {
      const next = await this.source.next();
      this.isOver = next.done === true;
      if (next.done === true || next.value.length === 0) continue;
      this.came += next.value.length;
      this.waiting = next.value;
      return true;
    }
    return false;
  }
}
