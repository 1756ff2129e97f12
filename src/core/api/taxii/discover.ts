import type { RequestOptions } from '../requestOptions';
import type { Outcome, RequestError } from '../requestError';
import type { TaxiiClient } from './client';
import { collectionsOf, type CollectionInfo, readDiscovery } from './resources';

/** A collection with the API root that it stands under. */
export interface FoundCollection extends CollectionInfo {
  readonly root: string;
}

/** What a server offers, as far as it could be found out. */
export interface TaxiiOffer {
  readonly title?: string;
  /** The root for a collection whose id is typed by hand. */
  readonly root: string;
  readonly collections: readonly FoundCollection[];
  /** Roots at another origin: nothing was sent there; the user decides, and names them himself. */
  readonly elsewhere: readonly string[];
  /** Roots that are none. */
  readonly refusedRoots: readonly string[];
  /** Roots whose collections could not be listed. */
  readonly failed: readonly { readonly root: string; readonly error: RequestError }[];
}

/** Where the discovery may be for what a user typed: the address itself, or `/taxii2/` below it (api-spec: “TAXII discovery”). */
export function discoveryAddresses(server: string): readonly string[] {
  const url = new URL(server);
  const plain = url.origin + (url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`);
  if (/\/collections\/$/.test(plain)) return [plain];
  return /\/taxii2?\/(?:[^/]+\/)*$/.test(plain) ? [plain] : [`${plain}taxii2/`, plain];
}

/** Whether trying the next address may help: nothing of TAXII was at this one. */
function isWrongAddress({ kind }: RequestError): boolean {
  return kind === 'notFound' || kind === 'notJson' || kind === 'badShape';
}

/**
 * Discovery → API roots → collections, of a server whose address may be that of the service, the discovery or an API root.
 * Discovery is not always whole: collections in its own body count, and where it names no root, `api/` below it is one.
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

/** Why no TAXII server is seen at an address, and where it was looked for. */
export interface ProbeFailure {
  readonly error: RequestError;
  readonly asked: readonly string[];
}

/**
 * Looks whether a TAXII server may be at an address, before anybody signs in there: by its discovery, or by its asking for a
 * sign-in. Nothing where one may be; else the first trouble.
 */
export async function probe(
  client: TaxiiClient,
  server: string,
  options: RequestOptions = {},
): Promise<ProbeFailure | undefined> {
  const asked: string[] = [];
  let first: RequestError | undefined;
  for (const address of discoveryAddresses(server)) {
    asked.push(address);
    const answer = await client.resource(address, options);
    if (answer.ok && readDiscovery(answer.value, address) !== undefined) return undefined;
    const error = answer.ok ? noTaxiiError(address) : answer.error;
    if (error.kind === 'keyRejected') return undefined;
    first ??= error;
    if (!isWrongAddress(error)) return { error, asked };
  }
  return first === undefined ? undefined : { error: first, asked };
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
  // Where every root is at another origin, they are there, too.
  if (roots.length > 0) add(found.collections, root);
  if (own === address) {
    for (const each of roots) {
      const answer = await client.resource(`${each}collections/`, options);
      if (answer.ok) add(collectionsOf(answer.value), each);
      else failed.push({ root: each, error: answer.error });
    }
  }
  return {
    ...(found.title === undefined ? {} : { title: found.title }),
    root,
    collections: [...collections.values()],
    elsewhere: isItself ? [] : found.roots.filter(({ elsewhere }) => elsewhere).map(({ url }) => url),
    refusedRoots: found.refusedRoots,
    // A root that lists nothing is no trouble where the discovery has told its collections.
    failed: found.collections.length > 0 ? [] : failed,
  };
}
