import { setImmediate } from 'node:timers/promises';
import type {
  ChainEnd,
  MirrorState,
  MirrorTarget,
  MirrorWriter,
  PageRead,
  PageWritten,
  StorageUse,
  SyncAccount,
} from '../../sync/ports';
import { readPaging } from '../../sync/peek';
import { StoreError } from '../protocol/storeError';
import { deferOrders } from '../searchIndex/pendingIndex';
import type { Connection } from '../sqlite/sqlite';
import { envelopeOf, fingerprintOf } from './envelope';
import { type Indexer, indexerCacheKilobytes } from './indexer';
import { beginMirrorRun, mirrorById, mirrorFor, nextRun, noteEnd, stillThere } from './mirrors';
import { SkippedCounter } from './skippedCounter';
import type { MirrorRun } from './run';
import { bytesOf, countBytes } from './size';
import { PageCache } from './pageCache';
import { isWithin } from '../../records/clockBounds';

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

/** The sync under way. */
interface OpenSync {
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
function promised<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}

/** The store's side of a sync; one run at a time. */
export class StoreMirrorWriter implements MirrorWriter {
  private open: OpenSync | undefined;
  private isBeginning = false;

  constructor(
    private readonly ports: MirrorWriterPorts,
    private readonly indexer: Indexer,
  ) {}

  async begin(target: MirrorTarget): ReturnType<MirrorWriter['begin']> {
    if (this.open !== undefined || this.isBeginning) return { busy: true };
    const { withConnection, takeLease, releaseLease } = this.ports;
    const found = withConnection((c) => mirrorFor(c, target));
    const lease = `mirror:${found.id}`;
    if (!takeLease(lease, leaseMillis)) return { busy: true };
    this.isBeginning = true;
    try {
      if (this.indexer.waits(found.id)) await this.indexAll(found.id, () => void takeLease(lease, leaseMillis));
      this.open = this.openSync(
        withConnection((c) => mirrorFor(c, target)),
        lease,
      );
      return { state: this.open.state, space: this.spaceOf(this.open) };
    } catch (error) {
      releaseLease(lease);
      throw error;
    } finally {
      this.isBeginning = false;
    }
  }

  async chain({ full }: { readonly full: boolean }): Promise<void> {
    const sync = this.current();
    this.renewLease(sync);
    sync.objects = [];
    // The pages of the broken chain go first: the order of versions counts.
    if (sync.started && sync.pageCache !== undefined) {
      sync.pageCache.close();
      await this.indexAll(sync.state.id, () => this.renewLease(sync));
    }
    const nextNumber = (): number => this.ports.withConnection((c) => nextRun(c, sync.state.id));
    sync.run.startChain(sync.started ? nextNumber() : sync.run.chain, full);
    sync.started = true;
    sync.reasons.clear();
  }

  read(bytes: Uint8Array): Promise<PageRead | undefined> {
    return promised(() => {
      const sync = this.current();
      const envelope = envelopeOf(bytes);
      if (envelope === undefined) return undefined;
      const { objects, body } = envelope;
      sync.objects = objects;
      sync.bytes = bytes;
      return { objects: objects.length, fingerprint: fingerprintOf(objects), ...readPaging(body) };
    });
  }

  async write(): Promise<PageWritten> {
    const sync = this.current();
    const { objects, bytes, pageCache } = sync;
    sync.objects = [];
    sync.bytes = nothing;
    const fresh =
      pageCache?.isOpen === true
        ? this.cachePage(sync, pageCache, objects, bytes)
        : await this.indexPage(sync, objects);
    return { fresh, space: this.spaceOf(sync) };
  }

  keep(): Promise<void> {
    return promised(() => this.renewLease(this.current()));
  }

  async finish(end: ChainEnd): Promise<SyncAccount> {
    const sync = this.current();
    const { withConnection, releaseLease } = this.ports;
    try {
      await this.complete(sync, end);
      const state = withConnection((c) => mirrorById(c, sync.state.id)) ?? sync.state;
      return { state, counts: { ...sync.run.counts }, skipped: sync.reasons.list() };
    } finally {
      this.open = undefined;
      try {
        withConnection((c) => c.bulk(false));
        releaseLease(sync.lease);
      } catch {
        // The store has failed, which was reported already; the lease expires.
      }
    }
  }

