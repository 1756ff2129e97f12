import { encodingOf } from '../import/bytes';
import { refuseBinary } from '../import/inputFailureOf';

/** Decodes bytes chunk by chunk: UTF-8, or UTF-16 with a byte order mark. Throws an InputError for binary data. */
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
