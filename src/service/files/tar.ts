import { InputError } from '../../core/records/problems/inputFailure';
import type { ByteStream, Chunks } from './byteStream';
import type { ArchiveEntry } from './zip';

export const tarBlockBytes = 512;
/** Fields of a header by their start and end (POSIX, pax, “ustar Interchange Format”). */
const [nameField, sizeField, sumField, prefixField] = [
  [0, 100],
  [124, 136],
  [148, 156],
  [345, 500],
] as const;
const typeAt = 156;
/** Longer names and attributes aren't written by any program. */
const maxHeaderBytes = 1024 * 1024;

function text(bytes: Uint8Array, [start, end]: readonly [number, number]): string {
  const field = bytes.subarray(start, end);
  const nul = field.indexOf(0);
  return Buffer.from(nul === -1 ? field : field.subarray(0, nul)).toString('utf8');
}

/** A number in octal digits, or in bytes if the first bit is set; NaN otherwise. */
function numberOf(header: Uint8Array, [start, end]: readonly [number, number]): number {
  const bytes = header.subarray(start, end);
  if (((bytes[0] ?? 0) & 0x80) !== 0)
    return bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, (bytes[0] ?? 0) & 0x7f);
  const digits = text(header, [start, end]).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : NaN;
}

/** Whether bytes begin with a header of a tar archive, by its checksum. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < tarBlockBytes || head[0] === 0) return false;
  const wanted = numberOf(head, sumField);
  let sum = 0;
  for (let at = 0; at < tarBlockBytes; at++) sum += at >= sumField[0] && at < sumField[1] ? 32 : (head[at] ?? 0);
  return wanted === sum;
}

/** The attributes of a pax header: lines of a length, a name, and a value. */
function attributesOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const length = /^\d+ /.exec(text(bytes, [at, at + 12]))?.[0];
    if (length === undefined) break;
    const [name = '', ...value] = text(bytes, [at + length.length, at + Number(length) - 1]).split('=');
    attributes.set(name, value.join('='));
    at += Math.max(1, Number(length));
  }
  return attributes;
}

const paddingOf = (size: number): number => (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes;

/** Properties of a file in the headers before it. */
interface Extended {
  readonly attributes: ReadonlyMap<string, string>;
  readonly longName?: string;
}

const nothingExtended: Extended = { attributes: new Map() };

/**
 * The files of a tar archive in its order, also of several archives one after the other; links have no content. Each is read
 * before the next one. Throws an InputError if the archive is cut or damaged.
 */
export async function* untar(input: ByteStream): AsyncGenerator<ArchiveEntry, undefined> {
  let extended = nothingExtended;
  for (;;) {
    const header = await nextHeader(input);
    if (header === undefined) return undefined;
    const size = Number(extended.attributes.get('size') ?? numberOf(header, sizeField));
    if (!Number.isSafeInteger(size)) throw new InputError({ kind: 'damaged' });
    const type = typeOf(header);
    if ('xgLK'.includes(type)) extended = await extendedBy(input, type, size, extended);
    else {
      yield* readEntry(input, header, size, extended);
      extended = nothingExtended;
    }
  }
}

/** The header of the next file; undefined at the end, which empty blocks mark. */
async function nextHeader(input: ByteStream): Promise<Uint8Array | undefined> {
  let hasEnd = false;
  for (;;) {
    const header = await input.peek(tarBlockBytes);
    if (header.length === 0 && hasEnd) return undefined;
    if (header.length < tarBlockBytes) throw new InputError({ kind: hasEnd ? 'otherBytes' : 'truncated' });
    await input.take(tarBlockBytes);
    if (header.some((byte) => byte !== 0)) {
      if (isTar(header)) return header;
      throw new InputError({ kind: hasEnd ? 'otherBytes' : 'damaged' });
    }
    hasEnd = true;
  }
}

const typeOf = (header: Uint8Array): string => String.fromCharCode(header[typeAt] ?? 0);

/** Reads a header that only describes the next file: attributes, or a long name. */
async function extendedBy(input: ByteStream, type: string, size: number, before: Extended): Promise<Extended> {
  if (size > maxHeaderBytes) throw new InputError({ kind: 'damaged' });
  const content = await input.take(size);
  await input.take(paddingOf(size));
  if (type === 'x') return { ...before, attributes: attributesOf(content) };
  return type === 'L' ? { ...before, longName: text(content, [0, size]) } : before;
}

function nameOf(header: Uint8Array, { attributes, longName }: Extended): string {
  const prefix = text(header, [257, 262]) === 'ustar' ? text(header, prefixField) : '';
  const short = [prefix, text(header, nameField)].filter((part) => part !== '').join('/');
  return attributes.get('path') ?? longName ?? short;
}

/** A file; what isn't read of its content is skipped. Nothing for links and folders. */
async function* readEntry(
  input: ByteStream,
  header: Uint8Array,
  size: number,
  extended: Extended,
): AsyncGenerator<ArchiveEntry, undefined> {
  const type = typeOf(header);
  const name = nameOf(header, extended);
  const isSparse = 'SM'.includes(type) || [...extended.attributes.keys()].some((key) => key.startsWith('GNU.sparse.'));
  let left = '12346'.includes(type) ? 0 : size;
  const padding = paddingOf(left);
  async function* content(): Chunks {
    while (left > 0) {
      const bytes = await input.next(left);
      if (bytes === undefined) throw new InputError({ kind: 'truncated' });
      left -= bytes.length;
      yield bytes;
    }
    return undefined;
  }
  if (isSparse) yield { name, failure: { kind: 'unsupportedArchive', name: 'tar (sparse)' } };
  else if (left > 0 || '\x0007'.includes(type)) yield { name, chunks: content() };
  await input.skip(left);
  await input.take(padding);
  return undefined;
}
