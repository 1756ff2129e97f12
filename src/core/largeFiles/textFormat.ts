import { encodingBytes, getEncoding, markLength } from '../text/encoding';

/** How the text of a file is encoded; `bytes` is UTF-8 and every other encoding with one byte per line feed. */
type TextEncodingName = 'bytes' | 'utf16le' | 'utf16be';

/** How the text of a file is read. */
export interface TextFormat {
  readonly encoding: TextEncodingName;
  /** Bytes of a line feed. */
  readonly unit: 1 | 2;
  /** Bytes of the byte order mark at the beginning of the file. */
  readonly markBytes: number;
}

/** As many first bytes of a file as {@link getTextFormat} looks at. */
export const formatBytes = encodingBytes;
const [lineFeed, carriageReturn, space] = [10, 13, 32];
const utf8Mark = Buffer.from('\ufeff');

/** The format of a file by its first bytes. */
export function getTextFormat(head: Uint8Array): TextFormat {
  const encoding = getEncoding(head);
  const markBytes = markLength(head, encoding);
  if (encoding === 'utf-8') return { encoding: 'bytes', unit: 1, markBytes };
  return { encoding: encoding === 'utf-16le' ? 'utf16le' : 'utf16be', unit: 2, markBytes };
}

/** The text of bytes that begin and end between characters. */
export function decodeText(bytes: Buffer, { encoding }: TextFormat): string {
  switch (encoding) {
    case 'bytes':
      return bytes.toString('utf8');
    case 'utf16le':
      return bytes.toString('utf16le');
    case 'utf16be': {
      const even = bytes.length - (bytes.length % 2);
      return Buffer.from(bytes.subarray(0, even)).swap16().toString('utf16le');
    }
  }
}

/**
 * The bytes of a section for VS Code, which detects their encoding in each document. Lines end only at line feeds there,
 * as in the index: a carriage return within a line becomes a space, as does NUL, which VS Code takes for binary data.
 */
export function documentBytes(bytes: Buffer, format: TextFormat, isFirst: boolean): Buffer {
  if (format.encoding !== 'bytes') {
    const text = decodeText(bytes, format).replace(/^\ufeff/, '');
    return Buffer.concat([utf8Mark, Buffer.from(text.replace(/\r(?!\n)|\0/g, ' '), 'utf8')]);
  }
  for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (bytes[at + 1] !== lineFeed) bytes[at] = space;
  }
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) bytes[at] = space;
  return format.markBytes > 0 && !isFirst ? Buffer.concat([utf8Mark, bytes]) : bytes;
}
