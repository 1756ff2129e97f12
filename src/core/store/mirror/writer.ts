import { setImmediate } from 'node:timers/promises';
import type { ChainEnd, MirrorState, MirrorTarget, MirrorWriter, PageRead, StorageUse } from '../../mirror/ports';
import { readPaging } from '../../mirror/peek';
import { StoreError } from '../storeError';
import { deferOrders } from '../query/pendingIndex';
import type { Connection } from '../sqlite';
import { envelopeOf, fingerprintOf } from './envelope';
import { type Indexer, indexerCacheKilobytes } from './indexer';
import { beginMirrorRun, mirrorById, mirrorFor, nextRun, noteEnd, stillThere } from './mirrors';
import { SkippedCounter } from './skippedCounter';
import type { MirrorRun } from './run';
import { bytesOf, countBytes } from './size';
import { PageCache } from './pageCache';

export interface MirrorWriterPorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  readonly takeLease: (name: string, forMillis: number) => boolean;
  readonly releaseLease: (name: string) => void;
  readonly now: () => number;
  /** Free bytes on the disk of the store; undefined where unknown. */
  readonly freeBytes?: () => number | undefined;
  /** The maximum number of objects of a first sync that are indexed before it ends; 2,000 by default. */
  readonly maxIndexedInline?: number;
}

/** Longer than a page may take: nothing renews the lease meanwhile. */
const leaseMillis = 180_000;
/** Storing a page takes less time than renewing the lease: it is renewed at this interval. */
const renewMillis = 5_000;
const nothing = new Uint8Array();
/** Objects per transaction: the thread handles cancellation and other jobs between two. */
const batch = 1_000;
/** This many objects are indexed before the sync ends: queries find them at once. */
const defaultMaxIndexedInline = 2_000;

interface Open {
  readonly state: MirrorState;
  readonly lease: string;
  readonly run: MirrorRun;
  readonly reasons: SkippedCounter;
  started: boolean;
  objects: readonly unknown[];
  bytes: Uint8Array;
  /** When the lease was renewed. */
  renewed: number;
  /** Where the mirror was empty: pages are stored unmodified, and indexed afterwards. */
  readonly pageCache: PageCache | undefined;
  /** The size of the collection when the run started, bytes. */
  readonly bytesBefore: number;
}

/** The port is asynchronous, since the other implementation is a thread: exceptions reject. */
function promised<Given extends readonly unknown[], Result>(work: (...given: Given) => Result) {
  return (...given: Given): Promise<Result> => new Promise((resolve) => resolve(work(...given)));
}

