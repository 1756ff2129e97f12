import { listPath, refused } from './around';
import type { Profile } from './profile';

export const lostPages: Profile = {
  name: 'lost-pages',
  about: 'Every second cursor leads to a page that is 404.',
  wrap(service) {
    let cursors = 0;
    return async (request) => {
      const isLater = listPath(request) !== undefined && new URL(request.url).searchParams.has('next');
      return isLater && ++cursors % 2 === 1 ? refused(404, 'There is no such page.') : service(request);
    };
  },
};
