import type { BlockReason } from '../../core/lookups/types';
import type { IndicatorRecord } from '../../core/records/record';

/** The address of a screenshot. */
export interface ScreenshotLocation {
  readonly url: string;
  readonly host: string;
  /** Whether it is on the service that the record is from. */
  readonly isOwn: boolean;
}

const maxMegabytes = 5;
const maxBytes = maxMegabytes * 1_048_576;
const maxWaitSeconds = 20;
const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The screenshot of a record, if its address may be requested: https, or the same origin as the service at `address`. */
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
  { readonly ok: true; readonly source: string } | { readonly ok: false; readonly error: ScreenshotError };

/** Why an image was not loaded. */
export type ScreenshotError =
  | { readonly kind: 'offline' | 'redirected' | 'notImage' | 'unreachable' }
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'tooLarge'; readonly maxMegabytes: number }
  | { readonly kind: 'timedOut'; readonly seconds: number };

/**
 * Loads an image without key and cookies, following no redirects. Accepts only PNG, JPEG, GIF and WebP, by their first
 * bytes, up to 5 MB. Never rejects.
 */
export async function loadScreenshot(
  { url }: ScreenshotLocation,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<LoadedScreenshot> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept: acceptedTypes.join(', ') },
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxWaitSeconds * 1_000)]),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      return { ok: false, error: { kind: 'redirected' } };
    }
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, error: { kind: 'status', status: response.status } };
    }
    const bytes = await readBounded(response);
    if (bytes === undefined) return { ok: false, error: { kind: 'tooLarge', maxMegabytes } };
    const type = imageType(bytes);
    if (type === undefined) return { ok: false, error: { kind: 'notImage' } };
    return { ok: true, source: `data:image/${type};base64,${base64(bytes)}` };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { ok: false, error: isTimeout ? { kind: 'timedOut', seconds: maxWaitSeconds } : { kind: 'unreachable' } };
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

/** Determined by the bytes, not by the declared type. */
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
