import { untilAborted } from './waiting';

export type Body =
  { readonly kind: 'text'; readonly text: string; readonly bytes: number } | { readonly kind: 'tooLarge' };

/** Reads a body as UTF-8 and stops at `maxBytes`; rejects where the body breaks off or `signal` is aborted. */
export async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const announced = Number(response.headers.get('content-length') ?? '0');
  if (announced > maxBytes) {
    dropBody(response);
    return { kind: 'tooLarge' };
  }
  if (response.body === null) return { kind: 'text', text: '', bytes: 0 };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) return { kind: 'tooLarge' };
      parts.push(decoder.decode(value, { stream: true }));
    }
    parts.push(decoder.decode());
    return { kind: 'text', text: parts.join(''), bytes };
  } finally {
    // After a complete read this does nothing; otherwise it frees the connection.
    reader.cancel().catch(() => undefined);
  }
}

/** Frees the connection of a response whose body nobody wants. */
export function dropBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
