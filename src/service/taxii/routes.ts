import type { Order } from '../../core/store/stix/position';
import type { Answer } from '../http/answer';
import { taxiiResponse, taxiiError, isAnswer } from './response';
import { collectionBy, getCollections, collectionObject, type Collection } from './collections';
import { taxiiType } from './media';
import { limitDepth } from '../../core/text/nesting';
import type { ServedObjects } from '../servedRecords';
import type { Pace } from '../../core/store/sqlite/timeSlicer';
import { Written } from '../http/answer';
import { type PageQuery, readPageQuery } from './pageQuery';
import { getCursor } from './cursor';
import { type Page, getPage } from './page';
import { getDateAdded, type ServedObject, getVersion } from './servedObject';

interface TaxiiContext {
  readonly objectReader: ServedObjects;
  /** The order of the API root. */
  readonly order: Order;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  /** Limits the processor time of the answer; undefined for the extension itself. */
  readonly pace: Pace | undefined;
}

type Kind = 'objects' | 'manifest' | 'versions';

/** The representation of one object in a list, as JSON (TAXII 2.1, 5.3, 5.8 and 5.9). */
const lines: Readonly<Record<Kind, (object: ServedObject, order: Order) => string>> = {
  objects: ({ body }) => body,
  manifest: (object, order) =>
    JSON.stringify({
      id: object.id,
      date_added: getDateAdded(object, order),
      version: getVersion(object),
      media_type: `application/stix+json;version=${object.spec}`,
    }),
  versions: (object) => JSON.stringify(getVersion(object)),
};

/**
 * A page of a collection: its objects, their manifest, or the versions of one (lookup API: “TAXII collection objects”).
 * `more` and the list are always present; the date headers are the dates of the first and the last object. 404 where a
 * requested object doesn't exist.
 */
async function listAnswer(
  kind: Kind,
  context: TaxiiContext & { readonly collection: Collection },
  object?: string,
): Promise<Answer> {
  const requested = readPageQuery(context.query, context.collection.id);
  if (isAnswer(requested)) return requested;
  if (object === undefined) return written(kind, context, await getPage({ ...context, requested }));
  const missing = await missingObject(context, object);
  if (missing !== undefined) return missing;
  const ids = new Set([object]);
  return written(kind, context, await getPage({ ...context, requested: { ...requested, types: undefined, ids } }));
}

/** The error where a collection has no such object. */
async function missingObject(
  context: TaxiiContext & { readonly collection: Collection },
  object: string,
): Promise<Answer | undefined> {
  const { objects } = await getPage({ ...context, requested: { ...noFilter, ids: new Set([object]) } });
  return objects.length === 0 ? taxiiError(404, 'There is no such object in this collection.') : undefined;
}

const noFilter: PageQuery = {
  limit: 1,
  after: undefined,
  createdAfter: undefined,
  ids: undefined,
  types: undefined,
  versions: undefined,
  specs: undefined,
};

function written(
  kind: Kind,
  { order, collection }: { readonly order: Order; readonly collection: Collection },
  { objects, more }: Page,
): Answer {
  const [first, last] = [objects[0], objects.at(-1)];
  const next =
    more && last !== undefined ? `"next":${JSON.stringify(getCursor(last.entry.sortKey, collection.id))},` : '';
  const list = kind === 'versions' ? 'versions' : 'objects';
  // An original object is sent as the stored text; parsing it would take longer than everything else.
  const text = `{"more":${String(more)},${next}"${list}":[${objects.map((object) => lines[kind](object, order)).join(',')}]}`;
  const body = new Written(taxiiType, (indent) => [
    indent === 0 ? text : JSON.stringify(limitDepth(JSON.parse(text)), undefined, indent),
  ]);
  const headers = {
    ...(first === undefined ? {} : { 'X-TAXII-Date-Added-First': getDateAdded(first, order) }),
    ...(last === undefined ? {} : { 'X-TAXII-Date-Added-Last': getDateAdded(last, order) }),
  };
  return { status: 200, body, headers };
}

/** The maximum body size, bytes, although nothing can be added. */
const maxContentLength = 1024 * 1024;

interface ApiRoot {
  readonly order: Order;
  readonly title: string;
  readonly description: string;
}

/** The API roots by their segment: the same objects, in another order. The first is the one in the specification. */
const apiRoots: ReadonlyMap<string, ApiRoot> = new Map([
  [
    'api',
    {
      order: 'created',
      title: 'Threat Lookups',
      description: 'The indicators of this service, ordered by when they were created.',
    },
  ],
  [
    'changes',
    {
      order: 'changed',
      title: 'Threat Lookups: changes',
      description:
        'The same objects, ordered by when they were added or last changed here: with added_after a client gets everything new, changed, and retired.',
    },
  ],
]);

