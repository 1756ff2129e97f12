import type { IndicatorRecord } from './record';

/** A web page that a source names; opened only in a browser, after a question that names its host. */
export interface WebPage {
  /** http or https, without user name and password. */
  readonly url: string;
  readonly host: string;
  /** Whether it is on the host of the service that named it; absent if the source has no host. */
  readonly isOwn?: boolean;
}

const maxUrlLength = 2_000;

/**
 * The web page of an address, if it may be opened: http or https, on one line, without user name and password. `service` is
 * the base URL of the service that named it, if any.
 */
export function webPage(text: unknown, service: string | undefined): WebPage | undefined {
  if (typeof text !== 'string') return undefined;
  const trimmed = text.trim();
  if (trimmed.length > maxUrlLength || !/^https?:\/\/[^\s\p{C}]+$/iu.test(trimmed)) return undefined;
  const url = URL.parse(trimmed);
  if (url === null || url.href.length > maxUrlLength || url.username !== '' || url.password !== '') return undefined;
  const own = service === undefined ? undefined : URL.parse(service)?.hostname;
  return { url: url.href, host: url.host, isOwn: own === undefined || own === '' ? undefined : own === url.hostname };
}

/** The page of an indicator on its service (lookup API: “Explore CSV result”, `reference`). */
export function getReference(
  { other }: Pick<IndicatorRecord, 'other'>,
  service: string | undefined,
): WebPage | undefined {
  const [, reference] = Object.entries(other).find(([key]) => key.toLowerCase() === 'reference') ?? [];
  return webPage(reference, service);
}
