import { listPath } from './around';
import type { Profile } from './profile';

function tooMany(name: string, about: string, headers: Readonly<Record<string, string>>): Profile {
  return {
    name,
    about,
    wrap(service) {
      let pages = 0;
      return async (request) => {
        const isRefused = listPath(request) !== undefined && [2, 5].includes(++pages);
        return isRefused ? new Response(null, { status: 429, headers: { ...headers } }) : service(request);
      };
    },
  };
}

export const tooManyRequests = tooMany(
  'too-many-requests',
  'The second and the fifth request for a page are 429 with Retry-After and what is left of the budget.',
  { 'Retry-After': '1', 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1' },
);

export const tooManyBare = tooMany('too-many-bare', 'The second and the fifth request for a page are a bare 429.', {});