/** Paths of the API roots, for discovery and the connection info. */
const apiRootPaths = { created: '/taxii2/api/', changed: '/taxii2/changes/' } as const satisfies Record<Order, string>;

type Context = Omit<TaxiiContext, 'order'>;

interface Route {
  /** The segments below the API root; a `*` is any segment. */
  readonly path: readonly string[];
  /** A method that TAXII defines here, and that a read-only collection rejects. */
  readonly writes?: 'POST' | 'DELETE';
  /** `ids` are the values of the `*` segments. */
  readonly answer: (context: TaxiiContext, ids: readonly string[]) => Answer | Promise<Answer>;
}

/** Every URL below an API root (lookup API: “TAXII collection objects”; TAXII 2.1, 4 and 5). */
const routes: readonly Route[] = [
  { path: [], answer: apiRoot },
  {
    path: ['collections'],
    answer: async (context) => taxiiResponse({ collections: await collectionObjects(context) }),
  },
  { path: ['collections', '*'], answer: oneCollection },
  { path: ['collections', '*', 'objects'], writes: 'POST', answer: listOf('objects') },
  { path: ['collections', '*', 'manifest'], answer: listOf('manifest') },
  { path: ['collections', '*', 'objects', '*'], writes: 'DELETE', answer: listOf('objects') },
  { path: ['collections', '*', 'objects', '*', 'versions'], answer: listOf('versions') },
];

export interface Found {
  /** A method besides GET and HEAD that TAXII defines here, although everything is read-only. */
  readonly writes?: 'POST' | 'DELETE' | undefined;
  readonly answer: (context: Context) => Answer | Promise<Answer>;
  /** Another error of the URL: a collection or an object that doesn't exist. */
  readonly missing: (context: Context) => Promise<Answer | undefined>;
}

/** The route of a path, which ends in a slash like every URL of TAXII. */
export function getRoute(pathname: string): Found | undefined {
  const segments = /^\/taxii2\/(?:.*\/)?$/.test(pathname) ? pathname.split('/').slice(2, -1) : undefined;
  if (segments === undefined) return undefined;
  const [name, ...rest] = segments;
  if (name === undefined) return { answer: discovery, missing: () => Promise.resolve(undefined) };
  const root = apiRoots.get(name);
  if (root === undefined) return undefined;
  for (const route of routes) {
    const isIt = route.path.length === rest.length && route.path.every((each, at) => each === '*' || each === rest[at]);
    if (!isIt) continue;
    const ids = rest.filter((_, at) => route.path[at] === '*').map(decoded);
    const inRoot = (context: Context): TaxiiContext => ({ ...context, order: root.order });
    return {
      writes: route.writes,
      answer: (context) => route.answer(inRoot(context), ids),
      missing: (context) => notFoundIn(inRoot(context), ids),
    };
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The error of a write or delete (TAXII 2.1, 5.4 to 5.7: 404 takes precedence over missing permissions). */
async function notFoundIn(context: TaxiiContext, ids: readonly string[]): Promise<Answer | undefined> {
  const [id, object] = ids;
  if (id === undefined) return undefined;
  const collection = await collectionBy(context.objectReader, context.order, id);
  if (collection === undefined) return noCollection;
  if (object === undefined) return undefined;
  return missingObject({ ...context, collection }, object);
}

async function collectionObjects({ objectReader, order }: Pick<TaxiiContext, 'objectReader' | 'order'>) {
  return (await getCollections(objectReader, order)).map(collectionObject);
}

/** With the collections, as in the specification. */
async function discovery({ objectReader }: Context): Promise<Answer> {
  return taxiiResponse({
    title: 'Threat Lookups',
    description: 'The indicators of this service, read only.',
    default: apiRootPaths.created,
    api_roots: Object.values(apiRootPaths),
    collections: await collectionObjects({ objectReader, order: 'created' }),
  });
}

function apiRoot({ order }: TaxiiContext): Answer {
  const root = [...apiRoots.values()].find((each) => each.order === order);
  return taxiiResponse({
    title: root?.title ?? '',
    description: root?.description ?? '',
    versions: [taxiiType],
    max_content_length: maxContentLength,
  });
}

async function oneCollection({ objectReader, order }: TaxiiContext, [id = '']: readonly string[]): Promise<Answer> {
  const collection = await collectionBy(objectReader, order, id);
  return collection === undefined ? noCollection : taxiiResponse(collectionObject(collection));
}

function listOf(kind: 'objects' | 'manifest' | 'versions'): Route['answer'] {
  return async (context, [id = '', object]) => {
    const collection = await collectionBy(context.objectReader, context.order, id);
    return collection === undefined ? noCollection : listAnswer(kind, { ...context, collection }, object);
  };
}

const noCollection = taxiiError(404, 'There is no such collection.');
