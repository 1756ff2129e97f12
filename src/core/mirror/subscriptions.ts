/** How requests to a server are signed in; the secret itself lies in the system's key chain. */
export type MirrorSignIn =
  | { readonly kind: 'none' }
  /** HTTP Basic. The password is the key of the service `keyOf` (a base URL of the same origin), else a secret of its own. */
  | { readonly kind: 'basic'; readonly user: string; readonly keyOf?: string }
  /** Key and media type in the address of each request; for tests (api-spec: “Authentication”, TAXII endpoints, 3). */
  | { readonly kind: 'query'; readonly keyOf?: string };

/** A collection that the user chose to mirror. */
export interface ChosenCollection {
  readonly id: string;
  /** The API root, with a slash at its end. */
  readonly root: string;
  readonly title: string;
}

/** A TAXII server as the user added it. */
export interface MirrorServer {
  /** As `parseBaseUrl` gives it: the service, its discovery or an API root. */
  readonly address: string;
  readonly title?: string;
  readonly signIn: MirrorSignIn;
  readonly collections: readonly ChosenCollection[];
}

/** What the user subscribed to; kept apart from the store, so that clearing the store loses none of it. */
export interface Subscriptions {
  readonly servers: readonly MirrorServer[];
}

/** Names a collection of a server among all that is mirrored. */
export function collectionKey(server: string, collection: string): string {
  return `${server} ${collection}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf<T>(value: unknown, read: (each: unknown) => T | undefined): readonly T[] {
  return Array.isArray(value) ? value.map(read).filter((each) => each !== undefined) : [];
}

function readSignIn(value: unknown): MirrorSignIn {
  if (!isObject(value)) return { kind: 'none' };
  const keyOf = typeof value.keyOf === 'string' ? { keyOf: value.keyOf } : {};
  if (value.kind === 'query') return { kind: 'query', ...keyOf };
  if (value.kind === 'basic' && typeof value.user === 'string') return { kind: 'basic', user: value.user, ...keyOf };
  return { kind: 'none' };
}

function readCollection(value: unknown): ChosenCollection | undefined {
  if (!isObject(value)) return undefined;
  const { id, root, title } = value;
  if (typeof id !== 'string' || typeof root !== 'string' || !URL.canParse(root)) return undefined;
  return { id, root, title: typeof title === 'string' ? title : id };
}

function readServer(value: unknown): MirrorServer | undefined {
  if (!isObject(value)) return undefined;
  const { address, title } = value;
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  const signIn = readSignIn(value.signIn);
  // A key never goes to another origin than its own, whatever was written here.
  const borrowed = signIn.kind === 'none' ? undefined : signIn.keyOf;
  if (borrowed !== undefined && (!URL.canParse(borrowed) || new URL(borrowed).origin !== origin)) return undefined;
  return {
    address,
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    signIn,
    collections: listOf(value.collections, readCollection).filter(({ root }) => new URL(root).origin === origin),
  };
}

/** Reads subscriptions as they were kept; what can't be one is left out. */
export function readSubscriptions(value: unknown): Subscriptions {
  return { servers: listOf(isObject(value) ? value.servers : undefined, readServer) };
}

/** The same with a server added, or put in the place of the one at its address. */
export function withServer({ servers, ...rest }: Subscriptions, server: MirrorServer): Subscriptions {
  const at = servers.findIndex(({ address }) => address === server.address);
  return { ...rest, servers: at < 0 ? [...servers, server] : servers.with(at, server) };
}

/** The same without a server. */
export function withoutServer({ servers, ...rest }: Subscriptions, address: string): Subscriptions {
  return { ...rest, servers: servers.filter((each) => each.address !== address) };
}
