import { isAccessRefused } from '../api/taxii/errorContext';
import type { Validators } from '../api/http/gatewayTypes';
import type { Outcome, RequestError } from '../api/requestError';
import type { FetchedFile } from './list';
import type { ListKind } from '../records/context';
import type { RiskLevel } from '../records/risk';
import type { AddressState, ChosenColumns } from '../records/sourceDetails';
import type { SyncError } from './syncError';

/** The state of the stored version of a list, for polite requests. */
export interface ListFetchState {
  /** By address of a file. */
  readonly addresses: Readonly<Record<string, AddressState>>;
  /** The events of a MISP feed that were read, with their timestamps. */
  readonly events?: Readonly<Record<string, string>>;
}

export interface ListFetchPorts {
  /** Requests one file; retries while the server is down. */
  readonly request: (
    address: string,
    validators: Validators | undefined,
  ) => Promise<Outcome<FetchedFile | 'unchanged'>>;
  /** Called after each file. */
  readonly onFile?: (done: number) => void;
}

/** The files of a list as they were fetched. */
export interface FetchedFiles {
  readonly files: readonly Uint8Array[];
  readonly state?: ListFetchState;
  /** The files have only new entries: no others are removed. */
  readonly isPartial?: boolean;
  /** Why some of it is missing. */
  readonly missing?: SyncError;
}

/** The result of requesting a list. */
export type ListFetched =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'fetched'; readonly fetched: FetchedFiles }
  | { readonly kind: 'failed'; readonly error: SyncError; readonly isRefused?: boolean };

/** A failed request for a list as an error of its sync. */
export function failedRequest(address: string, error: RequestError): ListFetched {
  return {
    kind: 'failed',
    error: { kind: 'request', host: new URL(address).host, error, context: { part: 'list' } },
    isRefused: isAccessRefused(error) ? true : undefined,
  };
}

/** A list that was requested: its files to store, or the reason why it has none. */
export type RequestedList = {
  readonly address: string;
  readonly title: string;
  /** The risk of listed indicators, if the list itself has none. */
  readonly risk?: RiskLevel | undefined;
  /** The meaning of its entries, if its publisher states it. */
  readonly kind?: ListKind;
  /** The first entries to read. */
  readonly maxEntries?: number;
  /** Meanings of a table's columns that the user chose. */
  readonly columns?: ChosenColumns;
  /** The line that the license requires. */
  readonly credit?: string;
  readonly terms?: string;
  readonly license?: string;
} & (
  | (FetchedFiles & {
      readonly unchanged?: never;
      readonly error?: never;
    })
  /** Equal to the stored version. */
  | { readonly unchanged: true; readonly files?: never; readonly error?: never }
  | { readonly error: SyncError; readonly files?: never; readonly unchanged?: never }
);

const [maxFiles, maxEvents, maxText] = [200, 2_000, 300];

/** Reads a stored state; undefined if it isn't one. */
export function readFetchState(value: unknown): ListFetchState | undefined {
  const addresses = entriesOf(Reflect.get(Object(value), 'addresses'))
    .slice(0, maxFiles)
    .flatMap(([address, file]): [string, AddressState][] => {
      const { etag, lastModified, bytes } = Object(file) as Readonly<Record<string, unknown>>;
      if (typeof bytes !== 'number') return [];
      const kept = { etag, lastModified };
      const validators = Object.entries(kept).filter(([, each]) => typeof each === 'string' && each.length <= maxText);
      return [[address, { bytes, ...Object.fromEntries(validators) }]];
    });
  const events = entriesOf(Reflect.get(Object(value), 'events'))
    .slice(0, maxEvents)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (addresses.length === 0) return undefined;
  return {
    addresses: Object.fromEntries(addresses),
    events: events.length === 0 ? undefined : Object.fromEntries(events),
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
