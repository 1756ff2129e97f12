import { headerProblem } from '../api/http/headerName';
import { type ListKind, listKinds } from '../records/context';
import { type RiskLevel, riskLevels } from '../records/risk';
import { type ChosenColumns, readChosenColumns } from '../records/sourceDetails';

/** How requests to a server are authenticated; the secret itself is in the system keychain. */
export type MirrorSignIn =
  | { readonly kind: 'none' }
  /**
   * HTTP Basic. The password is the key of the service `keyOf` (a base URL of the same origin), or a secret of its own
   * without `keyOf`.
   */
  | { readonly kind: 'basic'; readonly user: string; readonly keyOf?: string }
  /** Key and media type in the URL of each request; for testing (lookup API: “Authentication”). */
  | { readonly kind: 'query'; readonly keyOf?: string }
  /** `Authorization: Bearer` and the secret. */
  | { readonly kind: 'bearer'; readonly keyOf?: string }
  /** The secret in a header of this name. */
  | { readonly kind: 'header'; readonly name: string; readonly keyOf?: string }
  /** The secret in place of `{key}` in the addresses of a list. */
  | { readonly kind: 'address'; readonly keyOf?: never };

/** A collection that the user selected. */
export interface ChosenCollection {
  readonly id: string;
  /** The API root, with a trailing slash. */
  readonly root: string;
  readonly title: string;
}

/** A TAXII server as the user added it. */
export interface MirrorServer {
  /** As returned by `parseBaseUrl`: the service, its discovery or an API root. */
  readonly address: string;
  readonly title?: string;
  readonly signIn: MirrorSignIn;
  readonly collections: readonly ChosenCollection[];
}

/** A text list, CSV file or bundle at a URL, refreshed like a collection. */
export interface ListSubscription {
  /** With its query, if it has one. */
  readonly address: string;
  readonly title: string;
  readonly signIn: MirrorSignIn;
  /** The risk of listed indicators, where the list doesn't state one. */
  readonly risk?: RiskLevel;
  /** The meaning of its entries; unknown for a list added by its address. */
  readonly kind?: ListKind;
  /** The entry of the gallery that it was added from. */
  readonly preset?: string;
  /** The addresses of its files, if not only `address`. */
  readonly files?: readonly string[];
  /** A MISP feed, of which the newest events are read. */
  readonly form?: 'misp';
  readonly maxEvents?: number;
  /** The first entries to read. */
  readonly maxEntries?: number;
  /** Meanings of a table's columns that the user chose. */
  readonly columns?: ChosenColumns;
  /** The publisher allows no more downloads than one in this time. */
  readonly intervalMinutes?: number;
  /** The interval is the default, not the publisher's. */
  readonly isDefaultInterval?: boolean;
  readonly credit?: string;
  /** Exports contain the credit unless this is `false`; `true` if the license requires it. */
  readonly creditRequired?: boolean;
  readonly license?: string;
  readonly terms?: string;
}

/** The addresses of a list's files. */
export function getFiles({ address, files }: Pick<ListSubscription, 'address' | 'files'>): readonly string[] {
  return files ?? [address];
}

/** How many events of a MISP feed are read by default, the newest first. */
export const defaultMaxEvents = 300;

/** The ID of a list, in place of a collection's. */
export const listId = 'list';

/** The user's subscriptions; stored outside the store, so that clearing it keeps them. */
export interface Subscriptions {
  readonly servers: readonly MirrorServer[];
  readonly lists: readonly ListSubscription[];
}

/** Identifies a collection among all mirrors. */
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
  if (value.kind === 'address') return { kind: 'address' };
  if (value.kind === 'bearer') return { kind: 'bearer', ...keyOf };
  if (value.kind === 'header' && typeof value.name === 'string' && headerProblem(value.name) === undefined) {
    return { kind: 'header', name: value.name, ...keyOf };
  }
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
  // A key is never sent to another origin than its own, whatever is stored here.
  const borrowed = signIn.kind === 'none' ? undefined : signIn.keyOf;
  if (borrowed !== undefined && (!URL.canParse(borrowed) || new URL(borrowed).origin !== origin)) return undefined;
  return {
    address,
    title: typeof title === 'string' && title !== '' ? title : undefined,
    signIn,
    collections: listOf(value.collections, readCollection).filter(({ root }) => new URL(root).origin === origin),
  };
}

/** The credit line of a list that exports contain; undefined for none. */
export function exportedCredit({ credit, creditRequired }: ListSubscription): string | undefined {
  return creditRequired === false ? undefined : credit;
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readList(value: unknown): ListSubscription | undefined {
  if (!isObject(value)) return undefined;
  const { address, title } = value;
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const files = listOf(value.files, (each) => (typeof each === 'string' && URL.canParse(each) ? each : undefined));
  const given = {
    risk: riskLevels.find((level) => level === value.risk),
    kind: listKinds.find((kind) => kind === value.kind),
    files: files.length > 0 ? files : undefined,
    form: value.form === 'misp' ? 'misp' : undefined,
    maxEvents: countOf(value.maxEvents),
    maxEntries: countOf(value.maxEntries),
    intervalMinutes: countOf(value.intervalMinutes),
    isDefaultInterval: value.isDefaultInterval === true ? true : undefined,
    columns: readChosenColumns(value.columns),
    preset: textOf(value.preset),
    credit: textOf(value.credit),
    creditRequired: typeof value.creditRequired === 'boolean' ? value.creditRequired : undefined,
    license: textOf(value.license),
    terms: textOf(value.terms),
  };
  return {
    address,
    title: typeof title === 'string' && title !== '' ? title : new URL(address).host,
    signIn: readSignIn(value.signIn),
    ...Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined)),
  };
}

/** Reads stored subscriptions; invalid ones are skipped. */
export function readSubscriptions(value: unknown): Subscriptions {
  const { servers, lists } = isObject(value) ? value : {};
  return { servers: listOf(servers, readServer), lists: listOf(lists, readList) };
}

/** Adds or replaces a server, by address. */
export function withServer({ servers, ...rest }: Subscriptions, server: MirrorServer): Subscriptions {
  const at = servers.findIndex(({ address }) => address === server.address);
  return { ...rest, servers: at < 0 ? [...servers, server] : servers.with(at, server) };
}

/** Removes a server, by address. */
export function withoutServer({ servers, ...rest }: Subscriptions, address: string): Subscriptions {
  return { ...rest, servers: servers.filter((each) => each.address !== address) };
}

/** Adds or replaces a list, by address. */
export function withList({ lists, ...rest }: Subscriptions, list: ListSubscription): Subscriptions {
  const at = lists.findIndex(({ address }) => address === list.address);
  return { ...rest, lists: at < 0 ? [...lists, list] : lists.with(at, list) };
}

/** Removes a list, by address. */
export function withoutList({ lists, ...rest }: Subscriptions, address: string): Subscriptions {
  return { ...rest, lists: lists.filter((each) => each.address !== address) };
}
