import type { Service } from '../..';
import { taxiiError } from '../response';
import { toResponse } from '../../http/answer';
import { taxiiType } from '../media';

export interface Envelope {
  readonly more?: boolean;
  readonly next?: string;
  readonly objects?: readonly unknown[];
}

/** The path of a collection's list of objects; undefined for every other request. */
export function listPath({ method, url }: Request): string | undefined {
  const { pathname } = new URL(url);
  return method === 'GET' && /^\/taxii2\/api\/collections\/[^/]+\/objects\/$/.test(pathname) ? pathname : undefined;
}

/** Requests the same with other parameters; undefined removes one. */
export async function respondWith(
  service: Service,
  request: Request,
  changes: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return service(new Request(url, request));
}

/** A page with other content. */
export function pageWith(body: unknown, headers: Readonly<Record<string, string | undefined>> = {}): Response {
  const defined = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': taxiiType, ...Object.fromEntries(defined) } });
}

/** The same response with another body; errors stay as they are. */
export async function changed(response: Response, change: (envelope: Envelope) => unknown): Promise<Response> {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  return new Response(JSON.stringify(change((await response.json()) as Envelope)), { headers });
}

/** Every object of a list with its filters, whatever page is requested; the service's error where there is one. */
export async function wholeList(service: Service, request: Request): Promise<readonly unknown[] | Response> {
  const objects: unknown[] = [];
  let next: string | undefined;
  do {
    const response = await respondWith(service, request, { next, limit: '1000', added_after: undefined });
    if (!response.ok) return response;
    const envelope = (await response.json()) as Envelope;
    objects.push(...(envelope.objects ?? []));
    next = envelope.next;
  } while (next !== undefined);
  return objects;
}

/** The same machine at another origin: its other name. */
export function elsewhere(url: URL): URL {
  const other = new URL(url);
  other.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return other;
}

/** An error message of TAXII. */
export function refused(status: number, title: string): Response {
  return toResponse(taxiiError(status, title), false);
}
