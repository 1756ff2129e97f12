import { isLineEnd, isSpace } from './scan/characters';
import { mailState, startsMail } from './encoded/mail';
import { findIndicators } from './find';
import { stateAfter, type RegionState } from './incrementalRegions';
import { flatConcat } from './flatConcat';
import { getSyntax } from './syntax/language';
import type { FindOptions, Occurrence } from '../identity/types';

export interface ChunkOptions extends FindOptions {
  /** UTF-16 units searched at once, at least 4,096. Memory use is a few times as much. */
  readonly blockLength?: number;
}

const equals = 61;

/**
 * Finds indicators in texts of any size: the same occurrences as `findIndicators`, with offsets into the whole text,
 * wherever chunks end. The text is split after line ends, otherwise at spaces; only words longer than half a block are
 * split.
 */
export async function* findInChunks(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: ChunkOptions = {},
): AsyncGenerator<Occurrence> {
  for await (const found of findInBlocks(chunks, options)) yield* found;
}

/** Yields the occurrences of each block at once, which takes half the time for many occurrences. */
export async function* findInBlocks(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: ChunkOptions = {},
): AsyncGenerator<readonly Occurrence[]> {
  const search = new BlockSearch(options);
  for await (const chunk of chunks) yield* search.add(chunk);
  yield* search.end();
}

class BlockSearch {
  private readonly block: number;
  /** How far a search looks around its block. */
  private readonly reach: number;
  private parts: string[] = [];
  private length = 0;
  /** Offset of the buffered text in the whole text. */
  private offset = 0;
  /** Start of the next block in the buffered text. The text before it was searched and serves as context. */
  private next = 0;
  /** The state of a search at the start of the buffered text: in code, or in a mail. */
  private state: RegionState = '';
  /** Whether the whole text is a mail; undefined until its beginning is there. */
  private mail: boolean | undefined;

  constructor(private readonly options: ChunkOptions) {
    this.block = Math.max(4_096, options.blockLength ?? 1 << 20);
    this.reach = Math.min(16_384, this.block / 2);
  }

  *add(chunk: string): Generator<readonly Occurrence[]> {
    this.parts.push(chunk);
    this.length += chunk.length;
    if (this.length - this.next < this.block + this.reach) return;
    let text = this.parts.join('');
    while (text.length - this.next >= this.block + this.reach) {
      const split = this.splitPoint(text);
      yield this.find(text, split);
      text = this.advance(text, split);
    }
    this.parts = [text];
    this.length = text.length;
  }

  *end(): Generator<readonly Occurrence[]> {
    let text = this.parts.join('');
    while (text.length - this.next > this.block) {
      const split = this.splitPoint(text);
      yield this.find(text, split);
      text = this.advance(text, split);
    }
    yield this.find(text, text.length);
  }

  private find(text: string, split: number): readonly Occurrence[] {
    const shift = this.offset - this.state.length;
    const [from, to] = [this.next + this.state.length, split + this.state.length];
    const end = Math.min(text.length, split + this.reach);
    const half = end >> 1;
    const { explain } = this.options;
    this.mail ??= this.options.encoded === true && getSyntax(this.options.languageId) === undefined && startsMail(text);
    const options: FindOptions = {
      ...this.options,
      mail: this.mail,
      explain:
        explain &&
        ((decision) => {
          const { start } = decision;
          if (start >= from && start < to) explain({ ...decision, start: start + shift, end: decision.end + shift });
        }),
    };
    return findIndicators(flatConcat(this.state, text.slice(0, half), text.slice(half, end)), options)
      .filter(({ start }) => start >= from && start < to)
      .map((found) => (shift === 0 ? found : { ...found, start: found.start + shift, end: found.end + shift }));
  }

  /** The end of the block that starts at `next`. */
  private splitPoint(text: string): number {
    const end = this.next + this.block;
    const lowest = end - this.block / 2;
    let line = text.lastIndexOf('\n', end - 1);
    // Mail wraps URLs after an equals sign.
    while (line >= lowest && isSoftBreak(text, line)) line = text.lastIndexOf('\n', line - 1);
    if (line >= lowest) return line + 1;
    for (let at = end; at > lowest; at--) if (isSpace(text.charCodeAt(at - 1))) return at;
    return end;
  }

  /** Drops text that no later search needs. */
  private advance(text: string, split: number): string {
    const retained = this.retainedStart(text, split);
    const syntax = getSyntax(this.options.languageId);
    if (syntax !== undefined && retained > 0) this.state = stateAfter(this.state, text.slice(0, retained), syntax);
    else if (this.mail === true && retained > 0) this.state = mailState(`${this.state}${text.slice(0, retained)}`);
    this.offset += retained;
    this.next = split - retained;
    return text.slice(retained);
  }

  private retainedStart(text: string, split: number): number {
    const lowest = split - this.reach;
    if (lowest <= 0) return 0;
    for (let at = lowest; at < split - this.reach / 2; at++) {
      if (isLineEnd(text.charCodeAt(at - 1)) && !isSoftBreak(text, at - 1)) return at;
    }
    for (let at = lowest; at < split - this.reach / 2; at++) if (isSpace(text.charCodeAt(at - 1))) return at;
    return lowest;
  }
}

function isSoftBreak(text: string, lineEnd: number): boolean {
  return text.charCodeAt(lineEnd - (text.charCodeAt(lineEnd - 1) === 13 ? 2 : 1)) === equals;
}
