import { exactTimestamp, timestampBefore } from '../../../core/records/exactTimestamp';
import { askWith, listPath } from './around';
import type { Profile } from './profile';

export const inclusiveAddedAfter: Profile = {
  name: 'inclusive-added-after',
  about: 'added_after includes objects of that exact time.',
  wrap: (service) => async (request) => {
    const asked = exactTimestamp(new URL(request.url).searchParams.get('added_after') ?? '');
    if (listPath(request) === undefined || asked === undefined) return service(request);
    return askWith(service, request, { added_after: timestampBefore(asked) });
  },
};
