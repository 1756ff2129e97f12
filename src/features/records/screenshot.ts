import type { IndicatorRecord } from '../../core/records/record';

/** Where the picture of a page is to be had. */
export interface ScreenshotLocation {
  readonly url: string;
  readonly host: string;
  /** Whether the service that the record is from has it. */
  readonly isOwn: boolean;
}

const maxBytes = 5 * 1_048_576;
const maxWaitMillis = 20_000;

/** The record's screenshot, where its address can be asked for: https, or the very origin of the service at `address`. */
export function screenshotOf(
  { properties }: IndicatorRecord,
  address: string | undefined,
): ScreenshotLocation | undefined {
  const [text] = properties.dom?.screenshot ?? [];
  const url = text === undefined || text.length > 4_096 ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isOwn = address !== undefined && URL.parse(address)?.origin === url.origin;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) return undefined;
  url.hash = '';
  return { url: url.href, host: url.host, isOwn };
}

export type LoadedScreenshot =
  /** A `data:` address. */
  | { readonly ok: true; readonly source: string }
  /** In a sentence. */
  | { readonly ok: false; readonly why: string };

/**
 * Loads the picture: no key and no cookie goes along, no redirect is followed, and only what begins as a PNG, JPEG, GIF
 * or WebP does, up to 5 MB, is taken. Never rejects.
 */
export async function loadScreenshot(
  { url, host }: ScreenshotLocation,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<LoadedScreenshot> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxWaitMillis)]),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      return { ok: false, why: `${host} points to another place, which is not followed.` };
    }
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, why: `${host} has no such picture (${response.status}).` };
    }
    const bytes = await readBounded(response);
    if (bytes === undefined) return { ok: false, why: `${host} sent more than 5 MB, which is not read.` };
    const type = imageType(bytes);
    if (type === undefined) return { ok: false, why: `${host} sent something that is not a picture.` };
    return { ok: true, source: `data:image/${type};base64,${base64(bytes)}` };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { ok: false, why: late ? `${host} did not answer within 20 s.` : `${host} can’t be reached.` };
  }
}

async function readBounded({ body, headers }: Response): Promise<Uint8Array | undefined> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await body?.cancel();
    return undefined;
  }
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** By what the bytes are, not by what the answer says they are. */
function imageType(bytes: Uint8Array): 'png' | 'jpeg' | 'gif' | 'webp' | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'webp' : undefined;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
