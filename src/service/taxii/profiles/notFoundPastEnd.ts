import { respondWith, changed, type Envelope, listPath, refused } from './around';
import type { Profile } from './profile';

const past = 'past the end';

export const notFoundPastEnd: Profile = {
  name: 'not-found-past-end',
  about: 'The last page promises another one, which is 404; so is a list with nothing in it.',
  wrap: (service) => async (request) => {
    if (listPath(request) === undefined) return service(request);
    if (new URL(request.url).searchParams.get('next') === past) return refused(404, 'There is no such page.');
    const response = await respondWith(service, request, {});
    if (!response.ok) return response;
    const { objects = [] } = (await response.clone().json()) as Envelope;
    if (objects.length === 0) return refused(404, 'There is nothing.');
    return changed(response, (page) => (page.more === true ? page : { ...page, more: true, next: past }));
  },
};
