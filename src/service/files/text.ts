import { startsMail } from '../../core/indicators/detect/encoded/mail';
import { InputError } from '../../core/records/problems/inputFailure';
import {
  getEncoding,
  hasOtherEncoding,
  headBytes,
  isBinary,
  markLength,
  type TextEncoding,
} from '../../core/text/encoding';
import { ByteStream, type Chunks } from './byteStream';

/** How a text is read, by its beginning. */
export interface TextForm {
  readonly encoding: TextEncoding;
  /** Length of the byte order mark. */
  readonly markBytes: number;
  /** Whether it is a mail, whose parts may be encoded. */
  readonly isMail: boolean;
  /** Whether its lines end with carriage returns alone, as in a CSV that Excel saves for Macintosh. */
  readonly endsWithReturns: boolean;
}

/** Its bytes without the byte order mark. */
export interface TextBytes extends TextForm {
  readonly chunks: Chunks;
}

/** How a text is read, by its first `headBytes`. Throws an InputError if it isn't text. */
export function getTextForm(head: Uint8Array): TextForm {
  const encoding = getEncoding(head);
  if (isBinary(head, encoding)) throw new InputError({ kind: 'binary' });
  const markBytes = markLength(head, encoding);
  const isMail = startsMail(new TextDecoder(encoding).decode(head.subarray(markBytes, headBytes)));
  const endsWithReturns = head.includes(carriageReturn) && !head.includes(lineFeed) && encoding === 'utf-8';
  return { encoding, markBytes, isMail, endsWithReturns };
}

const [lineFeed, carriageReturn] = [10, 13];

/** Ends lines with line feeds where they ended with carriage returns: everything after this reads lines in one way. */
async function* withLineFeeds(chunks: Chunks): Chunks {
  for await (const chunk of chunks) yield chunk.map((byte) => (byte === carriageReturn ? lineFeed : byte));
  return undefined;
}

/** Begins to read a text; undefined if it is empty. Rejects with an InputError if it isn't text. */
export async function openText(chunks: AsyncIterable<Uint8Array>): Promise<TextBytes | undefined> {
  const stream = new ByteStream(chunks);
  const head = await stream.peek(headBytes);
  if (head.length === 0) return undefined;
  try {
    const form = getTextForm(head);
    await stream.take(form.markBytes);
    return { ...form, chunks: form.endsWithReturns ? withLineFeeds(stream.rest()) : stream.rest() };
  } catch (error) {
    await stream.close();
    throw error;
  }
}

/** Decodes a text chunk by chunk, see {@link decoded}. Throws an InputError if it isn't text. */
export async function* decodedText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const text = await openText(chunks);
  if (text !== undefined) yield* decoded(text);
  return undefined;
}

/** Decodes a text. Throws an InputError at its end if part of it is in another encoding than its beginning. */
async function* decoded({ encoding, chunks }: TextBytes): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let isMixed = false;
  let odd: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    // Whole units, so that it is known which of the two bytes is which.
    const bytes = odd.length === 0 ? chunk : Buffer.concat([odd, chunk]);
    const even = encoding === 'utf-8' ? bytes.length : bytes.length - (bytes.length % 2);
    odd = bytes.subarray(even);
    isMixed ||= hasOtherEncoding(bytes.subarray(0, even), encoding);
    yield decoder.decode(bytes.subarray(0, even), { stream: true });
  }
  yield decoder.decode(odd);
  if (isMixed) throw new InputError({ kind: 'mixedEncodings' });
  return undefined;
}

/** The bytes of a text in UTF-8. Throws like {@link decoded}. */
export async function* toUtf8(text: TextBytes): Chunks {
  if (text.encoding === 'utf-8') yield* text.chunks;
  else for await (const chunk of decoded(text)) yield Buffer.from(chunk);
  return undefined;
}
