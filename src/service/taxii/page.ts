import { setImmediate } from 'node:timers/promises';
import { exactMicros } from '../../core/records/exactTimestamp';
import { firstIndex } from '../../core/firstIndex';
import { typeOfId } from '../../core/stix/fields';
import { otherThreat, threatTypes } from '../../core/stix/threatTypes';
import { bySortKey, type Order } from '../../core/store/stix/position';
import type { StixSource } from '../../core/store/stix/objectReader';
import type { ServedObjects } from '../servedRecords';
import type { Pace } from '../../core/store/sqlite/timeSlicer';
import { type PageQuery, maxPage } from './pageQuery';
import type { Collection } from './collections';
import { servedObject, type ServedObject } from './servedObject';

export interface Page {
  readonly objects: readonly ServedObject[];
  readonly more: boolean;
}

interface Reading {
  readonly objectReader: ServedObjects;
  readonly order: Order;
  readonly collection: Collection;
  readonly requested: PageQuery;
  readonly signal: AbortSignal;
  /** Limits the processor time of the answer. */
  readonly pace: Pace | undefined;
}

/** Types of generated objects. */
const generatedTypes: ReadonlySet<string> = new Set([
  'identity',
  'extension-definition',
  'indicator',
  'relationship',
  otherThreat,
  ...Object.values(threatTypes),
]);

/**
 * The requested objects of a collection, at most `limit`, in the order of their API root; none is lost between pages.
 */
export async function getPage(reading: Reading): Promise<Page> {
  const page = await readPage(reading);
  // A page can be all of a request's work, so it takes its turn before the answer, not only between two chunks.
  await othersTurn(reading);
  return page;
}

/** Lets the thread handle other jobs and cancellation, and waits until the work may continue. */
async function othersTurn({ signal, pace }: Pick<Reading, 'signal' | 'pace'>): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
  await pace?.proceed();
  signal.throwIfAborted();
}

async function readPage(reading: Reading): Promise<Page> {
  const { requested } = reading;
  const found: ServedObject[] = [];
  const entries = requested.ids === undefined ? listed(reading) : named(reading, requested.ids);
  for await (const object of entries) {
    if (!fits(object, requested)) continue;
    if (found.push(object) > requested.limit) return { objects: found.slice(0, -1), more: true };
  }
  return { objects: found, more: false };
}

function fits({ id, version, spec }: ServedObject, { types, versions, specs }: PageQuery): boolean {
  // Threats are of several types, and one list of the store.
  if (types?.has(typeOfId(id)) === false) return false;
  const isVersion = versions === undefined || versions.newest || versions.timestamps.has(version);
  return isVersion && (specs === undefined || specs.has(spec));
}

/** All objects in order; reads slightly more than the page, and larger chunks where few of them match. */
async function* listed(
  { objectReader, order, collection, requested, signal, pace }: Reading,
  generatedOnly = false,
): AsyncGenerator<ServedObject> {
  const bySource = sourcesOf(collection);
  const isPicky = generatedOnly || requested.specs !== undefined || requested.versions !== undefined;
  const limit = isPicky ? maxPage : requested.limit + 1;
  const { types, createdAfter } = requested;
  let { after } = requested;
  for (;;) {
    const startedAt = performance.now();
    try {
      const { entries, more } = await objectReader.page([...bySource.keys()], {
        order,
        types,
        createdAfter,
        until: collection.until,
        after,
        limit,
        generatedOnly,
      });
      for (const entry of entries) yield servedObject(entry, bySource);
      after = more ? entries.at(-1)?.sortKey : undefined;
    } finally {
      // Also where no more of them are needed.
      pace?.spend(performance.now() - startedAt);
    }
    if (after === undefined) return;
    await othersTurn({ signal, pace });
  }
}

