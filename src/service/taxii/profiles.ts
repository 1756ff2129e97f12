import type { Service } from '..';
import { exactMillis, exactTimestamp, timestampBefore } from '../../core/records/exactTimestamp';
import { taxiiType } from './media';
import { taxiiError } from './response';
import { toResponse } from '../http/answer';

/** A deviation seen in real TAXII servers, wrapped around the service. For tests of clients only. */
interface Profile {
  readonly name: string;
  /** The server's behavior, in a sentence. */
  readonly about: string;
  /** `now` is the clock of the server, milliseconds since 1970; the real one by default. */
  readonly wrap: (service: Service, now?: () => number) => Service;
}

const streamed = { 'Content-Type': taxiiType, 'Transfer-Encoding': 'chunked' };

/** Whether a request is for a page after the first. */
function isLaterPage(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return listPath(request) !== undefined && searchParams.has('next');
}

const cutJson: Profile = {
  name: 'cut-json',
  about: 'Pages behind the first end in the middle of their JSON.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (!isLaterPage(request) || !response.ok) return response;
    const text = await response.text();
    return new Response(text.slice(0, Math.floor(text.length / 2)), { headers: response.headers });
  },
};

const dropped: Profile = {
  name: 'dropped',
  about: 'The connection is dropped in the middle of every page behind the first.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (!isLaterPage(request) || !response.ok) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) controller.error(new Error('dropped'));
        else controller.enqueue(half);
        sent = true;
      },
    });
    return new Response(body, { headers: streamed });
  },
};

const limitIgnored: Profile = {
  name: 'limit-ignored',
  about: 'The whole list comes as one page, whatever `limit` says.',
  wrap: (service) => async (request) => {
    const list = listPath(request) === undefined ? undefined : await wholeList(service, request);
    if (list === undefined) return service(request);
    return list instanceof Response ? list : pageWith({ more: false, objects: list });
  },
};

const endless: Profile = {
  name: 'endless',
  about: 'The body of a page never ends.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (listPath(request) === undefined || !response.ok) return response;
    const encoder = new TextEncoder();
    let number = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const objects = Array.from({ length: 100 }, () => JSON.stringify(noteOf(number++)));
        controller.enqueue(encoder.encode((number === 100 ? '{"more":false,"objects":[' : ',') + objects.join(',')));
      },
    });
    return new Response(body, { headers: streamed });
  },
};

const endlessPages: Profile = {
  name: 'endless-pages',
  about: 'Every page contains new objects and announces another one.',
  wrap(service) {
    let made = 0;
    return async (request) => {
      if (listPath(request) === undefined) return service(request);
      const objects = Array.from({ length: 100 }, () => noteOf(made++));
      return pageWith({ more: true, next: String(made), objects });
    };
  },
};

function noteOf(number: number): unknown {
  const id = `note--00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { type: 'note', spec_version: '2.1', id, content: 'and so on', object_refs: [] };
}

const withoutNext: Profile = {
  name: 'without-next',
  about: '`more` comes without `next`: the way on is added_after with the last date.',
  wrap: (service) => async (request) => {
    const response = await service(request);
    if (listPath(request) === undefined) return response;
    return changed(response, ({ more, objects }) => ({ more, objects }));
  },
};

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

const tooManyRequests = tooMany(
  'too-many-requests',
  'The second and the fifth request for a page are 429 with Retry-After and what is left of the budget.',
  { 'Retry-After': '1', 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1' },
);

const tooManyBare = tooMany('too-many-bare', 'The second and the fifth request for a page are a bare 429.', {});

const lifeMillis = 30_000;

const shortCursors: Profile = {
  name: 'short-cursors',
  about: 'Cursors work for 30 seconds from the first page on; later ones are 400.',
  wrap:
    (service, now = Date.now) =>
    async (request) => {
      if (listPath(request) === undefined) return service(request);
      const given = new URL(request.url).searchParams.get('next');
      const [startDate = '', ...rest] = (given ?? String(now())).split('|');
      if (now() - Number(startDate) > lifeMillis) return refused(400, 'The cursor has expired.');
      const response = await respondWith(service, request, { next: given === null ? undefined : rest.join('|') });
      return changed(response, (page) =>
        page.next === undefined ? page : { ...page, next: `${startDate}|${page.next}` },
      );
    },
};

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

const relativeRoots = rootsAt('roots-relative', 'Roots are relative to the discovery address.', () => 'api/');

const httpRoots = rootsAt(
  'roots-http',
  'Roots are whole addresses with http.',
  ({ host }) => `http://${host}/taxii2/api/`,
);

