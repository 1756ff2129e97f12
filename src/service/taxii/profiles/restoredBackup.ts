import { changed, listPath } from './around';
import type { Profile } from './profile';

/** A later version of an object, which a backup doesn't contain. */
function later(object: unknown): unknown {
  const { id } = object as { readonly id?: unknown };
  if (typeof id !== 'string' || !/^indicator--.*0$/.test(id)) return object;
  return { ...(object as object), modified: '2099-01-01T00:00:00.000Z', revoked: true };
}

export const restoredBackup: Profile = {
  name: 'restored-backup',
  about:
    'Once the list was read to its end, some objects have earlier versions: the server was restored from a backup.',
  wrap(service) {
    let isRestored = false;
    return async (request) => {
      const response = await service(request);
      if (listPath(request) === undefined || isRestored) return response;
      return changed(response, (page) => {
        isRestored = page.more !== true;
        return { ...page, objects: page.objects?.map(later) };
      });
    };
  },
};
