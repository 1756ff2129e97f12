import type { RequestOptions } from '../requestOptions';
import type { Outcome, RequestError } from '../requestError';
import type { TaxiiClient } from './client';
import { isObject, getText, getTexts } from '../../stix/fields';

/** A collection with its API root. */
export interface FoundCollection extends CollectionInfo {
  readonly root: string;
}

/** The known API roots and collections of a server. */
export interface TaxiiOffer {
  readonly title?: string;
  /** The root for a collection whose ID is entered by hand. */
  readonly root: string;
  readonly collections: readonly FoundCollection[];
  /** Roots at another origin: nothing was sent there; the user decides. */
  readonly elsewhere: readonly string[];
  /** Values that aren't API roots. */
  readonly refusedRoots: readonly string[];
  /** Roots whose collections could not be listed. */
  readonly failed: readonly { readonly root: string; readonly error: RequestError }[];
}

/**
 * Possible discovery URLs for what a user entered: the address itself, or `/taxii2/` below it (lookup API: “TAXII
 * discovery”).
 */
function discoveryAddresses(server: string): readonly string[] {
  const url = new URL(server);
  const plain = url.origin + (url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`);
  if (/\/collections\/$/.test(plain)) return [plain];
  return /\/taxii2?\/(?:[^/]+\/)*$/.test(plain) ? [plain] : [`${plain}taxii2/`, plain];
}

/** Whether trying the next address may help: there was no TAXII at this one. */
function isWrongAddress({ kind }: RequestError): boolean {
  return kind === 'notFound' || kind === 'notJson' || kind === 'badShape';
}

/**
 * Discovery → API roots → collections, for the address of a service, a discovery or an API root. Discovery may be
 * incomplete: collections in its own body count, and where it names no root, `api/` below it is one.
 */
export async function discover(
  client: TaxiiClient,
  server: string,
  options: RequestOptions = {},
): Promise<Outcome<TaxiiOffer>> {
  let first: RequestError | undefined;
  for (const address of discoveryAddresses(server)) {
    const answer = await client.resource(address, options);
    const found = answer.ok ? readDiscovery(answer.value, address) : undefined;
    if (found !== undefined) return { ok: true, value: await offerOf(client, address, found, options) };
    const error = answer.ok ? noTaxiiError(address) : answer.error;
    if (!isWrongAddress(error)) return { ok: false, error };
    first ??= error;
  }
  return { ok: false, error: first ?? { kind: 'badShape', detail: 'no address' } };
}

/** Why no TAXII server was found at an address, and which URLs were tried. */
export interface ProbeFailure {
  readonly error: RequestError;
  readonly requestedUrls: readonly string[];
}

/**
 * Checks whether there may be a TAXII server at an address, before anybody enters credentials: it has a discovery
 * resource, or it asks for credentials. Returns undefined if so, otherwise the first error.
 */
export async function probe(
  client: TaxiiClient,
  server: string,
  options: RequestOptions = {},
): Promise<ProbeFailure | undefined> {
  const requestedUrls: string[] = [];
  let first: RequestError | undefined;
  for (const address of discoveryAddresses(server)) {
    requestedUrls.push(address);
    const answer = await client.resource(address, options);
    if (answer.ok && readDiscovery(answer.value, address) !== undefined) return undefined;
    const error = answer.ok ? noTaxiiError(address) : answer.error;
    if (error.kind === 'keyRejected') return undefined;
    first ??= error;
    if (!isWrongAddress(error)) return { error, requestedUrls };
  }
  return first === undefined ? undefined : { error: first, requestedUrls };
}

function noTaxiiError(address: string): RequestError {
  return { kind: 'badShape', detail: `nothing of TAXII 2.1 at ${address}` };
}

async function offerOf(
  client: TaxiiClient,
  address: string,
  found: NonNullable<ReturnType<typeof readDiscovery>>,
  options: RequestOptions,
): Promise<TaxiiOffer> {
  const own = address.replace(/collections\/$/, '');
  const isItself = found.isRoot || own !== address;
  const here = found.roots.filter(({ elsewhere }) => !elsewhere).map(({ url }) => url);
  const roots = isItself ? [own] : here.length > 0 ? here : found.roots.length > 0 ? [] : [`${own}api/`];
  const [root = own] = roots;
  const collections = new Map<string, FoundCollection>();
  const failed: { root: string; error: RequestError }[] = [];
  const add = (list: readonly CollectionInfo[], under: string): void => {
    for (const each of list) {
      const name = `${under} ${each.id}`;
      if (!collections.has(name)) collections.set(name, { ...each, root: under });
    }
  };
  // If every root is at another origin, so are the collections.
  if (roots.length > 0) add(found.collections, root);
  if (own === address) {
    for (const each of roots) {
      const answer = await client.resource(`${each}collections/`, options);
      if (answer.ok) add(collectionsOf(answer.value), each);
      else failed.push({ root: each, error: answer.error });
    }
  }
  return {
    title: found.title,
    root,
    collections: [...collections.values()],
    elsewhere: isItself ? [] : found.roots.filter(({ elsewhere }) => elsewhere).map(({ url }) => url),
    refusedRoots: found.refusedRoots,
    // A root that lists nothing isn't an error where the discovery has listed its collections.
    failed: found.collections.length > 0 ? [] : failed,
  };
}

/** An API root of a discovery. */
interface ApiRoot {
  /** Ends in a slash. */
  readonly url: string;
  /** Another scheme, host or port than the discovery's: nothing is sent there unless the user agrees. */
  readonly elsewhere: boolean;
}

/** A collection as a server lists it. */
interface CollectionInfo {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly canRead: boolean;
}

/** The content of a body that may be a discovery, an API root, a list of collections, or a mixture. */
interface DiscoveryBody {
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
  const id = getText(value.id);
  if (id === undefined) return undefined;
  const description = getText(value.description);
  return {
    id,
    title: getText(value.title) ?? getText(value.alias) ?? id,
    description,
    canRead: value.can_read !== false && value.can_read !== 'false',
  };
}

/** The collections in a body; an item without ID is skipped. */
function collectionsOf(body: unknown): readonly CollectionInfo[] {
  const list: unknown = isObject(body) ? body.collections : body;
  return Array.isArray(list) ? list.map(collectionOf).filter((each) => each !== undefined) : [];
}

/** Parses a body from `address` (TAXII 2.1, 4.1, 4.2 and 5.1); undefined if it isn't TAXII. */
function readDiscovery(body: unknown, address: string): DiscoveryBody | undefined {
  if (!isObject(body)) return undefined;
  const collections = collectionsOf(body);
  const isRoot = Array.isArray(body.versions);
  const named = [...getTexts(body.default), ...getTexts(body.api_roots)];
  const title = getText(body.title);
  if (collections.length === 0 && !isRoot && named.length === 0 && title === undefined) return undefined;
  const from = new URL(address);
  const roots = new Map<string, ApiRoot>();
  const refusedRoots: string[] = [];
  for (const text of new Set(named)) {
    const root = rootAt(text, from);
    if (root === undefined) refusedRoots.push(text);
    else roots.set(root.url, root);
  }
  return { title, roots: [...roots.values()], refusedRoots, collections, isRoot };
}
