import type { UtcMillis } from '../records/record';
import type { ScanListener, ScanStore } from './scans';
import { isFinal, isOpen, type Scan, type ScanProgress } from './types';

/** The list of scans in this window, saved in the store in the order of the changes. */
export class ScanList {
  private readonly scans = new Map<string, Scan>();
  private readonly listeners = new Set<ScanListener>();
  /** Scans that couldn't be saved: only this window knows them. */
  private readonly unsaved = new Set<string>();
  private saving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: ScanStore,
    private readonly now: () => UtcMillis,
  ) {}

  get(id: string): Scan | undefined {
    return this.scans.get(id);
  }

  /** Newest first. */
  list(): readonly Scan[] {
    return [...this.scans.values()].sort((a, b) => b.at - a.at);
  }

  open(): readonly Scan[] {
    return this.list().filter(isOpen);
  }

  /** Resolves when the scans are saved, or can't be. */
  put(...scans: readonly Scan[]): Promise<void> {
    for (const scan of scans) {
      const before = this.scans.get(scan.id);
      this.scans.set(scan.id, scan);
      this.notify(scan, before);
    }
    return this.save(async () => {
      try {
        await this.store.save(scans);
        for (const { id } of scans) this.unsaved.delete(id);
      } catch {
        // The store reports its problems; the list lasts as long as the window.
        for (const { id } of scans) this.unsaved.add(id);
      }
    });
  }

  setProgress(scan: Scan, progress: ScanProgress, more: Partial<Scan> = {}): Promise<void> {
    return this.put({ ...scan, ...more, changed: this.now(), progress });
  }

  remove(ids: readonly string[]): Promise<void> {
    const removed = ids.filter((id) => {
      const scan = this.scans.get(id);
      return scan !== undefined && !isOpen(scan);
    });
    for (const id of removed) this.forget(id);
    return this.save(() => this.store.remove(removed).catch(() => undefined));
  }

  /**
   * Reads the scans that other windows and sessions have written; only this window knows the states of those
   * `inFlight`.
   */
  async reload(inFlight: ReadonlySet<string>): Promise<void> {
    await this.allSaved();
    const known = new Set(this.scans.keys());
    let stored: readonly Scan[];
    try {
      stored = await this.store.list();
    } catch {
      return;
    }
    const ids = new Set(stored.map(({ id }) => id));
    for (const scan of stored) if (!inFlight.has(scan.id)) this.takeOver(scan, known);
    // Scans that were added since aren't among the stored ones yet.
    for (const id of known) {
      const isKept = ids.has(id) || inFlight.has(id) || this.unsaved.has(id);
      if (!isKept && this.scans.has(id)) this.forget(id);
    }
  }

  /** `known` are the scans that were in the list before it was read. */
  private takeOver(stored: Scan, known: ReadonlySet<string>): void {
    const own = this.scans.get(stored.id);
    const wasRemoved = own === undefined && known.has(stored.id);
    if (wasRemoved || (own !== undefined && !isNewer(stored, own))) return;
    this.scans.set(stored.id, stored);
    this.notify(stored, own);
  }

  onChanged(listener: ScanListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private forget(id: string): void {
    const before = this.scans.get(id);
    this.scans.delete(id);
    this.unsaved.delete(id);
    this.notify(undefined, before);
  }

  /** Resolves when nothing is left to save. */
  private async allSaved(): Promise<void> {
    let saving: Promise<unknown> | undefined;
    while (saving !== this.saving) {
      saving = this.saving;
      await saving;
    }
  }

  private save(write: () => Promise<unknown>): Promise<void> {
    const saved = this.saving.then(write);
    this.saving = saved;
    return saved.then(() => undefined);
  }

  private notify(now: Scan | undefined, before: Scan | undefined): void {
    for (const listener of [...this.listeners]) listener(now, before);
  }
}

/** A final state of another window wins over later changes here. */
function isNewer(stored: Scan, own: Scan): boolean {
  return isFinal(stored) === isFinal(own) ? stored.changed > own.changed : isFinal(stored);
}
