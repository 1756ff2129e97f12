import { fstatSync, readSync } from 'node:fs';
import { InputError } from '../../core/records/problems/inputFailure';
import { type Block, type Encoding, eventStartBefore, lineStartBefore, reachBytes, splitPoint } from './blocks';

/** A file that several threads read. */
export interface SharedFile {
  /** Valid in all threads of the process. */
  readonly descriptor: number;
  /** When reading started; what is appended later isn't read. */
  readonly size: number;
  readonly encoding: Encoding;
  /** The length of the byte order mark. */
  readonly markBytes: number;
  readonly blockBytes: number;
  /** How events start, if they aren't lines. */
  readonly eventStart?: string | undefined;
}

/** Most lines are shorter, so that few bytes before a block are read. */
const lineBytes = 64 * 1024;

/** A block of a file; the blocks of a file are adjacent. */
export interface FileBlock extends Block {
  /** Offsets in the file. */
  readonly start: number;
  readonly end: number;
}

/** The number of blocks of a file. */
export function blockCount({ size, blockBytes }: Pick<SharedFile, 'size' | 'blockBytes'>): number {
  return Math.max(1, Math.ceil(size / blockBytes));
}

/** Reads blocks of files into one buffer, which the next block overwrites. */
export class BlockReader {
  private buffer = new Uint8Array();

  /** Throws an InputError if the file became shorter. */
  read(file: SharedFile, index: number): FileBlock {
    const { blockBytes, size, encoding, markBytes, eventStart } = file;
    const half = blockBytes / 2;
    const first = index * blockBytes;
    const next = Math.min(size, first + blockBytes);
    const load = (lowest: number): { readonly bytes: Uint8Array; readonly offset: number } => {
      const offset = Math.max(0, lowest - reachBytes);
      return { bytes: this.fill(file, offset, Math.min(size, next + reachBytes)), offset };
    };
    const lowest = first - Math.min(lineBytes, half);
    let { bytes, offset } = load(lowest);
    const startNear = (): number | undefined =>
      eventStart === undefined
        ? lineStartBefore(bytes, first - offset, lowest - offset, encoding)
        : eventStartBefore(bytes, first - offset, lowest - offset, eventStart);
    let start = index === 0 ? markBytes : startNear();
    if (start === undefined) {
      ({ bytes, offset } = load(first - half));
      start = splitPoint(bytes, first - offset, first - half - offset, encoding, eventStart);
    }
    const end =
      next === size ? size - offset : splitPoint(bytes, next - offset, next - half - offset, encoding, eventStart);
    // The byte order mark isn't part of the text, nor of what is around a block.
    const mark = offset === 0 ? markBytes : 0;
    return {
      bytes: bytes.subarray(mark),
      from: start - mark,
      to: end - mark,
      start: offset + start,
      end: offset + end,
    };
  }

  private fill({ descriptor, size }: SharedFile, from: number, to: number): Uint8Array {
    if (this.buffer.length < to - from) this.buffer = new Uint8Array(to - from);
    const bytes = this.buffer.subarray(0, to - from);
    for (let at = 0; at < bytes.length;) {
      const count = readSync(descriptor, bytes, at, bytes.length - at, from + at);
      if (count === 0) throw new InputError({ kind: 'changed' });
      at += count;
    }
    if (to === size && fstatSync(descriptor).size < size) throw new InputError({ kind: 'changed' });
    return bytes;
  }
}
