import { listPath, pageWith } from './around';
import type { Envelope } from './around';
import type { Profile } from './profile';

export const futureDate: Profile = {
  name: 'future-date',
  about: 'The last object of the list is dated in the year 2099.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (listPath(request) === undefined || !response.ok) return response;
    const page = (await response.json()) as Envelope;
    const dateOf = (name: string): string | undefined => response.headers.get(name) ?? undefined;
    const isEnd = page.more !== true && (page.objects ?? []).length > 0;
    return pageWith(page, {
      'X-TAXII-Date-Added-First': dateOf('X-TAXII-Date-Added-First'),
      'X-TAXII-Date-Added-Last': isEnd ? '2099-01-01T00:00:00.000000Z' : dateOf('X-TAXII-Date-Added-Last'),
    });
  },
};