/** The store's side of a sync; one run at a time. */
export function createMirrorWriter(
  {
    withConnection,
    takeLease,
    releaseLease,
    now,
    freeBytes,
    maxIndexedInline = defaultMaxIndexedInline,
  }: MirrorWriterPorts,
  indexer: Indexer,
): MirrorWriter {
  let open: Open | undefined;
  let isBeginning = false;

  const current = (): Open => {
    if (open === undefined) throw new Error('no sync is under way');
    return open;
  };

  const renewLease = ({ lease }: Open): void => {
    if (!takeLease(lease, leaseMillis)) {
      throw new StoreError({ kind: 'locked', detail: 'another window has taken the sync over' });
    }
  };

  /** Indexes what waits of the collection. */
  const indexAll = async (id: number, keep: () => void): Promise<void> => {
    for (let slices = 0; indexer.indexNext(id) !== undefined; slices++) {
      if (slices % 100 === 0) keep();
      await setImmediate();
    }
  };

  const spaceOf = ({ state, bytesBefore }: Pick<Open, 'state' | 'bytesBefore'>): StorageUse => {
    const storedBytes = withConnection((c) => bytesOf(c, state.id));
    const free = freeBytes?.();
    return { storedBytes, addedBytes: storedBytes - bytesBefore, ...(free === undefined ? {} : { freeBytes: free }) };
  };

  const renewLeaseIfDue = (one: Open): void => {
    if (now() - one.renewed < renewMillis) return;
    renewLease(one);
    one.renewed = now();
  };

  const begin = async (target: MirrorTarget): Promise<Awaited<ReturnType<MirrorWriter['begin']>>> => {
    if (open !== undefined || isBeginning) return { busy: true };
    const found = withConnection((c) => mirrorFor(c, target, now()));
    const lease = `mirror:${found.id}`;
    if (!takeLease(lease, leaseMillis)) return { busy: true };
    isBeginning = true;
    try {
      let state = found;
      if (indexer.waits(found.id)) {
        await indexAll(found.id, () => void takeLease(lease, leaseMillis));
        state = withConnection((c) => mirrorFor(c, target, now()));
      }
      withConnection((c) => {
        deferOrders(c);
        c.bulk(true, indexerCacheKilobytes);
      });
      const run = withConnection((c) => beginMirrorRun(c, state, now()));
      const reasons = new SkippedCounter();
      const pageCache =
        state.objects === 0 ? new PageCache({ sourceId: state.id, run: run.chain, at: run.now }) : undefined;
      const bytesBefore = withConnection((c) => countBytes(c, state.id));
      open = {
        ...{ state, lease, run, reasons, started: false, objects: [], bytes: nothing, renewed: now(), pageCache },
        bytesBefore,
      };
      return { state, space: spaceOf(open) };
    } catch (error) {
      releaseLease(lease);
      throw error;
    } finally {
      isBeginning = false;
    }
  };

  const finish = async (one: Open, end: ChainEnd): Promise<void> => {
    const { run, state, pageCache } = one;
    const isLeft = pageCache !== undefined && pageCache.isPlain && pageCache.waiting > maxIndexedInline;
    if (pageCache !== undefined && !isLeft) await indexAll(state.id, () => renewLease(one));
    // What is left to index did not exist before, and nothing of it is stale.
    if (end.complete && !isLeft) {
      while (end.full && withConnection(() => run.setBack())) await setImmediate();
      for (let from: number | undefined = end.full ? 0 : undefined; from !== undefined;) {
        const at: number = from;
        from = withConnection(() => run.markStale(at));
        renewLease(one);
        await setImmediate();
      }
      while (withConnection(() => run.expire())) await setImmediate();
    }
    withConnection(() => {
      run.dropSetAside();
      run.settle();
    });
    one.reasons.add(run.drainSkipped());
    withConnection((c) => noteEnd(c, state.id, end, now()));
    if (isLeft) Object.assign(run.counts, { added: pageCache.distinct, changed: 0, unchanged: 0 });
  };

  return {
    begin,
    async chain({ full }) {
      const one = current();
      renewLease(one);
      one.objects = [];
      if (one.started) {
        // The pages of the broken chain go first: the order of versions counts.
        if (one.pageCache !== undefined) {
          one.pageCache.close();
          await indexAll(one.state.id, () => renewLease(one));
        }
      }
      const number = one.started ? withConnection((c) => nextRun(c, one.state.id)) : one.run.chain;
      one.run.startChain(number, full);
      one.started = true;
      one.reasons.clear();
    },
    read: promised((bytes: Uint8Array): PageRead | undefined => {
      const one = current();
      const envelope = envelopeOf(bytes);
      if (envelope === undefined) return undefined;
      const { objects, body } = envelope;
      one.objects = objects;
      one.bytes = bytes;
      return { objects: objects.length, fingerprint: fingerprintOf(objects), ...readPaging(body) };
    }),
    async write() {
      const one = current();
      const { objects, bytes, run, state, reasons, pageCache } = one;
      one.objects = [];
      one.bytes = nothing;
      let fresh = 0;
      if (pageCache?.isOpen === true) {
        indexer.adopt(state.id, { run, reasons });
        fresh = withConnection((c) => {
          stillThere(c, state.id);
          return pageCache.keep(c, run, objects, bytes);
        });
        reasons.add(run.drainSkipped());
        renewLeaseIfDue(one);
        return { fresh, space: spaceOf(one) };
      }
      // Send the request for the next page before this thread is busy with this one.
      await setImmediate();
      for (let at = 0; at < objects.length; at += batch) {
        fresh += withConnection((c) => {
          stillThere(c, state.id);
          return run.take(objects.slice(at, at + batch));
        });
        reasons.add(run.drainSkipped());
        await setImmediate();
      }
      renewLease(one);
      return { fresh, space: spaceOf(one) };
    },
    keep: promised(() => renewLease(current())),
    async finish(end) {
      const one = current();
      try {
        await finish(one, end);
        const state = withConnection((c) => mirrorById(c, one.state.id)) ?? one.state;
        return { state, counts: { ...one.run.counts }, skipped: one.reasons.list() };
      } finally {
        open = undefined;
        try {
          withConnection((c) => c.bulk(false));
          releaseLease(one.lease);
        } catch {
          // The store has failed, which was reported already; the lease expires.
        }
      }
    },
  };
}
