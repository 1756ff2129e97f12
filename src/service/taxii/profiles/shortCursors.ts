import { respondWith, changed, listPath, refused } from './around';
import type { Profile } from './profile';

const lifeMillis = 30_000;

export const shortCursors: Profile = {
  name: 'short-cursors',
  about: 'Cursors work for 30 seconds from the first page on; later ones are 400.',
  wrap:
    (service, now = Date.now) =>
    async (request) => {
      if (listPath(request) === undefined) return service(request);
      const given = new URL(request.url).searchParams.get('next');
      const [startDate = '', ...rest] = (given ?? String(now())).split('|');
      if (now() - Number(startDate) > lifeMillis) return refused(400, 'The cursor has expired.');
      const response = await respondWith(service, request, { next: given === null ? undefined : rest.join('|') });
      return changed(response, (page) =>
        page.next === undefined ? page : { ...page, next: `${startDate}|${page.next}` },
      );
    },
};
