import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Profile =
  | 'plain'
  | 'oneShotCursor'
  | 'noNext'
  | 'inclusive'
  | 'ties'
  | 'emptyObject'
  | 'relativeRoots'
  | 'redirectHere'
  | 'htmlErrors'
  | 'otherJsonErrors'
  | 'emptyErrors'
  | 'retryAfter'
  | 'pastEnd404'
  | 'pageNumbers'
  | 'cutOff'
  | 'dropped'
  | 'limitIgnored'
  | 'circles'
  | 'withoutEnd';

export interface Stored {
  readonly added: string;
  readonly object: unknown;
}

export interface FakeTaxii {
  readonly url: string;
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  objects: Stored[];
  profile: Profile;
  /** Answers in place of everything else, by path. */
  readonly answers: Map<
    string,
    { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  >;
  /** Called before each page, with its number in the chain. */
  onPage: (page: number) => void;
  /** Refuses connections, those that are open too, until it is up again at the same address. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

export const collection = '91a7b528-80eb-42ed-a74d-c6fbd5a26116';
const type = 'application/taxii+json;version=2.1';

/** A TAXII server with the behavior, good and bad, of real ones; one collection. */
export async function fakeTaxii(profile: Profile = 'plain'): Promise<FakeTaxii> {
  let cursor = 0;
  let chain: readonly Stored[] = [];
  let pages = 0;
  let faults = 0;
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const down = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const fake: FakeTaxii = {
    url: origin,
    requests: [],
    headers: [],
    objects: [],
    profile,
    answers: new Map(),
    onPage: () => undefined,
    down,
    async up() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: down,
  };

  function send(
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    response.writeHead(status, { 'Content-Type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  function fail(response: ServerResponse, status: number) {
    if (fake.profile === 'htmlErrors')
      send(response, status, '<html><body>Bad Gateway</body></html>', { 'Content-Type': 'text/html' });
    else if (fake.profile === 'otherJsonErrors')
      send(response, status, { code: status, name: 'Broken', description: 'try again' });
    else send(response, status, '');
  }

  function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin);
    fake.requests.push(url.pathname + url.search);
    fake.headers.push(request.headers);
    const canned = fake.answers.get(url.pathname);
    if (canned !== undefined) send(response, canned.status, canned.body, canned.headers);
    else if (url.pathname === '/taxii2/')
      send(response, 200, {
        title: 'Fake',
        api_roots: [fake.profile === 'relativeRoots' ? '/taxii2/api/' : `${origin}/taxii2/api/`],
      });
    else if (url.pathname === '/taxii2/api/collections/')
      send(response, 200, { collections: [{ id: collection, title: 'Team feed', can_read: true, can_write: false }] });
    else if (url.pathname === `/taxii2/api/collections/${collection}/`)
      send(response, 200, { id: collection, title: 'Team feed', can_read: true });
    else if (url.pathname === `/taxii2/api/collections/${collection}/objects/` || url.pathname.startsWith('/moved/'))
      page(url, response);
    else send(response, 404, { title: 'Not found' });
  }

  function page(url: URL, response: ServerResponse) {
    const { searchParams: query } = url;
    const after = query.get('added_after');
    const next = query.get('next');
    const limit = fake.profile === 'limitIgnored' ? Infinity : Math.min(1_000, Number(query.get('limit') ?? '1000'));
    pages = next === null ? 1 : pages + 1;
    fake.onPage(pages);
    if (fake.profile === 'redirectHere' && url.pathname.startsWith('/taxii2/')) {
      send(response, 307, '', { Location: `/moved/${url.search}` });
      return;
    }
    const isLater = next !== null || pages > 1;
    if (
      ['htmlErrors', 'otherJsonErrors', 'emptyErrors', 'cutOff', 'dropped', 'retryAfter'].includes(fake.profile) &&
      isLater &&
      faults < 2
    ) {
      faults++;
      // Pending objects are lost with the cursor.
      if (fake.profile === 'retryAfter') send(response, 429, { title: 'Too many requests' }, { 'Retry-After': '1' });
      else if (fake.profile === 'cutOff') send(response, 200, '{"more":true,"next":"x","objects":[{"id":"indica');
      else if (fake.profile === 'dropped') {
        response.writeHead(200, { 'Content-Type': type, 'Content-Length': '5000' });
        response.write('{"more":true,"objects":[');
        setImmediate(() => response.destroy());
      } else fail(response, 500);
      return;
    }
    const isAfter = (stored: Stored): boolean =>
      after === null || (fake.profile === 'inclusive' ? stored.added >= after : stored.added > after);
    const all = fake.objects.filter(isAfter);
    let from = 0;
    if (fake.profile === 'oneShotCursor') {
      if (next === null) {
        chain = all;
        cursor = 0;
      }
      from = cursor;
      cursor += limit;
    } else if (next !== null) from = Number(next.split('|')[1]);
    const source = fake.profile === 'oneShotCursor' ? chain : all;
    const slice = source.slice(from, from + limit);
    const more =
      from + limit < source.length || fake.profile === 'circles' || (fake.profile === 'pastEnd404' && slice.length > 0);
    const token = fake.profile === 'oneShotCursor' ? 'constant' : `2026-01-01 00:00:00|${from + limit}`;
    if (fake.profile === 'pastEnd404' && slice.length === 0 && next !== null) {
      send(response, 404, { title: 'No such page' });
      return;
    }
    if (fake.profile === 'withoutEnd') {
      response.writeHead(200, { 'Content-Type': type });
      response.write('{"objects":[');
      return;
    }
    if (slice.length === 0 && fake.profile === 'emptyObject') {
      send(response, 200, {});
      return;
    }
    const circle = fake.profile === 'circles' ? all.slice(0, limit) : slice;
    const dates: Record<string, string> =
      circle.length === 0
        ? {}
        : { 'X-TAXII-Date-Added-First': circle[0]?.added ?? '', 'X-TAXII-Date-Added-Last': circle.at(-1)?.added ?? '' };
    const body = {
      more,
      ...(more && fake.profile !== 'noNext' ? { next: token } : {}),
      objects: circle.map(({ object }) => object),
    };
    send(response, 200, body, dates);
  }
  return fake;
}

/** A stamp that many share where `perStamp` is more than 1. */
export function timestampOf(n: number, perTimestamp = 1): string {
  return new Date(Date.UTC(2026, 0, 1) + Math.floor(n / perTimestamp) * 1_000).toISOString();
}

/** `count` indicators with fictitious names. */
export function indicators(count: number, perTimestamp = 1, from = 0): Stored[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const added = timestampOf(n, perTimestamp);
    return {
      added,
      object: {
        type: 'indicator',
        spec_version: '2.1',
        id: `indicator--00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
        created: added,
        modified: added,
        pattern: `[domain-name:value = 'n${n}.example']`,
        pattern_type: 'stix',
        valid_from: added,
        indicator_types: ['malicious-activity'],
      },
    };
  });
}
