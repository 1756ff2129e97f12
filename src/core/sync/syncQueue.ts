import type { SyncAccount } from './ports';
import type { ChainProgress } from './chain';
import type { SyncError } from './syncError';

/** A gate that a run passes before each request; open until it is closed. */
class PauseGate {
  private gate: PromiseWithResolvers<undefined> | undefined;

  isClosed(): boolean {
    return this.gate !== undefined;
  }

  close(): void {
    this.gate ??= Promise.withResolvers<undefined>();
  }

  open(): void {
    this.gate?.resolve(undefined);
    this.gate = undefined;
  }

  /** Resolves as soon as the gate is open; false where `signal` was aborted before. */
  async pass(signal: AbortSignal): Promise<boolean> {
    while (this.gate !== undefined && !signal.aborted) {
      const aborted = Promise.withResolvers<undefined>();
      const leave = (): void => aborted.resolve(undefined);
      signal.addEventListener('abort', leave, { once: true });
      await Promise.race([this.gate.promise, aborted.promise]);
      signal.removeEventListener('abort', leave);
    }
    return !signal.aborted;
  }
}

interface QueuedSync {
  readonly key: string;
  readonly full: boolean;
  /** Continues a sync that a reload or a crash interrupted. */
  readonly isResumed: boolean;
  readonly controller: AbortController;
  readonly pauseGate: PauseGate;
  readonly ended: PromiseWithResolvers<SyncEnd>;
}

/** How often to check whether another window is done, and how long a paused sync keeps the store reserved. */
const pollMillis = 2_000;
const maxHoldMillis = 10 * 60_000;
const claimMillis = 10_000;
const canceled: SyncEnd = { kind: 'failed', error: { kind: 'canceled' } };

/** The syncs of this window: one after the other, each of which can be paused, resumed and canceled. */
export class SyncQueue {
  private readonly statuses = new Map<string, SyncStatus>();
  private readonly ends = new Map<string, SyncEnd>();
  private readonly listeners = new Set<(key: string) => void>();
  private readonly queue: QueuedSync[] = [];
  /** Full runs that are queued once another window is done with the collection. */
  private readonly waitingForOthers = new Set<QueuedSync>();
  private current: QueuedSync | undefined;
  /** Aborted when nothing is left to do, and the claim is released. */
  private claiming: AbortController | undefined;
  private readonly disposing = new AbortController();

  constructor(private readonly ports: SyncQueuePorts) {}

  statusOf(key: string): SyncStatus {
    const status = this.statuses.get(key);
    if (status !== undefined) return status;
    return this.ports.memory.read().paused.includes(key) ? { kind: 'paused' } : { kind: 'idle' };
  }

  /** The result of the last run of this window. */
  endOf(key: string): SyncEnd | undefined {
    return this.ends.get(key);
  }

