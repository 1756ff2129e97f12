import { Hold } from './hold';
import type { ChainProgress } from './chain';
import type { LeftOutCount, SyncAccount } from './ports';

/** What a sync came to: an account, or that another window is at it. */
export type SyncEnd =
  | { readonly kind: 'busy' }
  | {
      readonly kind: 'ended';
      readonly account: SyncAccount;
      readonly requests: number;
      readonly millis: number;
      readonly complete: boolean;
      readonly full: boolean;
    }
  /** It could not even begin, or the store failed: one sentence. */
  | { readonly kind: 'failed'; readonly sentence: string };

/** Where a mirrored collection or list stands right now; what the last run came to is kept beside. */
export type SyncStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' }
  | ({ readonly kind: 'running'; readonly full: boolean } & ChainProgress)
  | ({ readonly kind: 'paused' } & Partial<ChainProgress>)
  /** Another window syncs it. */
  | { readonly kind: 'elsewhere' };

/** What a run is handed. */
export interface SyncRun {
  readonly full: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChainProgress) => void;
  /** Called before each request: the run is the store's by then. */
  readonly onRequest: () => void;
  /** Resolves as soon as the user has not paused it; false where it was cancelled. */
  readonly pass: () => Promise<boolean>;
}

/** What outlives the window: what is paused, and what was under way. */
export interface KeptSyncs {
  readonly paused: readonly string[];
  readonly underWay: readonly { readonly key: string; readonly full: boolean }[];
}

export interface SyncsPorts {
  /** Runs one sync; never rejects. */
  readonly run: (key: string, options: SyncRun) => Promise<SyncEnd>;
  /** Keeps what is being synced reserved for this window. */
  readonly keep: () => Promise<void>;
  /** Whether a window, this one or another, has it reserved. */
  readonly isReserved: (key: string) => Promise<boolean>;
  readonly memory: { read(): KeptSyncs; write(kept: KeptSyncs): void };
  readonly delay: (millis: number, signal?: AbortSignal) => Promise<boolean>;
}

interface Wish {
  readonly key: string;
  readonly full: boolean;
  /** Goes on with what a reload or a crash broke off. */
  readonly resumes: boolean;
  readonly controller: AbortController;
  readonly hold: Hold;
  readonly ended: PromiseWithResolvers<SyncEnd>;
}

/** How often it is looked whether another window is done, and how long a pause keeps the way to the store taken. */
const lookMillis = 2_000;
const holdMillis = 10 * 60_000;
const cancelled: SyncEnd = { kind: 'failed', sentence: 'Cancelled.' };

/** The syncs of this window: one after the other, each of which can be paused, resumed and cancelled. */
export class Syncs {
  private readonly statuses = new Map<string, SyncStatus>();
  private readonly ends = new Map<string, SyncEnd>();
  private readonly listeners = new Set<(key: string) => void>();
  private readonly queue: Wish[] = [];
  private current: Wish | undefined;
  private readonly disposing = new AbortController();

  constructor(private readonly ports: SyncsPorts) {}

  statusOf(key: string): SyncStatus {
    const status = this.statuses.get(key);
    if (status !== undefined) return status;
    return this.ports.memory.read().paused.includes(key) ? { kind: 'paused' } : { kind: 'idle' };
  }

  /** What the last run of this window came to. */
  endOf(key: string): SyncEnd | undefined {
    return this.ends.get(key);
  }

  /** What the last run left out is known in full once all that it brought is taken in. */
  completeEnd(key: string, leftOut: readonly LeftOutCount[]): void {
    const end = this.ends.get(key);
    if (end?.kind !== 'ended') return;
    this.ends.set(key, { ...end, account: { ...end.account, leftOut } });
    this.tell(key);
  }

