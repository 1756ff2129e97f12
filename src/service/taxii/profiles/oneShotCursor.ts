import { respondWith, changed, listPath, refused } from './around';
import type { Profile } from './profile';

const token = 'next page';

export const oneShotCursor: Profile = {
  name: 'one-shot-cursor',
  about:
    '`next` is the same token on every page, and what it stands for moves on with each use: a repeat skips a page.',
  wrap(service) {
    const cursors = new Map<string, string>();
    return async (request) => {
      const path = listPath(request);
      if (path === undefined) return service(request);
      const given = new URL(request.url).searchParams.get('next');
      const at = given === token ? cursors.get(path) : undefined;
      if (given !== null && at === undefined) return refused(400, 'The cursor is used up.');
      return changed(await respondWith(service, request, { next: at }), (envelope) => {
        if (envelope.next === undefined) cursors.delete(path);
        else cursors.set(path, envelope.next);
        return envelope.next === undefined ? envelope : { ...envelope, next: token };
      });
    };
  },
};
