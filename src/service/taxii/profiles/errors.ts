import { listPath } from './around';
import type { Profile } from './profile';

function errorsAs(name: string, about: string, write: (status: number) => Response): Profile {
  return {
    name,
    about: `${about}; the second request for a page fails.`,
    wrap(service) {
      let pages = 0;
      return async (request) => {
        if (listPath(request) !== undefined && ++pages === 2) return write(503);
        const response = await service(request);
        return response.ok ? response : write(response.status);
      };
    },
  };
}

export const htmlErrors = errorsAs('errors-html', 'Errors are pages of HTML', (status) => {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>Error ${status}</h1></body></html>`;
  return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
});

export const jsonErrors = errorsAs('errors-json', 'Errors are JSON of another form', (status) => {
  const body = { code: status, name: 'Failure', description: `The request failed with ${status}.` };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
});

export const emptyErrors = errorsAs('errors-empty', 'Errors have no body', (status) => new Response(null, { status }));
