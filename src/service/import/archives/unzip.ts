import type { Readable } from 'node:stream';
import { type Entry, fromBuffer, getFileNameLowLevel, open as openFile, type ZipFile } from 'yauzl';
import { InputError } from '../../../core/records/problems/inputFailure';
import { inputFailureOf } from '../inputFailureOf';
import { expand, expandBounds, type ExpandBounds, unpackDeflate } from './expand';

type Chunks = AsyncGenerator<Uint8Array, undefined>;

/** A member of an archive. */
export interface Member {
  readonly name: string;
  /** Why it isn't read; its content otherwise. */
  readonly chunks: Chunks | undefined;
}

/** More members than this aren't an archive of lists. */
const maxMembers = 5_000;
/** Folders, and what macOS adds to each archive. */
const nothing = /\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/;
/** Hidden files and folders; “..” isn't one. */
const hidden = /(?:^|\/)\.(?!\.?\/)/;
const described =
  /(?:^|\/)(?:readme|licen[cs]e|copying|notice|changelog|checksums?|sha\d+sums?|md5sums?)(?:\.\w{1,5})?$/i;
const otherTypes = /\.(?:png|jpe?g|gif|svg|ico|pdf|html?|css|docx?|xlsx?|pptx?|exe|dll|so|zip|7z|rar|tar|asc|sig)$/i;

type Open = (take: (error: Error | null, file: ZipFile) => void) => void;

export interface UnzipOptions {
  readonly bounds?: ExpandBounds;
  /** Whether all members are wanted, not only those that can be lists by their names. */
  readonly everyFile?: boolean;
}

/**
 * The members of a ZIP archive in its order, each as a stream; those that aren't lists have none. Throws an InputError if
 * the archive can't be read, its members expand far more than usual, or one is encrypted.
 */
export async function* unzip(
  input: { readonly path: string } | { readonly bytes: Uint8Array },
  { bounds = expandBounds, everyFile = false }: UnzipOptions = {},
): AsyncGenerator<Member, undefined> {
  // Nothing is written under the names of members: a name such as ../a.log must not hide the rest of an archive.
  const settings = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
  const open: Open = (take) => {
    if ('path' in input) openFile(input.path, settings, take);
    else fromBuffer(Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.length), settings, take);
  };
  const file = await opened(open);
  let total = 0;
  try {
    for (let count = 0; ; count++) {
      const entry = await nextEntry(file);
      if (entry === undefined) return undefined;
      if (count >= maxMembers) throw new InputError({ kind: 'tooManyMembers', count: maxMembers });
      const name = nameOf(entry);
      if (nothing.test(name)) continue;
      if (!everyFile && [hidden, described, otherTypes].some((pattern) => pattern.test(name))) {
        yield { name, chunks: undefined };
        continue;
      }
      if (entry.isEncrypted()) throw new InputError({ kind: 'encryptedArchive' });
      total += entry.uncompressedSize;
      if (total > bounds.bytes || isBomb(entry, bounds))
        throw new InputError({ kind: 'expandsTooMuch', times: bounds.times });
      yield { name, chunks: contentOf(file, entry) };
    }
  } finally {
    file.close();
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

function isBomb({ compressedSize, uncompressedSize }: Entry, { freeBytes, times }: ExpandBounds): boolean {
  return uncompressedSize > freeBytes && uncompressedSize > compressedSize * times;
}

function failureOf(error: unknown): InputError {
  if (error instanceof InputError) return error;
  const failure = inputFailureOf(error);
  return new InputError(failure.kind === 'unreadable' ? { kind: 'damaged' } : failure);
}

function opened(open: Open): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open((error, file) => {
      if (error === null) resolve(file);
      else
        reject(
          new InputError(
            /end of central directory/i.test(error.message) ? { kind: 'missingDirectory' } : { kind: 'damaged' },
          ),
        );
    });
  });
}

function nextEntry(file: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const listeners: Record<string, (value?: never) => void> = {
      entry: (entry?: Entry) => settle(() => resolve(entry)),
      end: () => settle(() => resolve(undefined)),
      error: (error?: Error) => settle(() => reject(failureOf(error))),
    };
    const settle = (done: () => void): void => {
      for (const [event, listener] of Object.entries(listeners)) file.off(event, listener);
      done();
    };
    for (const [event, listener] of Object.entries(listeners)) file.on(event, listener);
    file.readEntry();
  });
}

/** Sizes are checked while reading, so that a member can't be longer than the archive states. */
async function* contentOf(file: ZipFile, entry: Entry): Chunks {
  const stream = await new Promise<Readable>((resolve, reject) => {
    file.openReadStream(entry, (error, readable) => {
      if (error === null) resolve(readable);
      else reject(failureOf(error));
    });
  });
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw failureOf(error);
  } finally {
    stream.destroy();
  }
  return undefined;
}

const headerBytes = 30;

/**
 * The first member of an archive whose end, and thus its directory, is missing. Throws an InputError after what came of
 * it.
 */
export async function* truncatedMember(chunks: Chunks, bounds: ExpandBounds = expandBounds): Chunks {
  let head = new Uint8Array();
  const longer = async (length: number): Promise<void> => {
    while (head.length < length) {
      const { value, done } = await chunks.next();
      if (done === true) throw new InputError({ kind: 'truncated' });
      const joined = new Uint8Array(head.length + value.length);
      joined.set(head);
      joined.set(value, head.length);
      head = joined;
    }
  };
  await longer(headerBytes);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [flags, method] = [view.getUint16(6, true), view.getUint16(8, true)];
  const start = headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
  // Of a stored member, the end isn't known.
  if ((flags & 1) !== 0 || method !== 8)
    throw new InputError({ kind: (flags & 1) !== 0 ? 'encryptedArchive' : 'truncated' });
  await longer(start);
  async function* rest(): Chunks {
    yield head.subarray(start);
    yield* chunks;
    return undefined;
  }
  yield* expand(rest(), unpackDeflate, bounds);
  throw new InputError({ kind: 'truncated' });
}
