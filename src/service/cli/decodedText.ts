import { encodingOf } from '../import/bytes';
import { refuseBinary } from '../inputFailureOf';

/** Reads bytes as text, chunk by chunk: UTF-8, or UTF-16 where it begins with that byte order mark. Throws InputError for what is no text. */
export async function* decodedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    const isFirst = decoder === undefined;
    decoder ??= new TextDecoder(encodingOf(chunk));
    const piece = decoder.decode(chunk, { stream: true });
    if (isFirst) refuseBinary(piece);
    yield piece;
  }
  if (decoder !== undefined) yield decoder.decode();
}
