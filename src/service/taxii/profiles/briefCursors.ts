import { changed, listPath, refused } from './around';
import type { Profile } from './profile';
import { relisted } from './relisted';

const [pages, together] = [27, 1_000];

export const briefCursors: Profile = {
  name: 'brief-cursors',
  about: `Cursors work for ${pages} pages and are 400 then, and ${together} objects share each moment of adding.`,
  wrap(service) {
    const listed = relisted(service, { together, withNext: true });
    return async (request) => {
      if (listPath(request) === undefined) return service(request);
      const url = new URL(request.url);
      const [number = 1, ...rest] = (url.searchParams.get('next') ?? '1').split('|');
      if (Number(number) > pages) return refused(400, 'The cursor has expired.');
      if (rest.length > 0) url.searchParams.set('next', rest.join('|'));
      else url.searchParams.delete('next');
      return changed(await listed(new Request(url, request)), (page) =>
        page.next === undefined ? page : { ...page, next: `${Number(number) + 1}|${page.next}` },
      );
    };
  },
};
