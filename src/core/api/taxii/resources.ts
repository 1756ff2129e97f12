import { isObject, textOf, textsOf } from '../../stix/fields';

/** An API root of a discovery. */
export interface ApiRoot {
  /** Ends in a slash. */
  readonly url: string;
  /** Another scheme, host or port than the discovery's: nothing is sent there unless the user agrees. */
  readonly elsewhere: boolean;
}

/** A collection as a server lists it. */
export interface CollectionInfo {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly canRead: boolean;
}

/** The content of a body that may be a discovery, an API root, a list of collections, or a mixture. */
export interface DiscoveryBody {
  readonly title?: string;
  readonly roots: readonly ApiRoot[];
  /** Values in place of a root that are invalid, or would lead from https to http. */
  readonly refusedRoots: readonly string[];
  readonly collections: readonly CollectionInfo[];
  /** The body states that it is an API root. */
  readonly isRoot: boolean;
}

function rootAt(text: string, from: URL): ApiRoot | undefined {
  // Host-relative is `/x/`; `//x` would be another host, and `..` leaves the path (TAXII 2.1, 4.1).
  if (text.startsWith('//') || /(?:^|\/)\.\.(?:\/|$)/.test(text) || !URL.canParse(text, from)) return undefined;
  const url = new URL(text, from);
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && from.protocol === 'http:');
  if (!isWeb || url.username !== '' || url.password !== '') return undefined;
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return { url: url.origin + path, elsewhere: url.origin !== from.origin };
}

function collectionOf(value: unknown): CollectionInfo | undefined {
  if (!isObject(value)) return undefined;
  const id = textOf(value.id);
  if (id === undefined) return undefined;
  const description = textOf(value.description);
  return {
    id,
    title: textOf(value.title) ?? textOf(value.alias) ?? id,
    ...(description === undefined ? {} : { description }),
    canRead: value.can_read !== false && value.can_read !== 'false',
  };
}

/** The collections in a body; an item without ID is skipped. */
export function collectionsOf(body: unknown): readonly CollectionInfo[] {
  const list: unknown = isObject(body) ? body.collections : body;
  return Array.isArray(list) ? list.map(collectionOf).filter((each) => each !== undefined) : [];
}

/** Parses a body from `address` (TAXII 2.1, 4.1, 4.2 and 5.1); undefined if it isn't TAXII. */
export function readDiscovery(body: unknown, address: string): DiscoveryBody | undefined {
  if (!isObject(body)) return undefined;
  const collections = collectionsOf(body);
  const isRoot = Array.isArray(body.versions);
  const named = [...textsOf(body.default), ...textsOf(body.api_roots)];
  const title = textOf(body.title);
  if (collections.length === 0 && !isRoot && named.length === 0 && title === undefined) return undefined;
  const from = new URL(address);
  const roots = new Map<string, ApiRoot>();
  const refusedRoots: string[] = [];
  for (const text of new Set(named)) {
    const root = rootAt(text, from);
    if (root === undefined) refusedRoots.push(text);
    else roots.set(root.url, root);
  }
  return { ...(title === undefined ? {} : { title }), roots: [...roots.values()], refusedRoots, collections, isRoot };
}
