import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { InputError } from '../../core/records/problems/inputFailure';
import { expand, expanderOf, isZip } from './archives/expand';
import { isBinaryText } from './inputFailureOf';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { pipeChunks } from './streams/pipe';
import { spool } from './streams/spool';

export interface Opened {
  readonly chunks: AsyncGenerator<Uint8Array, undefined>;
  readonly totalBytes: number | undefined;
}

/** An input that can be read only once, such as standard input. */
export interface StreamInput {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly name: string;
}

export type AnyInput = ImportInput | StreamInput;

const pieceBytes = 256 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- data in memory is passed on like a stream
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  return undefined;
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array, undefined> {
  yield* createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>;
  return undefined;
}

/** A part of an input: all of it, or a file in an archive. */
export interface InputPart {
  /** The name of the file in the archive. */
  readonly member?: string;
  /** Absent for a file in an archive that isn't a list. */
  readonly opened: Opened | undefined;
}

/**
 * The input as streams of bytes, so that files are never read into memory as a whole: one, or one for each file of a ZIP
 * archive. They are decompressed as their first bytes say, which makes their total size unknown. Rejects as `fs` does.
 * `everyFile`: also those of an archive that can't be lists by their names.
 */
export async function* openParts(
  input: AnyInput,
  { everyFile = false }: { readonly everyFile?: boolean } = {},
): AsyncGenerator<InputPart, undefined> {
  const { chunks, totalBytes, isOnce } = await openBytes(input);
  const first = await chunks.next();
  if (first.done === true) {
    yield { opened: { chunks, totalBytes } };
    return undefined;
  }
  if (!isZip(first.value)) {
    yield { opened: expanded(first.value, chunks, totalBytes) };
    return undefined;
  }
  if (isOnce) {
    // The directory of an archive is at its end.
    const spooled = await spool(startingWith(first.value, chunks));
    try {
      yield* openParts({ path: spooled.path, name: input.name }, { everyFile });
    } finally {
      await spooled.remove();
    }
    return undefined;
  }
  // Loaded with its own module: named imports of a CommonJS package would be missing from its chunk.
  const { truncatedMember, unzip } = await import('./archives/unzip');
  try {
    const archive = 'path' in input ? input : { bytes: bytesOf(input) };
    for await (const { name, chunks: content } of unzip(archive, { everyFile })) {
      const opened = content === undefined ? undefined : await expandedStream(content);
      yield { member: name, opened };
    }
  } catch (error) {
    if (!isMissingEnd(error)) throw error;
    yield { opened: { chunks: truncatedMember(startingWith(first.value, chunks)), totalBytes: undefined } };
  } finally {
    await chunks.return(undefined);
  }
  return undefined;
}

function isMissingEnd(error: unknown): boolean {
  return error instanceof InputError && error.failure.kind === 'missingDirectory';
}

/**
 * The text of an input, of an archive all files of text one after the other. Rejects as `fs` does. `mustBeWhole`: at its end,
 * an InputError names files of the archive that weren't read.
 */
export async function openInput(
  input: ImportInput,
  { mustBeWhole = false }: { readonly mustBeWhole?: boolean } = {},
): Promise<Opened> {
  const parts = openParts(input);
  const first = await parts.next();
  if (first.done === true) throw new InputError({ kind: 'emptyArchive' });
  if (first.value.member === undefined && first.value.opened !== undefined) return first.value.opened;
  const leftOut: string[] = [];
  const chunks = joined(first.value, parts, leftOut);
  return { chunks: mustBeWhole ? withoutLeftOut(chunks, leftOut) : chunks, totalBytes: undefined };
}

async function* withoutLeftOut(chunks: Opened['chunks'], leftOut: readonly string[]): Opened['chunks'] {
  yield* chunks;
  if (leftOut.length > 0) throw new InputError({ kind: 'membersLeftOut', names: leftOut });
  return undefined;
}

const lineBreak = new TextEncoder().encode('\n');

async function* joined(
  first: InputPart,
  others: AsyncGenerator<InputPart, undefined>,
  leftOut: string[],
): Opened['chunks'] {
  try {
    for (let part: InputPart | undefined = first; part !== undefined;) {
      const { opened, member = '' } = part;
      const head = await opened?.chunks.next();
      if (opened === undefined || (head?.done !== true && isBinary(head?.value))) {
        leftOut.push(member);
        await opened?.chunks.return(undefined);
      } else if (head?.done === false) {
        yield head.value;
        yield* opened.chunks;
        yield lineBreak;
      }
      const next = await others.next();
      part = next.done === true ? undefined : next.value;
    }
  } finally {
    await others.return(undefined);
  }
  return undefined;
}

function isBinary(head: Uint8Array | undefined): boolean {
  return head !== undefined && isBinaryText(new TextDecoder(encodingOf(head)).decode(head));
}

async function expandedStream(chunks: Opened['chunks']): Promise<Opened> {
  const first = await chunks.next();
  return first.done === true ? { chunks, totalBytes: undefined } : expanded(first.value, chunks, undefined);
}

function expanded(first: Uint8Array, chunks: Opened['chunks'], totalBytes: number | undefined): Opened {
  const all = startingWith(first, chunks);
  const expander = expanderOf(first);
  return expander === undefined
    ? { chunks: all, totalBytes }
    : { chunks: expand(all, expander), totalBytes: undefined };
}

function bytesOf(input: Exclude<AnyInput, { readonly path: string }>): Uint8Array {
  if ('stream' in input) throw new Error('A stream has no bytes yet.');
  return 'text' in input ? new TextEncoder().encode(input.text) : input.bytes;
}

async function openBytes(input: AnyInput): Promise<Opened & { readonly isOnce: boolean }> {
  if ('stream' in input) return { chunks: streamChunks(input.stream), totalBytes: undefined, isOnce: true };
  if ('path' in input) {
    const status = await stat(input.path);
    const isOnce = !status.isFile() && !status.isDirectory();
    const chunks = status.isFIFO() ? pipeChunks(input.path) : fileChunks(input.path);
    return { chunks, totalBytes: isOnce ? undefined : status.size, isOnce };
  }
  const bytes = bytesOf(input);
  return { chunks: pieces(bytes), totalBytes: bytes.length, isOnce: false };
}

async function* streamChunks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  yield* stream;
  return undefined;
}

async function* startingWith(
  first: Uint8Array,
  others: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
  return undefined;
}

/** The encoding detected from the first bytes: UTF-16 by its byte order mark or zero bytes, or else UTF-8. */
export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && head[3] === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && head[2] === 0) return 'utf-16be';
  return 'utf-8';
}