  private current(): OpenSync {
    if (this.open === undefined) throw new Error('no sync is under way');
    return this.open;
  }

  private openSync(state: MirrorState, lease: string): OpenSync {
    const { withConnection, now } = this.ports;
    withConnection((c) => {
      deferOrders(c);
      c.bulk(true, indexerCacheKilobytes);
    });
    const run = withConnection((c) => beginMirrorRun(c, state, now()));
    const pageCache =
      state.objects === 0 ? new PageCache({ sourceId: state.id, run: run.chain, at: run.now }) : undefined;
    const bytesBefore = withConnection((c) => countBytes(c, state.id));
    return {
      state,
      lease,
      run,
      pageCache,
      bytesBefore,
      reasons: new SkippedCounter(),
      started: false,
      objects: [],
      bytes: nothing,
      renewed: now(),
    };
  }

  /** Stores a page of a first sync unmodified; returns its number of new objects. */
  private cachePage(sync: OpenSync, pageCache: PageCache, objects: readonly unknown[], bytes: Uint8Array): number {
    const { state, run, reasons } = sync;
    this.indexer.adopt(state.id, { run, reasons });
    const fresh = this.ports.withConnection((c) => {
      stillThere(c, state.id);
      return pageCache.keep(c, run, objects, bytes);
    });
    reasons.add(run.drainSkipped());
    if (!isWithin(sync.renewed, renewMillis, this.ports.now())) {
      this.renewLease(sync);
      sync.renewed = this.ports.now();
    }
    return fresh;
  }

  private async indexPage(sync: OpenSync, objects: readonly unknown[]): Promise<number> {
    const { state, run, reasons } = sync;
    let fresh = 0;
    // Send the request for the next page before this thread is busy with this one.
    await setImmediate();
    for (let at = 0; at < objects.length; at += batch) {
      fresh += this.ports.withConnection((c) => {
        stillThere(c, state.id);
        return run.take(objects.slice(at, at + batch));
      });
      reasons.add(run.drainSkipped());
      await setImmediate();
    }
    this.renewLease(sync);
    return fresh;
  }

  private async complete(sync: OpenSync, end: ChainEnd): Promise<void> {
    const { withConnection, now, maxIndexedInline = defaultMaxIndexedInline } = this.ports;
    const { run, state, pageCache } = sync;
    const isLeft = pageCache !== undefined && pageCache.isPlain && pageCache.waiting > maxIndexedInline;
    if (pageCache !== undefined && !isLeft) await this.indexAll(state.id, () => this.renewLease(sync));
    // What is left to index did not exist before, and nothing of it is stale.
    if (end.complete && !isLeft) await this.expire(sync, end.full);
    withConnection(() => {
      run.dropSetAside();
      run.settle();
    });
    sync.reasons.add(run.drainSkipped());
    withConnection((c) => noteEnd(c, state.id, end, now()));
    if (isLeft) Object.assign(run.counts, { added: pageCache.distinct, changed: 0, unchanged: 0 });
  }

  /** Removes what a full sync did not find any more, and what has expired. */
  private async expire(sync: OpenSync, isFull: boolean): Promise<void> {
    const { withConnection } = this.ports;
    const { run } = sync;
    while (isFull && withConnection(() => run.setBack())) await setImmediate();
    for (let from: number | undefined = isFull ? 0 : undefined; from !== undefined;) {
      const at: number = from;
      from = withConnection(() => run.markStale(at));
      this.renewLease(sync);
      await setImmediate();
    }
    while (withConnection(() => run.expire())) await setImmediate();
  }

  /** Indexes what waits of the collection. */
  private async indexAll(id: number, keep: () => void): Promise<void> {
    for (let slices = 0; this.indexer.indexNext(id) !== undefined; slices++) {
      if (slices % 100 === 0) keep();
      await setImmediate();
    }
  }

  private renewLease({ lease }: OpenSync): void {
    if (this.ports.takeLease(lease, leaseMillis)) return;
    throw new StoreError({ kind: 'locked', detail: 'another window has taken the sync over' });
  }

  private spaceOf({ state, bytesBefore }: OpenSync): StorageUse {
    const storedBytes = this.ports.withConnection((c) => bytesOf(c, state.id));
    const free = this.ports.freeBytes?.();
    return { storedBytes, addedBytes: storedBytes - bytesBefore, ...(free === undefined ? {} : { freeBytes: free }) };
  }
}
