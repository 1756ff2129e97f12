import { exactTimestamp, timestampBefore } from '../../../core/records/exactTimestamp';
import { respondWith, listPath } from './around';
import type { Profile } from './profile';

export const inclusiveAddedAfter: Profile = {
  name: 'inclusive-added-after',
  about: 'added_after includes objects of that exact time.',
  wrap: (service) => async (request) => {
    const requested = exactTimestamp(new URL(request.url).searchParams.get('added_after') ?? '');
    if (listPath(request) === undefined || requested === undefined) return service(request);
    return respondWith(service, request, { added_after: timestampBefore(requested) });
  },
};
