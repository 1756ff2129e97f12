import { type Answer } from '../answer';
import { taxiiAnswer, taxiiRefusal } from './answer';
import { collectionBy, collectionsOf, toldCollection } from './collections';
import { listAnswer, type TaxiiContext } from './lists';
import { taxiiType } from './media';

/** The largest body that is read, bytes, though nothing can be added. */
const maxContentLength = 1024 * 1024;
const root = '/taxii2/api/';

interface Route {
  /** The segments behind `/taxii2/`; a `*` is any one. */
  readonly path: readonly string[];
  /** A method that TAXII knows here, and that a collection which is read only refuses. */
  readonly writes?: 'POST' | 'DELETE';
  /** `ids` are what stands in place of each `*`. */
  readonly answer: (context: TaxiiContext, ids: readonly string[]) => Answer | Promise<Answer>;
}

/** Every address below `/taxii2/` (api-spec: “TAXII discovery”, “TAXII collection objects”; TAXII 2.1, 4 and 5). */
const routes: readonly Route[] = [
  { path: [], answer: discovery },
  { path: ['api'], answer: apiRoot },
  { path: ['api', 'collections'], answer: (context) => taxiiAnswer({ collections: allTold(context) }) },
  { path: ['api', 'collections', '*'], answer: oneCollection },
  { path: ['api', 'collections', '*', 'objects'], writes: 'POST', answer: listOf('objects') },
  { path: ['api', 'collections', '*', 'manifest'], answer: listOf('manifest') },
  { path: ['api', 'collections', '*', 'objects', '*'], writes: 'DELETE', answer: listOf('objects') },
  { path: ['api', 'collections', '*', 'objects', '*', 'versions'], answer: listOf('versions') },
];

export interface Found {
  readonly route: Route;
  readonly ids: readonly string[];
}

/** The route of a path, which ends in a slash like every address of TAXII. */
export function routeOf(pathname: string): Found | undefined {
  const segments = /^\/taxii2\/(?:.*\/)?$/.test(pathname) ? pathname.split('/').slice(2, -1) : undefined;
  if (segments === undefined) return undefined;
  for (const route of routes) {
    const isIt =
      route.path.length === segments.length && route.path.every((each, at) => each === '*' || each === segments[at]);
    if (isIt) return { route, ids: segments.filter((_, at) => route.path[at] === '*').map(decoded) };
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

function allTold({ shelf }: TaxiiContext) {
  return collectionsOf(shelf).map(toldCollection);
}

/** With the collections, as the interface has it. */
function discovery(context: TaxiiContext): Answer {
  return taxiiAnswer({
    title: 'Threat Lookups',
    description: 'The local store of indicators, read only.',
    default: root,
    api_roots: [root],
    collections: allTold(context),
  });
}

function apiRoot(): Answer {
  return taxiiAnswer({
    title: 'Threat Lookups',
    description: 'What the sources of the local store say.',
    versions: [taxiiType],
    max_content_length: maxContentLength,
  });
}

function oneCollection({ shelf }: TaxiiContext, [id = '']: readonly string[]): Answer {
  const collection = collectionBy(shelf, id);
  return collection === undefined ? noCollection : taxiiAnswer(toldCollection(collection));
}

function listOf(kind: 'objects' | 'manifest' | 'versions'): Route['answer'] {
  return (context, [id = '', object]) => {
    const collection = collectionBy(context.shelf, id);
    return collection === undefined ? noCollection : listAnswer(kind, { ...context, collection }, object);
  };
}

const noCollection = taxiiRefusal(404, 'There is no such collection.');
