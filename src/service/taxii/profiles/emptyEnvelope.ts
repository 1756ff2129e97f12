import { listPath, pageWith } from './around';
import type { Envelope } from './around';
import type { Profile } from './profile';

export const emptyEnvelope: Profile = {
  name: 'empty-envelope',
  about: 'An empty page is `{}` without date headers, and the last page has no `more`.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (listPath(request) === undefined || !response.ok) return response;
    const { more, next, objects = [] } = (await response.json()) as Envelope;
    if (objects.length === 0) return pageWith({});
    const dates = ['X-TAXII-Date-Added-First', 'X-TAXII-Date-Added-Last'].map((name): [string, string | undefined] => [
      name,
      response.headers.get(name) ?? undefined,
    ]);
    return pageWith(more === true ? { more, next, objects } : { objects }, Object.fromEntries(dates));
  },
};