  /** Called with the key of what moved on. */
  onChanged(listener: (key: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What is waiting, running or held by a pause. */
  busy(): readonly string[] {
    return [...(this.current === undefined ? [] : [this.current.key]), ...this.queue.map(({ key }) => key)];
  }

  /** Syncs one; resolves with its end. What is on its way already is not begun twice. */
  async sync(key: string, { full = false, resumes = false } = {}): Promise<SyncEnd> {
    this.keep((kept) => ({ ...kept, paused: kept.paused.filter((each) => each !== key) }));
    const same = [this.current, ...this.queue].find((wish) => wish?.key === key);
    if (same !== undefined) {
      if (same.hold.isHeld()) this.resume(key);
      // A run that is under way is not the full one that is wished for.
      if (same.full || !full) return same.ended.promise;
      const end = await same.ended.promise;
      if (same.controller.signal.aborted) return end;
      return this.sync(key, { full });
    }
    const ended = Promise.withResolvers<SyncEnd>();
    const wish: Wish = { key, full, resumes, controller: new AbortController(), hold: new Hold(), ended };
    this.queue.push(wish);
    this.set(key, { kind: 'waiting' });
    if (this.current?.hold.isHeld() === true) this.giveUpHold(this.current);
    void this.pump();
    return ended.promise;
  }

  /** Goes on with what a reload, a crash or the end of another window broke off. */
  resumeBrokenOff(known: (key: string) => boolean): readonly Promise<SyncEnd>[] {
    const { underWay, paused } = this.ports.memory.read();
    return underWay
      .filter(({ key }) => known(key) && !paused.includes(key))
      .map(({ key, full }) => this.sync(key, { full, resumes: true }));
  }

  /** Stops before the next request; what was mirrored stays. */
  pause(key: string): void {
    const wish = [this.current, ...this.queue].find((each) => each?.key === key);
    if (wish === undefined) return;
    this.keep((kept) => ({ ...kept, paused: [...kept.paused.filter((each) => each !== key), key] }));
    if (wish === this.current) {
      wish.hold.close();
      const status = this.statusOf(key);
      this.set(key, { ...(status.kind === 'running' ? status : {}), kind: 'paused' });
      if (this.queue.length > 0) this.giveUpHold(wish);
      else void this.keepHeld(wish);
    } else {
      this.queue.splice(this.queue.indexOf(wish), 1);
      this.settle(wish, cancelled);
    }
  }

  /** Goes on: where it stood, or, where that is gone, from where the last whole run ended. */
  resume(key: string): void {
    this.keep((kept) => ({ ...kept, paused: kept.paused.filter((each) => each !== key) }));
    const { current } = this;
    if (current?.key === key && current.hold.isHeld() && !current.controller.signal.aborted) {
      const status = this.statusOf(key);
      const { objects = 0, requests = 0 } = status.kind === 'paused' ? status : {};
      this.set(key, { kind: 'running', full: current.full, objects, requests });
      current.hold.open();
      return;
    }
    const { underWay } = this.ports.memory.read();
    void this.sync(key, { full: underWay.find((each) => each.key === key)?.full ?? false });
  }

  /** Ends what is waiting or running; its request ends with it. */
  cancel(key: string): void {
    this.keep(({ paused, underWay }) => ({
      paused: paused.filter((each) => each !== key),
      underWay: underWay.filter((each) => each.key !== key),
    }));
    const { current } = this;
    if (current?.key === key) {
      current.controller.abort();
      current.hold.open();
    }
    for (const wish of this.queue.filter((each) => each.key === key)) {
      this.queue.splice(this.queue.indexOf(wish), 1);
      this.settle(wish, cancelled);
    }
    this.tell(key);
  }

  /** Forgets what is known of one that is no longer mirrored. */
  forget(key: string): void {
    this.cancel(key);
    this.ends.delete(key);
    if (this.current?.key !== key) this.statuses.delete(key);
  }

  dispose(): void {
    this.disposing.abort();
    // What is under way stays written down: the next window goes on with it.
    this.current?.controller.abort();
    this.current?.hold.open();
    this.listeners.clear();
  }

  private async pump(): Promise<void> {
    if (this.current !== undefined) return;
    for (let wish = this.queue.shift(); wish !== undefined; wish = this.queue.shift()) {
      this.current = wish;
      const end = await this.runOne(wish);
      this.current = undefined;
      if (this.disposing.signal.aborted) return;
      if (end.kind === 'busy') void this.watch(wish);
      this.settle(wish, end);
    }
  }

  private async runOne(wish: Wish): Promise<SyncEnd> {
    const { key, full, controller, hold } = wish;
    this.set(key, { kind: 'running', full, objects: 0, requests: 0 });
    const end = await this.ports.run(key, {
      full,
      signal: controller.signal,
      onProgress: (progress) => {
        if (this.current === wish)
          this.set(key, { ...progress, ...(hold.isHeld() ? { kind: 'paused' } : { kind: 'running', full }) });
      },
      onRequest: () => this.markUnderWay(wish),
      pass: () => hold.pass(controller.signal),
    });
    if (!this.disposing.signal.aborted && end.kind !== 'busy' && !this.isPaused(key)) {
      this.keep((kept) => ({ ...kept, underWay: kept.underWay.filter((each) => each.key !== key) }));
    }
    return end;
  }

  private settle({ key, ended }: Wish, end: SyncEnd): void {
    if (end.kind !== 'busy') {
      this.statuses.delete(key);
      this.ends.set(key, end);
    }
    this.tell(key);
    ended.resolve(end);
  }

  /** Looks until the other window is done; what it did not bring to its end either goes on here. */
  private async watch({ key, full, resumes }: Wish): Promise<void> {
    this.set(key, { kind: 'elsewhere' });
    do {
      if (!(await this.ports.delay(lookMillis, this.disposing.signal))) return;
    } while (await this.ports.isReserved(key));
    if (this.statuses.get(key)?.kind !== 'elsewhere') return;
    this.statuses.delete(key);
    this.tell(key);
    const isOpen = this.ports.memory.read().underWay.some((each) => each.key === key);
    if (resumes && isOpen && !this.isPaused(key)) void this.sync(key, { full, resumes });
  }

  private isPaused(key: string): boolean {
    return this.ports.memory.read().paused.includes(key);
  }

  private markUnderWay({ key, full }: Wish): void {
    if (this.ports.memory.read().underWay.some((each) => each.key === key)) return;
    this.keep((kept) => ({ ...kept, underWay: [...kept.underWay, { key, full }] }));
  }

  /** Something else wants to go: a run that is held ends, and begins again when it is resumed. */
  private giveUpHold({ controller }: Wish): void {
    controller.abort();
  }

  private async keepHeld(wish: Wish): Promise<void> {
    const until = Date.now() + holdMillis;
    while (wish.hold.isHeld() && this.current === wish) {
      if (Date.now() >= until) this.giveUpHold(wish);
      await this.ports.keep().catch(() => undefined);
      if (!(await this.ports.delay(lookMillis * 10, wish.controller.signal))) return;
    }
  }

  private keep(change: (kept: KeptSyncs) => KeptSyncs): void {
    const before = this.ports.memory.read();
    const now = change(before);
    if (JSON.stringify(now) !== JSON.stringify(before)) this.ports.memory.write(now);
  }

  private set(key: string, status: SyncStatus): void {
    this.statuses.set(key, status);
    this.tell(key);
  }

  private tell(key: string): void {
    for (const listener of [...this.listeners]) listener(key);
  }
}
