import { exactStamp, stampBefore } from '../../../core/records/exactStamp';
import { askWith, listPath } from './around';
import { type Profile } from './profile';

export const inclusiveAddedAfter: Profile = {
  name: 'inclusive-added-after',
  about: 'added_after brings objects of that very moment, too.',
  wrap: (service) => async (request) => {
    const asked = exactStamp(new URL(request.url).searchParams.get('added_after') ?? '');
    if (listPath(request) === undefined || asked === undefined) return service(request);
    return askWith(service, request, { added_after: stampBefore(asked) });
  },
};