const otherRoots = rootsAt(
  'roots-elsewhere',
  'Roots are at another origin: this machine under its other name.',
  (url) => `${elsewhere(url).origin}/taxii2/api/`,
);

/** A later version of an object, which a backup doesn't contain. */
function later(object: unknown): unknown {
  const { id } = object as { readonly id?: unknown };
  if (typeof id !== 'string' || !/^indicator--.*0$/.test(id)) return object;
  return { ...(object as object), modified: '2099-01-01T00:00:00.000Z', revoked: true };
}

const restoredBackup: Profile = {
  name: 'restored-backup',
  about:
    'Once the list was read to its end, some objects have earlier versions: the server was restored from a backup.',
  wrap(service) {
    let isRestored = false;
    return async (request) => {
      const response = await service(request);
      if (listPath(request) === undefined || isRestored) return response;
      return changed(response, (page) => {
        isRestored = page.more !== true;
        return { ...page, objects: page.objects?.map(later) };
      });
    };
  },
};

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

const redirectSame = redirecting('redirect-same', 'Lists are redirected within the origin.', (url) => url);

const redirectElsewhere = redirecting(
  'redirect-elsewhere',
  'Lists are redirected to another origin: this machine under its other name.',
  elsewhere,
);

const pageNumbers: Profile = {
  name: 'page-numbers',
  about: '`next` is the number of a page, and the list grows at its beginning: what stood last on a page comes again.',
  wrap(service) {
    const createdOf = (object: unknown): string => {
      const { created } = object as { readonly created?: unknown };
      return typeof created === 'string' ? created : '';
    };
    return paged(service, (list, { after, limit, next }) => {
      const wanted = list.filter((object) => (exactTimestamp(createdOf(object)) ?? '~') > after);
      const number = Number(next ?? '1');
      // For each page read, one more object is inserted in front.
      const start = (number - 1) * Math.max(1, limit - 1);
      const page = wanted.slice(start, start + limit);
      const more = start + limit < wanted.length;
      const body = { more, next: more ? String(number + 1) : undefined, objects: page };
      return pageWith(body, {
        'X-TAXII-Date-Added-First': createdOf(page[0] ?? {}) || undefined,
        'X-TAXII-Date-Added-Last': createdOf(page.at(-1) ?? {}) || undefined,
      });
    });
  },
};

const token = 'next page';

const oneShotCursor: Profile = {
  name: 'one-shot-cursor',
  about:
    '`next` is the same token on every page, and what it stands for moves on with each use: a repeat skips a page.',
  wrap(service) {
    const cursors = new Map<string, string>();
    return async (request) => {
      const path = listPath(request);
      if (path === undefined) return service(request);
      const given = new URL(request.url).searchParams.get('next');
      const at = given === token ? cursors.get(path) : undefined;
      if (given !== null && at === undefined) return refused(400, 'The cursor is used up.');
      return changed(await respondWith(service, request, { next: at }), (envelope) => {
        if (envelope.next === undefined) cursors.delete(path);
        else cursors.set(path, envelope.next);
        return envelope.next === undefined ? envelope : { ...envelope, next: token };
      });
    };
  },
};

const past = 'past the end';

