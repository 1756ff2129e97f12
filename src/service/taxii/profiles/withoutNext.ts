import { changed, listPath } from './around';
import type { Profile } from './profile';

export const withoutNext: Profile = {
  name: 'without-next',
  about: '`more` comes without `next`: the way on is added_after with the last date.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (listPath(request) === undefined) return response;
    return changed(response, ({ more, objects }) => ({ more, objects }));
  },
};