/** The objects with these IDs, in order. Generated objects are searched where the index has their ID. */
async function* named(reading: Reading, ids: ReadonlySet<string>): AsyncGenerator<ServedObject> {
  const { objectReader, order, collection, requested } = reading;
  const bySource = sourcesOf(collection);
  const found = new Map<string, ServedObject>();
  for (const id of ids) {
    const entry = await objectReader.original([...bySource.keys()], id, order);
    if (entry !== undefined) found.set(id, servedObject(entry, bySource));
  }
  const types = new Set<string>();
  for (const id of ids) {
    const type = typeOfId(id);
    if (!found.has(id) && generatedTypes.has(type) && (await isGenerated(reading, type, id))) types.add(type);
  }
  if (types.size > 0) {
    const all = { ...reading, requested: { ...requested, types, after: undefined, createdAfter: undefined } };
    for await (const object of listed(all, true)) {
      if (ids.has(object.id)) found.set(object.id, object);
      if (found.size === ids.size) break;
    }
  }
  const { after, createdAfter } = requested;
  const until = collection.until === undefined ? undefined : exactMicros(collection.until);
  yield* [...found.values()]
    .filter(({ entry: { sortKey } }) => {
      if (until !== undefined && sortKey.created > until) return false;
      const isBehind = after === undefined || bySortKey(sortKey, after) > 0;
      const isLater = createdAfter === undefined || sortKey.created > createdAfter;
      return isBehind && isLater;
    })
    .toSorted((a, b) => bySortKey(a.entry.sortKey, b.entry.sortKey));
}

/** The hashes of the generated objects of a type in a collection, sorted, and the version of the store that they are of. */
interface GeneratedIds {
  readonly version: string;
  readonly hashes: Promise<Float64Array>;
}

/** By order, type, and sources. Generated objects have an ID only once they are generated, which takes seconds for many. */
const generatedIds = new WeakMap<ServedObjects, Map<string, GeneratedIds>>();

/** Whether a generated object of a collection may have an ID; different IDs with the same hash are rare. */
async function isGenerated(reading: Reading, type: string, id: string): Promise<boolean> {
  const { objectReader, order, collection, signal } = reading;
  const all = generatedIds.get(objectReader) ?? new Map<string, GeneratedIds>();
  generatedIds.set(objectReader, all);
  const key = [order, type, ...collection.sources.map((source) => source.id)].join(' ');
  const version = await objectReader.version();
  let known = all.get(key);
  if (known?.version !== version) {
    // The list is for all that ask at the same time: it counts as work of the request that came first, but doesn't end
    // with it.
    const { pace } = reading;
    const counted = pace && { spend: (millis: number) => pace.spend(millis), proceed: () => Promise.resolve() };
    known = { version, hashes: hashesOf({ ...reading, signal: neverAborted, pace: counted }, type) };
    all.set(key, known);
    known.hashes.catch(() => all.delete(key));
  }
  const hashes = await known.hashes;
  signal.throwIfAborted();
  return isIn(hashes, hashOf(id));
}

const neverAborted = new AbortController().signal;

async function hashesOf(reading: Reading, type: string): Promise<Float64Array> {
  const hashes: number[] = [];
  const requested = { ...reading.requested, types: new Set([type]), after: undefined, createdAfter: undefined };
  // The version is newer than the dates of the collection.
  const collection = { ...reading.collection, until: undefined };
  for await (const { id } of listed({ ...reading, collection, requested }, true)) hashes.push(hashOf(id));
  return Float64Array.from(hashes).sort();
}

/** 52 bits of the UUID at the end of an ID. */
function hashOf(id: string): number {
  return Number.parseInt(id.slice(-36).replaceAll('-', '').slice(0, 12) + id.slice(-1), 16);
}

function isIn(sorted: Float64Array, wanted: number): boolean {
  return sorted[firstIndex(sorted.length, (index) => (sorted[index] ?? 0) >= wanted)] === wanted;
}

function sourcesOf({ sources }: Collection): ReadonlyMap<number, StixSource> {
  return new Map(sources.map((source) => [source.id, source]));
}
