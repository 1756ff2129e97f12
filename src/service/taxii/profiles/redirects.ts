import { elsewhere, listPath } from './around';
import type { Profile } from './profile';

const moved = '/taxii2/moved/';

function redirecting(name: string, about: string, target: (url: URL) => URL): Profile {
  return {
    name,
    about,
    wrap: (service) => (request) => {
      const url = new URL(request.url);
      if (url.pathname.startsWith(moved)) {
        url.pathname = url.pathname.replace(moved, '/taxii2/');
        return service(new Request(url, request));
      }
      if (listPath(request) === undefined) return service(request);
      const to = target(url);
      to.pathname = url.pathname.replace('/taxii2/', moved);
      return Promise.resolve(new Response(null, { status: 307, headers: { Location: to.href } }));
    },
  };
}

export const redirectSame = redirecting('redirect-same', 'Lists are redirected within the origin.', (url) => url);

export const redirectElsewhere = redirecting(
  'redirect-elsewhere',
  'Lists are redirected to another origin: this machine under its other name.',
  elsewhere,
);