const notFoundPastEnd: Profile = {
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

const lostPages: Profile = {
  name: 'lost-pages',
  about: 'Every second cursor leads to a page that is 404.',
  wrap(service) {
    let cursors = 0;
    return async (request) => {
      const isLater = listPath(request) !== undefined && new URL(request.url).searchParams.has('next');
      return isLater && ++cursors % 2 === 1 ? refused(404, 'There is no such page.') : service(request);
    };
  },
};

const inclusiveAddedAfter: Profile = {
  name: 'inclusive-added-after',
  about: 'added_after includes objects of that exact time.',
  wrap: (service) => async (request) => {
    const requested = exactTimestamp(new URL(request.url).searchParams.get('added_after') ?? '');
    if (listPath(request) === undefined || requested === undefined) return service(request);
    return respondWith(service, request, { added_after: timestampBefore(requested) });
  },
};

const futureDate: Profile = {
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

const htmlErrors = errorsAs('errors-html', 'Errors are pages of HTML', (status) => {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>Error ${status}</h1></body></html>`;
  return new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
});

const jsonErrors = errorsAs('errors-json', 'Errors are JSON of another form', (status) => {
  const body = { code: status, name: 'Failure', description: `The request failed with ${status}.` };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
});

const emptyErrors = errorsAs('errors-empty', 'Errors have no body', (status) => new Response(null, { status }));

const emptyEnvelope: Profile = {
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

interface Relisting {
  /** How many objects share an added date. */
  readonly together: number;
  /** Whether the next page is announced by `next`. */
  readonly withNext: boolean;
}

/** When the first object was added, milliseconds. */
const startDate = Date.parse('2026-01-01T00:00:00Z');

/** A server that orders and dates objects by the time it received them, whatever their `created`. */
function relisted(service: Service, { together, withNext }: Relisting): Service {
  /** By collection and ID: objects that come later were added later. */
  const numbers = new Map<string, number>();
  const addedAt = (path: string, object: unknown): string => {
    const id = `${path} ${JSON.stringify((object as { readonly id?: unknown }).id)}`;
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return exactMillis(startDate + Math.floor(number / together) * 1_000);
  };
  return paged(service, (list, { path, after, limit, next }) => {
    const dated = list.map((object) => ({ object, added: addedAt(path, object) }));
    const wanted = dated.filter(({ added }) => added > after).toSorted((a, b) => (a.added < b.added ? -1 : 1));
    const start = Number(next ?? '0');
    const end = start + limit;
    const page = wanted.slice(start, end);
    const more = end < wanted.length;
    const body = {
      more,
      next: more && withNext ? String(end) : undefined,
      objects: page.map(({ object }) => object),
    };
    return pageWith(body, {
      'X-TAXII-Date-Added-First': page[0]?.added,
      'X-TAXII-Date-Added-Last': page.at(-1)?.added,
    });
  });
}

const [pages, together] = [27, 1_000];

const briefCursors: Profile = {
  name: 'brief-cursors',
  about: `Cursors work for ${pages} pages and are 400 then, and ${together} objects share each moment of adding.`,
  wrap(service) {
    const listed = relisted(service, { together, withNext: true });
    return async (request) => {
      if (listPath(request) === undefined) return service(request);
      const url = new URL(request.url);
      const [number = 1, ...rest] = (url.searchParams.get('next') ?? '1').split('|');
      if (Number(number) > pages) return refused(400, 'The cursor has expired.');
      if (rest.length > 0) url.searchParams.set('next', rest.join('|'));
      else url.searchParams.delete('next');
      return changed(await listed(new Request(url, request)), (page) =>
        page.next === undefined ? page : { ...page, next: `${Number(number) + 1}|${page.next}` },
      );
    };
  },
};

/** Not a divisor of a usual page size: the border of a page splits objects of one time. */
const ties = 53;

const addedDates: Profile = {
  name: 'added-dates',
  about: 'Order, filter and headers go by the moment of adding, not by `created`.',
  wrap: (service) => relisted(service, { together: 1, withNext: true }),
};

const tiedDates: Profile = {
  name: 'ties',
  about: `${ties} objects share each moment of adding.`,
  wrap: (service) => relisted(service, { together: ties, withNext: true }),
};

const tiedWithoutNext: Profile = {
  name: 'ties-without-next',
  about: `${ties} objects share each moment of adding, and \`more\` comes without \`next\`.`,
  wrap: (service) => relisted(service, { together: ties, withNext: false }),
};

interface Envelope {
  readonly more?: boolean;
  readonly next?: string;
  readonly objects?: readonly unknown[];
}

/** The path of a collection's list of objects; undefined for every other request. */
function listPath({ method, url }: Request): string | undefined {
  const { pathname } = new URL(url);
  return method === 'GET' && /^\/taxii2\/api\/collections\/[^/]+\/objects\/$/.test(pathname) ? pathname : undefined;
}

/** Requests the same with other parameters; undefined removes one. */
async function respondWith(
  service: Service,
  request: Request,
  changes: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return service(new Request(url, request));
}

/** A page with other content. */
function pageWith(body: unknown, headers: Readonly<Record<string, string | undefined>> = {}): Response {
  const defined = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': taxiiType, ...Object.fromEntries(defined) } });
}

/** Changes the body of a response; errors stay as they are. */
async function changed(response: Response, change: (envelope: Envelope) => unknown): Promise<Response> {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  return new Response(JSON.stringify(change((await response.json()) as Envelope)), { headers });
}

/** Every object of a list with its filters, whatever page is requested; the service's error where there is one. */
async function wholeList(service: Service, request: Request): Promise<readonly unknown[] | Response> {
  const objects: unknown[] = [];
  let next: string | undefined;
  do {
    const response = await respondWith(service, request, { next, limit: '1000', added_after: undefined });
    if (!response.ok) return response;
    const envelope = (await response.json()) as Envelope;
    objects.push(...(envelope.objects ?? []));
    next = envelope.next;
  } while (next !== undefined);
  return objects;
}

/** Parameters of a request for a list. */
interface ListQuery {
  readonly path: string;
  /** Empty without a filter. */
  readonly after: string;
  readonly limit: number;
  /** The cursor; null for the first page. */
  readonly next: string | null;
}

/** A service that makes pages of lists of its own, from every object. */
function paged(service: Service, pageOf: (list: readonly unknown[], query: ListQuery) => Response): Service {
  return async (request) => {
    const path = listPath(request);
    if (path === undefined) return service(request);
    const list = await wholeList(service, request);
    if (list instanceof Response) return list;
    const { searchParams } = new URL(request.url);
    const after = exactTimestamp(searchParams.get('added_after') ?? '') ?? '';
    const limit = Math.min(Number(searchParams.get('limit') ?? '1000'), 1_000);
    return pageOf(list, { path, after, limit, next: searchParams.get('next') });
  };
}

/** Changes the origin of a URL to another name of the same machine. */
function elsewhere(url: URL): URL {
  const other = new URL(url);
  other.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return other;
}

/** An error message of TAXII. */
function refused(status: number, title: string): Response {
  return toResponse(taxiiError(status, title), false);
}

/** Every error profile. */
export const profiles: readonly Profile[] = [
  oneShotCursor,
  withoutNext,
  inclusiveAddedAfter,
  tiedDates,
  tiedWithoutNext,
  addedDates,
  emptyEnvelope,
  relativeRoots,
  httpRoots,
  otherRoots,
  redirectSame,
  redirectElsewhere,
  htmlErrors,
  jsonErrors,
  emptyErrors,
  tooManyRequests,
  tooManyBare,
  notFoundPastEnd,
  pageNumbers,
  cutJson,
  dropped,
  limitIgnored,
  endless,
  endlessPages,
  lostPages,
  shortCursors,
  briefCursors,
  restoredBackup,
  futureDate,
];
