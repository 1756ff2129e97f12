import type { Lookups } from '../../core/lookups/lookups';
import type { BlockReason } from '../../core/lookups/types';
import type { IndicatorRecord } from '../../core/records/record';
import { t } from '../../l10n';
import { reservedMessage } from '../shared/format/reservedMessage';
import { hostLabel } from '../../core/records/labels/verdict';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { visibleText } from '../../core/text/visibleText';
import { untrusted, showWarningMessage, uiLines } from '../shared/ui';
import { uiText } from '../shared/ui/text';

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
export function getScreenshot(
  { properties }: IndicatorRecord,
  address: string | undefined,
): ScreenshotLocation | undefined {
  const [text] = properties.dom?.screenshot ?? [];
  const url = text === undefined || text.length > 4_096 ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isOwn = isSameOrigin(url, address);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isOwn);
  if (!isAllowed) return undefined;
  url.hash = '';
  return { url: url.href, host: url.host, isOwn };
}

function isSameOrigin(url: URL, address: string | undefined): boolean {
  return address !== undefined && URL.parse(address)?.origin === url.origin;
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

/** Why an image from a host was not loaded. */
export function screenshotFailure(host: string, error: ScreenshotError): string {
  switch (error.kind) {
    case 'offline':
      return t('Offline mode is on. Nothing was loaded.');
    case 'blocked':
      return error.by.kind === 'reserved'
        ? reservedMessage(error.by)
        : t('{0} is ignored by “{1}”. It is never contacted.', host, visibleText(error.by.pattern));
    case 'redirected':
      return t("{0} redirected to another URL. Redirects aren't followed.", host);
    case 'status':
      return t("{0} didn't return the image (HTTP {1}).", host, String(error.status));
    case 'tooLarge':
      return t('The image from {0} exceeds the {1} MB limit.', host, error.maxMegabytes);
    case 'notImage':
      return t("The response from {0} isn't an image.", host);
    case 'timedOut':
      return t("{0} didn't respond within {1} seconds.", host, error.seconds);
    case 'unreachable':
      return t("Can't reach {0}.", host);
  }
}

/**
 * Loads an image after the click that named its host: not in offline mode, never from internal or ignored hosts unless
 * it is on the service itself, and from another origin only after a question. It is listed in the request log.
 * Undefined if the user declined.
 */
export function screenshotLoader(
  lookups: Pick<Lookups, 'blocked' | 'requestLog'>,
  isOffline: () => boolean,
  service: () => { readonly host: string } | undefined,
  tools: IndicatorTools,
) {
  return async (location: ScreenshotLocation, signal: AbortSignal): Promise<LoadedScreenshot | undefined> => {
    if (isOffline()) return { ok: false, error: { kind: 'offline' } };
    if (!location.isOwn) {
      const by = lookups.blocked({ type: 'url', value: location.url }, true);
      if (by !== undefined) return { ok: false, error: { kind: 'blocked', by } };
      const url = visibleText(tools.defang(location.url));
      if (!(await confirm(hostLabel(location.host), url, service()?.host))) return undefined;
    }
    const end = lookups.requestLog.begin({ to: new URL(location.url).origin, what: [location.url], why: 'click' });
    const loaded = await loadScreenshot(location, (url, init) => globalThis.fetch(url, init), signal);
    end(signal.aborted ? 'canceled' : loaded.ok ? 'answered' : 'failed');
    return loaded;
  };
}

async function confirm(host: string, url: string, service: string | undefined): Promise<boolean> {
  const who =
    service === undefined
      ? uiText("{0} will see your IP address. Your API key isn't sent.", host)
      : uiText(
          "The image isn't hosted by {1}. {0} will see your IP address. Your API key isn't sent.",
          host,
          hostLabel(service),
        );
  const detail = uiLines(who, untrusted(' '), untrusted(url));
  const load = uiText('Load Image');
  return (await showWarningMessage(uiText('Load the image from {0}?', host), { modal: true, detail }, load)) === load;
}

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
