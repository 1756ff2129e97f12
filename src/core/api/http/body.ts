import { untilAborted } from './waiting';

/**
 * Reads a body in pieces; resolves with false where it is too large. Rejects where it breaks off or `signal` is
 * aborted.
 */
async function readPieces(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  take: (piece: Uint8Array) => void,
): Promise<boolean> {
  const declared = Number(response.headers.get('content-length') ?? '0');
  if (declared > maxBytes) {
    dropBody(response);
    return false;
  }
  if (response.body === null) return true;
  const reader = response.body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) return true;
      bytes += value.byteLength;
      if (bytes > maxBytes) return false;
      take(value);
    }
  } finally {
    // After a complete read this does nothing; otherwise it frees the connection.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads a body as UTF-8; undefined where it has more than `maxBytes`. Rejects where it breaks off or `signal` is
 * aborted.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ readonly text: string; readonly bytes: number } | undefined> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const isWhole = await readPieces(response, maxBytes, signal, (piece) => {
    bytes += piece.byteLength;
    onBytes?.(bytes);
    parts.push(decoder.decode(piece, { stream: true }));
  });
  if (!isWhole) return undefined;
  parts.push(decoder.decode());
  return { text: parts.join(''), bytes };
}

/** The same as bytes in a buffer that can be transferred to another thread. */
export async function readBytes(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  if (!(await readPieces(response, maxBytes, signal, (piece) => pieces.push(piece)))) return undefined;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** Frees the connection of a response whose body is not needed. */
export function dropBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
