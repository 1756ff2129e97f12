import type { Outcome } from '../api/requestError';
import type { FetchedFile } from './list';
import type { AddressState } from '../records/sourceDetails';
import { failedRequest, type ListFetched, type ListFetchPorts, type ListFetchState } from './fetchedList';
import { isOutage } from './outage';
import { defaultMaxEvents, type ListSubscription } from './subscriptions';
import type { FailedRequest } from './syncError';

/** Bytes after which a sync stops; the next one continues. */
const maxBytes = 48 * 1024 * 1024;
/** After this many events in a row that can't be fetched, the rest is left to the next sync. */
const maxFailures = 5;

interface FeedEvent {
  readonly id: string;
  readonly timestamp: string;
}

/** The events of a manifest, the newest first; undefined if it isn't one. */
export function readManifest(bytes: Uint8Array): readonly FeedEvent[] | undefined {
  const value = parsed(new TextDecoder().decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const events = Object.entries(value).flatMap(([id, entry]: [string, unknown]): (FeedEvent & { at: number })[] => {
    const given: unknown = Reflect.get(Object(entry), 'timestamp');
    const timestamp = typeof given === 'number' ? String(given) : given;
    // The ID becomes a part of an address.
    if (!/^[\da-f-]{8,64}$/i.test(id) || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return [];
    return [{ id, timestamp, at: Number(timestamp) }];
  });
  return events.sort((a, b) => b.at - a.at).map(({ id, timestamp }) => ({ id, timestamp }));
}

/**
 * Fetches the newest events of a MISP feed that are new or have changed since they were read. An event that can't be
 * fetched doesn't prevent others; it is tried again in the next sync.
 */
export async function fetchMispFeed(
  list: ListSubscription,
  stored: ListFetchState | undefined,
  ports: ListFetchPorts,
): Promise<ListFetched> {
  const base = list.address.replace(/(?<!\/)$/, '/');
  const manifest = `${base}manifest.json`;
  const { addresses, events: knownEvents = {} } = stored ?? { addresses: {} };
  const known = new Map(Object.entries(knownEvents));
  const answer = await ports.request(manifest, addresses[manifest]);
  if (!answer.ok) return failedRequest(manifest, answer.error);
  if (answer.value === 'unchanged') return { kind: 'unchanged' };
  const { bytes, validators } = answer.value;
  const all = readManifest(bytes);
  if (all === undefined)
    return failedRequest(manifest, { kind: 'notJson', detail: 'the manifest is not a JSON object' });
  const newest = all.slice(0, list.maxEvents ?? defaultMaxEvents);
  const wanted = newest.filter(({ id, timestamp }) => known.get(id) !== timestamp);
  const { texts, read, failure } = await fetchEvents(base, wanted, ports);
  const missing = wanted.length - read.size;
  if (read.size === 0 && failure !== undefined) return { kind: 'failed', error: { kind: 'request', ...failure } };
  const events = newest.flatMap(({ id }): [string, string][] => {
    const timestamp = read.get(id) ?? known.get(id);
    return timestamp === undefined ? [] : [[id, timestamp]];
  });
  // With validators, the next answer could be that nothing has changed.
  const file: AddressState = { bytes: bytes.length, ...(missing > 0 ? {} : validators) };
  const state = { addresses: { [manifest]: file }, events: Object.fromEntries(events) };
  return {
    kind: 'fetched',
    fetched: {
      files: texts.length === 0 ? [] : [new TextEncoder().encode(`{"response":[${texts.join(',')}]}`)],
      state,
      isPartial: true,
      missing: missing === 0 ? undefined : { kind: 'missingEvents', count: missing, error: failure },
    },
  };
}

interface FetchedEvents {
  /** As received. */
  readonly texts: readonly string[];
  /** Timestamps by ID. */
  readonly read: ReadonlyMap<string, string>;
  /** The last error. */
  readonly failure: FailedRequest | undefined;
}

async function fetchEvents(base: string, wanted: readonly FeedEvent[], ports: ListFetchPorts): Promise<FetchedEvents> {
  const texts: string[] = [];
  const read = new Map<string, string>();
  let failure: FailedRequest | undefined;
  let failures = 0;
  let size = 0;
  for (const { id, timestamp } of wanted) {
    if (size >= maxBytes || failures >= maxFailures) break;
    const address = `${base}${id}.json`;
    const answer: Outcome<FetchedFile | 'unchanged'> = await ports.request(address, undefined);
    if (!answer.ok) {
      failure = { host: new URL(address).host, error: answer.error, context: { part: 'list' } };
      failures = isFinal(answer.error.kind) || isOutage(answer.error) ? maxFailures : failures + 1;
      continue;
    }
    failures = 0;
    if (answer.value === 'unchanged') continue;
    const text = new TextDecoder().decode(answer.value.bytes);
    size += text.length;
    read.set(id, timestamp);
    // A damaged event must not make the others unreadable.
    if (parsed(text) !== undefined) texts.push(text);
    ports.onFile?.(read.size);
  }
  return { texts, read, failure };
}

/** Whether every further request would end like this one. */
function isFinal(kind: string): boolean {
  return ['canceled', 'rateLimited', 'keyRejected', 'certificate', 'noTls', 'redirectRefused'].includes(kind);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
