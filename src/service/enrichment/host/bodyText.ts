import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Decompresses at most `limit` bytes of a body; of corrupted data, the part before the error. */
export async function decompress(body: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  const create = Object.entries(decompressors).find(([known]) => known === name)?.[1];
  if (create === undefined) return name === '' || name === 'identity' ? body.subarray(0, limit) : Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  const decompressor = create();
  try {
    for await (const chunk of Readable.from([body]).pipe(decompressor)) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch {
    // Truncated or corrupted: the part before the error is used.
  } finally {
    decompressor.destroy();
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes text by the charset of the `Content-Type`, else of the page, else as UTF-8. */
export function decodeText(body: Buffer, contentType: string): string {
  const head = body.subarray(0, 1024).toString('latin1');
  const label = charsetIn(contentType) ?? charsetIn(head) ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(text)?.[1];
}
