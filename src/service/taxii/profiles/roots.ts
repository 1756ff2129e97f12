import { changed, elsewhere } from './around';
import type { Profile } from './profile';

function rootsAt(name: string, about: string, rootOf: (discovery: URL) => string): Profile {
  return {
    name,
    about,
    wrap: (service) => async (request) => {
      const response = await service(request);
      const url = new URL(request.url);
      if (url.pathname !== '/taxii2/') return response;
      const root = rootOf(url);
      return changed(response, (discovery) => ({ ...discovery, default: root, api_roots: [root] }));
    },
  };
}

export const relativeRoots = rootsAt('roots-relative', 'Roots are relative to the discovery address.', () => 'api/');

export const httpRoots = rootsAt(
  'roots-http',
  'Roots are whole addresses with http.',
  ({ host }) => `http://${host}/taxii2/api/`,
);

export const otherRoots = rootsAt(
  'roots-elsewhere',
  'Roots are at another origin: this machine under its other name.',
  (url) => `${elsewhere(url).origin}/taxii2/api/`,
);
