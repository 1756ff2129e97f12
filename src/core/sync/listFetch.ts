import type { Validators } from '../api/http/gatewayTypes';
import type { UtcMillis } from '../records/record';
import type { AddressState } from '../records/sourceDetails';
import { failedRequest, type ListFetched, type ListFetchPorts, type ListFetchState } from './fetchedList';
import type { FetchedFile } from './list';
import { fetchMispFeed } from './mispFeed';
import { getFiles, type ListSubscription } from './subscriptions';
import type { SyncError } from './syncError';
import { isAhead, maxPauseMillis } from '../records/clockBounds';

/**
 * A list that is smaller than this share of the earlier one isn't accepted without asking: if a wrong length cut it
 * off, nothing else shows that entries are missing. The share is larger where the answer can't be verified.
 */
const leastShares = { verified: 0.5, unverified: 0.9 };
/** A smaller list may vary this much without being truncated. */
const minBytes = 4_096;

/**
 * Fetches all files of a list, with the validators of the stored version. Nothing is returned if they are unchanged; if
 * one has changed, all of them are, since a list is replaced as a whole.
 */
export async function fetchListFiles(
  list: ListSubscription,
  stored: ListFetchState | undefined,
  ports: ListFetchPorts,
  { acceptsSmaller = false }: { readonly acceptsSmaller?: boolean } = {},
): Promise<ListFetched> {
  if (list.form === 'misp') return fetchMispFeed(list, stored, ports);
  const addresses = getFiles(list);
  const isWhole = addresses.every((address) => addressState(stored, address) !== undefined);
  const fetched = new Map<string, FetchedFile>();
  const failure = await fetchInto(fetched, addresses, ports, (address) =>
    isWhole && !acceptsSmaller ? addressState(stored, address) : undefined,
  );
  if (failure !== undefined) return failure;
  if (fetched.size === 0) return { kind: 'unchanged' };
  const others = addresses.filter((address) => !fetched.has(address));
  const laterFailure = await fetchInto(fetched, others, { request: ports.request });
  if (laterFailure !== undefined) return laterFailure;
  const smaller = acceptsSmaller ? undefined : smallerList([...fetched.values()], stored);
  if (smaller !== undefined) return { kind: 'failed', error: smaller };
  const files = addresses.flatMap((address) => fetched.get(address)?.bytes ?? []);
  const states = [...fetched].map(([address, file]): [string, AddressState] => [
    address,
    { ...file.validators, bytes: file.bytes.length },
  ]);
  return { kind: 'fetched', fetched: { files, state: { addresses: Object.fromEntries(states) } } };
}

/** Fetches files one by one; returns why one can't be fetched. */
async function fetchInto(
  fetched: Map<string, FetchedFile>,
  addresses: readonly string[],
  { request, onFile }: ListFetchPorts,
  validatorsOf: (address: string) => Validators | undefined = () => undefined,
): Promise<ListFetched | undefined> {
  for (const [index, address] of addresses.entries()) {
    const answer = await request(address, validatorsOf(address));
    if (!answer.ok) return failedRequest(address, answer.error);
    if (answer.value !== 'unchanged') fetched.set(address, answer.value);
    onFile?.(index + 1);
  }
  return undefined;
}

/** Why a list seems truncated, compared with the stored version. */
function smallerList(files: readonly FetchedFile[], stored: ListFetchState | undefined): SyncError | undefined {
  const bytes = sumOf(files.map((file) => file.bytes.length));
  const before = sumOf(Object.values(stored?.addresses ?? {}).map((file) => file.bytes ?? 0));
  const isUnverified = files.some((file) => file.isUnverified === true);
  const leastShare = isUnverified ? leastShares.unverified : leastShares.verified;
  return before >= minBytes && bytes < before * leastShare ? { kind: 'smallerList', bytes, before } : undefined;
}

function addressState(stored: ListFetchState | undefined, address: string): AddressState | undefined {
  return stored !== undefined && Object.hasOwn(stored.addresses, address) ? stored.addresses[address] : undefined;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** The last sync and its error, which decide when a list may be requested again. */
export interface LastFetch {
  readonly lastSync?: UtcMillis | undefined;
  readonly error?: SyncError | undefined;
}

/** The end of the pause that the server asked for; 0 without one. */
function pauseEnd({ error }: LastFetch, now: UtcMillis): UtcMillis {
  const until = error?.kind === 'request' && error.error.kind === 'rateLimited' ? error.error.retryAt : 0;
  return isAhead(until, maxPauseMillis, now) ? until : 0;
}

/** Whether the publisher or its server allows no earlier request, not only the default interval. */
export function isPublisherLimit(
  { isDefaultInterval = false }: Pick<ListSubscription, 'isDefaultInterval'>,
  last: LastFetch,
  now: UtcMillis,
): boolean {
  return !isDefaultInterval || pauseEnd(last, now) > now;
}

/**
 * The time before which a list must not be requested: its publisher's interval after the last sync, or the pause that
 * the server asked for. A time in the future, by a clock that was set back, does not count as the last sync.
 */
export function earliestFetch(
  { intervalMinutes = 0 }: Pick<ListSubscription, 'intervalMinutes'>,
  last: LastFetch,
  now: UtcMillis,
): UtcMillis | undefined {
  const { lastSync } = last;
  const next = lastSync === undefined || lastSync > now ? 0 : lastSync + intervalMinutes * 60_000;
  const until = Math.max(next, pauseEnd(last, now));
  return until > now ? until : undefined;
}
