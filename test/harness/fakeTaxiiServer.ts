import type { RecordedRequest, Reply, ReplyFunction } from './recordingService';

export interface FakeTaxiiServerOptions {
  readonly title?: string;
  /** Paths of the API roots, to which the collections are assigned in turn; default: only `/taxii2/api/`. */
  readonly roots?: readonly string[];
  /** The domain names in each collection, by collection title. */
  readonly collections: Readonly<Record<string, readonly string[]>>;
  /** If false, collections can't be listed and are only available by ID. */
  readonly lists?: boolean;
  /** Returns an error response for a request, if any. */
  readonly refuse?: (request: RecordedRequest) => Reply | undefined;
}

const headers = { 'content-type': 'application/taxii+json;version=2.1' };

/** The ID of the collection with this index. */
export function collectionId(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

/** A TAXII response. */
export function taxiiReply(body: unknown, status = 200): Reply {
  return { status, headers, body };
}

/** A TAXII error response. */
export function taxiiError(status: number, title: string): Reply {
  return taxiiReply({ title, http_status: String(status) }, status);
}

function objectsOf(names: readonly string[], from = 0): readonly object[] {
  const at = '2026-01-01T00:00:00.000Z';
  return names.map((name, n) => ({
    type: 'indicator',
    spec_version: '2.1',
    id: `indicator--${collectionId(from + n)}`,
    created: at,
    modified: at,
    pattern: `[domain-name:value = '${name}']`,
    pattern_type: 'stix',
    valid_from: at,
    name: 'Redirects to a page that asks for passwords',
    indicator_types: ['malicious-activity'],
    labels: ['phishing'],
  }));
}

/** One of several pages (`at` is the index) of 100 new objects with a total size. */
export function largePage(
  at: number,
  { pages, megabytes }: { readonly pages: number; readonly megabytes: number },
): Reply {
  const names = Array.from({ length: 100 }, (_, n) => `lookups-bulky-${at}-${n}.com`);
  const description = 'x'.repeat(Math.ceil((megabytes * 1_048_576) / names.length));
  const objects = objectsOf(names, at * names.length).map((each) => ({ ...each, description }));
  const more = at + 1 < pages;
  const body = { more, ...(more ? { next: String(at + 1) } : {}), objects };
  // Delayed like a slow connection, because VS Code hides notifications after the first three at the same time.
  return { status: 200, headers, body, after: 400 };
}

/** A TAXII server with test data, as the reply function of a recording service. */
export function fakeTaxiiServer({
  title = 'Example Intel',
  roots = ['/taxii2/api/'],
  collections,
  lists = true,
  refuse,
}: FakeTaxiiServerOptions): ReplyFunction {
  const titles = Object.keys(collections);
  const rootOf = (n: number): string | undefined => roots[n % roots.length];
  return (request) => {
    const { path } = request;
    const refusal = refuse?.(request);
    if (refusal !== undefined) return refusal;
    if (path === '/taxii2/') return taxiiReply({ title, api_roots: roots });
    const root = roots.find((each) => path === `${each}collections/`);
    if (root !== undefined) {
      const listed = titles
        .map((each, n) => ({ id: collectionId(n), title: each, can_read: true, can_write: false }))
        .filter((_, n) => rootOf(n) === root);
      return taxiiReply({ collections: lists ? listed : [] });
    }
    const found = titles.find((_, n) => path === `${rootOf(n)}collections/${collectionId(n)}/objects/`);
    if (found === undefined) return taxiiError(404, 'Not found');
    return taxiiReply({ more: false, objects: objectsOf(collections[found] ?? []) });
  };
}
