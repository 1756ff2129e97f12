import { exactTimestamp } from '../../../core/records/exactTimestamp';
import { listPath, pageWith, wholeList } from './around';
import type { Profile } from './profile';

export const pageNumbers: Profile = {
  name: 'page-numbers',
  about: '`next` is the number of a page, and the list grows at its beginning: what stood last on a page comes again.',
  wrap: (service) => async (request) => {
    const list = listPath(request) === undefined ? undefined : await wholeList(service, request);
    if (list === undefined) return service(request);
    if (list instanceof Response) return list;
    const { searchParams } = new URL(request.url);
    const after = exactTimestamp(searchParams.get('added_after') ?? '') ?? '';
    const createdOf = (object: unknown): string => {
      const { created } = object as { readonly created?: unknown };
      return typeof created === 'string' ? created : '';
    };
    const wanted = list.filter((object) => (exactTimestamp(createdOf(object)) ?? '~') > after);
    const limit = Math.min(Number(searchParams.get('limit') ?? '1000'), 1_000);
    const number = Number(searchParams.get('next') ?? '1');
    // For each page read, one more object is inserted in front.
    const start = (number - 1) * Math.max(1, limit - 1);
    const page = wanted.slice(start, start + limit);
    const more = start + limit < wanted.length;
    const body = { more, next: more ? String(number + 1) : undefined, objects: page };
    return pageWith(body, {
      'X-TAXII-Date-Added-First': createdOf(page[0] ?? {}) || undefined,
      'X-TAXII-Date-Added-Last': createdOf(page.at(-1) ?? {}) || undefined,
    });
  },
};
