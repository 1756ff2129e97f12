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
import { releaseLease, takeLease } from '../sqlite/leases';
import type { Connection } from '../sqlite/sqlite';
import { getEnvelope, getFingerprint } from './envelope';
import { beginMirrorRun, mirrorById, mirrorFor, nextRun, noteEnd, stillThere } from './mirrors';
import { SkippedCounter } from './skippedCounter';
import type { MirrorRun } from './run';
import { toBytes } from './size';

export interface MirrorWriterPorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  /** Free bytes on the disk of the store; undefined where unknown. */
  readonly freeBytes?: () => number | undefined;
}

/** Longer than a page may take: nothing renews the lease in the meantime. */
const leaseMillis = 180_000;
/** Objects per transaction: the thread handles cancellation and other jobs between two. */
const batch = 1_000;
/** A sync runs beside the editor: it uses less memory than an import. */
const cacheKilobytes = 20 * 1024;

/** The sync under way. */
interface OpenSync {
  readonly state: MirrorState;
  readonly lease: string;
  readonly run: MirrorRun;
  readonly reasons: SkippedCounter;
  started: boolean;
  objects: readonly unknown[];
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

  constructor(private readonly ports: MirrorWriterPorts) {}

  begin(target: MirrorTarget): ReturnType<MirrorWriter['begin']> {
    return promised(() => {
      if (this.open !== undefined) return { busy: true };
      const { withConnection } = this.ports;
      const state = withConnection((c) => mirrorFor(c, target));
      const lease = `mirror:${state.id}`;
      if (!withConnection((c) => takeLease(c, lease, leaseMillis))) return { busy: true };
      try {
        // Another window may have written the mirror before it released the lease.
        this.open = this.openSync(
          withConnection((c) => mirrorFor(c, target)),
          lease,
        );
        return { state: this.open.state, space: this.spaceOf(this.open) };
      } catch (error) {
        withConnection((c) => releaseLease(c, lease));
        throw error;
      }
    });
  }

  chain({ full }: { readonly full: boolean }): Promise<void> {
    return promised(() => {
      const sync = this.current();
      this.renewLease(sync);
      sync.objects = [];
      const nextNumber = (): number => this.ports.withConnection((c) => nextRun(c, sync.state.id));
      sync.run.startChain(sync.started ? nextNumber() : sync.run.chain, full);
      sync.started = true;
      sync.reasons.clear();
    });
  }

  read(bytes: Uint8Array): Promise<PageRead | undefined> {
    return promised(() => {
      const sync = this.current();
      const envelope = getEnvelope(bytes);
      if (envelope === undefined) return undefined;
      const { objects, body } = envelope;
      sync.objects = objects;
      return { objects: objects.length, fingerprint: getFingerprint(objects), ...readPaging(body) };
    });
  }

  async write(): Promise<PageWritten> {
    const sync = this.current();
    const { objects, state, run, reasons } = sync;
    sync.objects = [];
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
    return { fresh, space: this.spaceOf(sync) };
  }

  keep(): Promise<void> {
    return promised(() => this.renewLease(this.current()));
  }

  async finish(end: ChainEnd): Promise<SyncAccount> {
    const sync = this.current();
    const { withConnection } = this.ports;
    try {
      await this.complete(sync, end);
      const state = withConnection((c) => mirrorById(c, sync.state.id)) ?? sync.state;
      return { state, counts: { ...sync.run.counts }, skipped: sync.reasons.list() };
    } finally {
      this.open = undefined;
      try {
        withConnection((c) => c.bulk(false));
        withConnection((c) => releaseLease(c, sync.lease));
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
    const { withConnection } = this.ports;
    withConnection((c) => {
      deferOrders(c);
      c.bulk(true, cacheKilobytes);
    });
    const run = withConnection((c) => beginMirrorRun(c, state, c.now()));
    const bytesBefore = withConnection((c) => toBytes(c, state.id));
    return {
      state,
      lease,
      run,
      bytesBefore,
      reasons: new SkippedCounter(),
      started: false,
      objects: [],
    };
  }

  private async complete(sync: OpenSync, end: ChainEnd): Promise<void> {
    const { withConnection } = this.ports;
    const { run, state } = sync;
    if (end.complete) await this.expire(sync, end.full);
    withConnection(() => {
      run.dropSetAside();
      run.settle();
    });
    sync.reasons.add(run.drainSkipped());
    withConnection((c) => noteEnd(c, state.id, end, c.now()));
  }

  /** Removes objects that a full sync didn't find anymore, and those that have expired. */
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

  private renewLease({ lease }: OpenSync): void {
    if (this.ports.withConnection((c) => takeLease(c, lease, leaseMillis))) return;
    throw new StoreError({ kind: 'locked', detail: 'another window has taken the sync over' });
  }

  private spaceOf({ state, bytesBefore }: OpenSync): StorageUse {
    const storedBytes = this.ports.withConnection((c) => toBytes(c, state.id));
    const free = this.ports.freeBytes?.();
    return { storedBytes, addedBytes: storedBytes - bytesBefore, freeBytes: free };
  }
}
