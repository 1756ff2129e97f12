import type { Service } from '../..';
import { exactMillis, exactTimestamp } from '../../../core/records/exactTimestamp';
import { listPath, pageWith, wholeList } from './around';

export interface Relisting {
  /** How many objects share an added date. */
  readonly together: number;
  /** Whether the next page is announced by `next`. */
  readonly withNext: boolean;
}

/** When the first object was added, milliseconds. */
const startDate = Date.parse('2026-01-01T00:00:00Z');

/** A server that orders and dates objects by the time it received them, whatever their `created`. */
export function relisted(service: Service, { together, withNext }: Relisting): Service {
  /** By collection and ID: objects that come later were added later. */
  const numbers = new Map<string, number>();
  const addedAt = (path: string, object: unknown): string => {
    const id = `${path} ${JSON.stringify((object as { readonly id?: unknown }).id)}`;
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return exactMillis(startDate + Math.floor(number / together) * 1_000);
  };
  return async (request) => {
    const path = listPath(request);
    const list = path === undefined ? undefined : await wholeList(service, request);
    if (path === undefined || list === undefined) return service(request);
    if (list instanceof Response) return list;
    const { searchParams } = new URL(request.url);
    const after = exactTimestamp(searchParams.get('added_after') ?? '') ?? '';
    const dated = list.map((object) => ({ object, added: addedAt(path, object) }));
    const wanted = dated.filter(({ added }) => added > after).toSorted((a, b) => (a.added < b.added ? -1 : 1));
    const start = Number(searchParams.get('next') ?? '0');
    const end = start + Math.min(Number(searchParams.get('limit') ?? '1000'), 1_000);
    const page = wanted.slice(start, end);
    const more = end < wanted.length;
    const body = {
      more,
      next: more && withNext ? String(end) : undefined,
      objects: page.map(({ object }) => object),
    };
    return pageWith(body, {
      'X-TAXII-Date-Added-First': page[0]?.added,
      'X-TAXII-Date-Added-Last': page.at(-1)?.added,
    });
  };
}