  /** Called with the key of a changed sync. */
  onChanged(listener: (key: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The keys of all syncs that are waiting, running, or paused. */
  busy(): readonly string[] {
    return this.pendingSyncs().map(({ key }) => key);
  }

  /** Syncs one; resolves with its end. A running sync isn't started twice. */
  async sync(key: string, { full = false, isResumed = false } = {}): Promise<SyncEnd> {
    this.keep((kept) => ({ ...kept, paused: kept.paused.filter((each) => each !== key) }));
    const same = this.pendingSyncs().find((sync) => sync.key === key);
    if (same !== undefined) {
      if (same.pauseGate.isClosed()) this.resume(key);
      // The running sync isn't the requested full one.
      if (same.full || !full) return same.ended.promise;
      this.markUnderWay({ key, full });
      const end = await same.ended.promise;
      if (same.controller.signal.aborted) return end;
      return this.sync(key, { full });
    }
    const ended = Promise.withResolvers<SyncEnd>();
    const sync: QueuedSync = {
      key,
      full,
      isResumed,
      controller: new AbortController(),
      pauseGate: new PauseGate(),
      ended,
    };
    this.queue.push(sync);
    this.markUnderWay(sync);
    this.set(key, { kind: 'waiting' });
    if (this.current?.pauseGate.isClosed() === true) this.abortPaused(this.current);
    void this.processQueue();
    return ended.promise;
  }

  /**
   * Resumes the syncs that a reload, a crash or the end of another window interrupted, and those that waited behind
   * them, in their order; not while another window works on them. Resolves with their number, as soon as they are
   * queued.
   */
  async resumeInterrupted(known: (key: string) => boolean): Promise<number> {
    const { memory, claim, delay } = this.ports;
    const open = (): StoredSyncs['underWay'] => {
      const { underWay, paused } = memory.read();
      return underWay.filter(({ key }) => known(key) && !paused.includes(key));
    };
    const { signal } = this.disposing;
    let shown: readonly string[] = [];
    const show = (keys: readonly string[]): void => {
      for (const key of shown) if (!keys.includes(key)) this.endInOtherWindow(key);
      for (const key of keys) if (this.statusOf(key).kind === 'idle') this.set(key, { kind: 'otherWindow' });
      shown = keys;
    };
    while (open().length > 0) {
      if (await claim(true).catch(() => true)) {
        // The last end in another window is visible a moment later.
        if (shown.length > 0 && !(await delay(pollMillis, signal))) return 0;
        break;
      }
      show(open().map(({ key }) => key));
      if (!(await delay(pollMillis, signal))) return 0;
    }
    show([]);
    const going = open();
    for (const { key, full } of going) void this.sync(key, { full, isResumed: true });
    if (this.busy().length === 0) void claim(false).catch(() => undefined);
    return going.length;
  }

  /** Stops before the next request; mirrored objects stay. */
  pause(key: string): void {
    const sync = this.pendingSyncs().find((each) => each.key === key);
    if (sync === undefined) return;
    this.keep((kept) => ({ ...kept, paused: [...kept.paused.filter((each) => each !== key), key] }));
    if (sync === this.current) {
      sync.pauseGate.close();
      const status = this.statusOf(key);
      this.set(key, { ...(status.kind === 'running' ? status : {}), kind: 'paused' });
      if (this.queue.length > 0) this.abortPaused(sync);
      else void this.keepPausedAlive(sync);
    } else this.drop(sync);
  }

  /** Continues where it paused, or from the end of the last complete run. */
  resume(key: string): void {
    this.keep((kept) => ({ ...kept, paused: kept.paused.filter((each) => each !== key) }));
    const { current } = this;
    if (current?.key === key && current.pauseGate.isClosed() && !current.controller.signal.aborted) {
      const status = this.statusOf(key);
      const { objects = 0, requests = 0 } = status.kind === 'paused' ? status : {};
      this.set(key, { kind: 'running', full: current.full, objects, requests });
      current.pauseGate.open();
      return;
    }
    const { underWay } = this.ports.memory.read();
    void this.sync(key, { full: underWay.find((each) => each.key === key)?.full ?? false });
  }

  /** Cancels a waiting or running sync, including its request. */
  cancel(key: string): void {
    this.keep(({ paused, underWay }) => ({
      paused: paused.filter((each) => each !== key),
      underWay: underWay.filter((each) => each.key !== key),
    }));
    const { current } = this;
    if (current?.key === key) {
      current.controller.abort();
      current.pauseGate.open();
    }
    for (const sync of this.pendingSyncs()) if (sync.key === key && sync !== current) this.drop(sync);
    this.notify(key);
  }

  /** Forgets a collection or list that is no longer mirrored. */
  forget(key: string): void {
    this.cancel(key);
    this.ends.delete(key);
    if (this.current?.key !== key) this.statuses.delete(key);
  }

  dispose(): void {
    this.disposing.abort();
    // The running sync stays noted: the next window resumes it.
    this.current?.controller.abort();
    this.current?.pauseGate.open();
    this.listeners.clear();
  }

  private async processQueue(): Promise<void> {
    if (this.current !== undefined) return;
    this.renewClaim();
    for (let sync = this.queue.shift(); sync !== undefined; sync = this.queue.shift()) {
      this.current = sync;
      const end = await this.runOne(sync);
      this.current = undefined;
      if (this.disposing.signal.aborted) return;
      // The run of the other window isn't the full run requested here.
      if (end.kind === 'busy' && sync.full && !sync.isResumed && !sync.controller.signal.aborted) {
        void this.runAfterOther(sync);
        continue;
      }
      if (end.kind === 'busy') void this.watch(sync);
      this.settle(sync, end);
    }
    this.endClaim();
  }

  /** The running sync, and those that wait. */
  private pendingSyncs(): readonly QueuedSync[] {
    return [...(this.current === undefined ? [] : [this.current]), ...this.queue, ...this.waitingForOthers];
  }

  /** Removes a waiting sync. */
  private drop(sync: QueuedSync): void {
    const at = this.queue.indexOf(sync);
    if (at >= 0) this.queue.splice(at, 1);
    this.waitingForOthers.delete(sync);
    sync.controller.abort();
    this.settle(sync, canceled);
    this.endClaim();
  }

  /** While this window works, new windows don't start the syncs that wait here. */
  private renewClaim(): void {
    if (this.claiming !== undefined) return;
    const { signal } = (this.claiming = new AbortController());
    const keep = async (): Promise<void> => {
      do await this.ports.claim(true).catch(() => undefined);
      while ((await this.ports.delay(claimMillis, signal)) && !this.disposing.signal.aborted);
    };
    void keep();
  }

  /** Releases the claim when nothing is left to do here. */
  private endClaim(): void {
    if (this.claiming === undefined || this.pendingSyncs().length > 0) return;
    this.claiming.abort();
    this.claiming = undefined;
    void this.ports.claim(false).catch(() => undefined);
  }

  /** Waits until no other window syncs the collection, then queues the run. */
  private async runAfterOther(sync: QueuedSync): Promise<void> {
    const { key, controller } = sync;
    this.waitingForOthers.add(sync);
    this.set(key, { kind: 'waiting', forOther: true });
    const signal = AbortSignal.any([controller.signal, this.disposing.signal]);
    do {
      if (!(await this.ports.delay(pollMillis, signal)) || signal.aborted) return;
    } while (await this.ports.isReserved(key).catch(() => false));
    if (!this.waitingForOthers.delete(sync)) return;
    this.queue.push(sync);
    // The window that is done has removed the collection from the list.
    this.markUnderWay(sync);
    this.set(key, { kind: 'waiting' });
    void this.processQueue();
  }

  private async runOne(sync: QueuedSync): Promise<SyncEnd> {
    const { key, full, controller, pauseGate } = sync;
    this.set(key, { kind: 'running', full, objects: 0, requests: 0 });
    const end = await this.ports.run(key, {
      full,
      signal: controller.signal,
      onProgress: (progress) => {
        if (this.current === sync)
          this.set(key, { ...progress, ...(pauseGate.isClosed() ? { kind: 'paused' } : { kind: 'running', full }) });
      },
      onRequest: () => this.markUnderWay(sync),
      pass: () => pauseGate.pass(controller.signal),
    });
    if (!this.disposing.signal.aborted && end.kind !== 'busy' && !this.isPaused(key)) {
      this.keep((kept) => ({ ...kept, underWay: kept.underWay.filter((each) => each.key !== key) }));
    }
    return end;
  }

  private settle({ key, ended }: QueuedSync, end: SyncEnd): void {
    if (end.kind !== 'busy') {
      this.statuses.delete(key);
      this.ends.set(key, end);
    }
    this.notify(key);
    ended.resolve(end);
  }

  /** Polls until the other window is done; its rest is continued here. */
  private async watch({ key, full, isResumed }: QueuedSync): Promise<void> {
    this.set(key, { kind: 'otherWindow' });
    do {
      if (!(await this.ports.delay(pollMillis, this.disposing.signal))) return;
    } while (await this.ports.isReserved(key));
    if (!this.endInOtherWindow(key)) return;
    const isOpen = this.ports.memory.read().underWay.some((each) => each.key === key);
    if (isResumed && isOpen && !this.isPaused(key)) void this.sync(key, { full, isResumed });
  }

  /** Ends the status that another window syncs; returns false if it had ended before. */
  private endInOtherWindow(key: string): boolean {
    if (this.statuses.get(key)?.kind !== 'otherWindow') return false;
    this.statuses.delete(key);
    this.notify(key);
    return true;
  }

  private isPaused(key: string): boolean {
    return this.ports.memory.read().paused.includes(key);
  }

  private markUnderWay({ key, full }: Pick<QueuedSync, 'key' | 'full'>): void {
    this.keep((kept) => {
      const at = kept.underWay.findIndex((each) => each.key === key);
      // A pending full run stays full.
      const mark = { key, full: full || kept.underWay[at]?.full === true };
      return { ...kept, underWay: at < 0 ? [...kept.underWay, mark] : kept.underWay.with(at, mark) };
    });
  }

  /** Another sync is waiting: a paused run ends, and starts again when it is resumed. */
  private abortPaused({ controller }: QueuedSync): void {
    controller.abort();
  }

  private async keepPausedAlive(sync: QueuedSync): Promise<void> {
    const until = Date.now() + maxHoldMillis;
    while (sync.pauseGate.isClosed() && this.current === sync) {
      if (Date.now() >= until) this.abortPaused(sync);
      await this.ports.keep().catch(() => undefined);
      if (!(await this.ports.delay(pollMillis * 10, sync.controller.signal))) return;
    }
  }

  private keep(change: (kept: StoredSyncs) => StoredSyncs): void {
    const before = this.ports.memory.read();
    const now = change(before);
    if (JSON.stringify(now) !== JSON.stringify(before)) this.ports.memory.write(now);
  }

  private set(key: string, status: SyncStatus): void {
    this.statuses.set(key, status);
    this.notify(key);
  }

  private notify(key: string): void {
    for (const listener of [...this.listeners]) listener(key);
  }
}

/** The result of a sync: an account, or that another window syncs it. */
export type SyncEnd =
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'ended';
      readonly account: SyncAccount;
      readonly requests: number;
      readonly millis: number;
      readonly complete: boolean;
      readonly full: boolean;
      /** The server denied access: other credentials may help. */
      readonly refused?: true;
    }
  /** It could not start, or the store failed. */
  | { readonly kind: 'failed'; readonly error: SyncError; readonly refused?: true };

/** The current state of a mirrored collection or list; the result of the last run is kept separately. */
export type SyncStatus =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'waiting';
      /** It runs once the other window's sync of the collection is done. */
      readonly forOther?: true;
    }
  | ({ readonly kind: 'running'; readonly full: boolean } & ChainProgress)
  | ({ readonly kind: 'paused' } & Partial<ChainProgress>)
  /** Another window syncs it. */
  | { readonly kind: 'otherWindow' };

/** The options of a run. */
export interface SyncRun {
  readonly full: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChainProgress) => void;
  /** Called before each request. */
  readonly onRequest: () => void;
  /** Resolves as soon as the sync isn't paused; false where it was canceled. */
  readonly pass: () => Promise<boolean>;
}

/** State that outlives the window: the paused syncs, and those that were running or waiting, in order. */
export interface StoredSyncs {
  readonly paused: readonly string[];
  readonly underWay: readonly { readonly key: string; readonly full: boolean }[];
}

export interface SyncQueuePorts {
  /** Runs one sync; never rejects. */
  readonly run: (key: string, options: SyncRun) => Promise<SyncEnd>;
  /** Keeps the current sync reserved for this window. */
  readonly keep: () => Promise<void>;
  /** Takes, renews or releases the claim to the interrupted syncs; false where another window has it. */
  readonly claim: (held: boolean) => Promise<boolean>;
  /** Whether any window, including this one, has it reserved. */
  readonly isReserved: (key: string) => Promise<boolean>;
  readonly memory: { read(): StoredSyncs; write(kept: StoredSyncs): void };
  readonly delay: (millis: number, signal?: AbortSignal) => Promise<boolean>;
}
