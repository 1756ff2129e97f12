import type { RequestLog, RequestLogStore } from '../options';
import type { OutcomeDetails, RequestOutcome } from '../requestOutcome';
import type { RequestLogEntry } from '../types';

/** Entries in memory; the store has more. */
const maxEntries = 2_000;

/** The request log: an entry is added before its request is sent, and updated with the result. */
export class MemoryRequestLog implements RequestLog {
  private readonly entries = new Map<string, RequestLogEntry>();
  private readonly listeners = new Set<() => void>();
  private isLoaded: boolean;

  constructor(
    private readonly now: () => number,
    private readonly store?: RequestLogStore,
  ) {
    this.isLoaded = store === undefined;
  }

  list(): readonly RequestLogEntry[] {
    if (!this.isLoaded && this.store !== undefined) {
      this.isLoaded = true;
      void this.load(this.store);
    }
    return [...this.entries.values()].reverse();
  }

  clear(): void {
    this.entries.clear();
    this.store?.clear();
    this.notify();
  }

  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  begin(
    request: Pick<RequestLogEntry, 'to' | 'what' | 'why'>,
  ): (outcome: RequestOutcome, details?: OutcomeDetails) => void {
    let entry: RequestLogEntry = { ...request, id: crypto.randomUUID(), at: this.now(), outcome: 'pending' };
    this.write(entry);
    return (outcome, details) => {
      // A cleared entry doesn't come back.
      if (entry.outcome !== 'pending' || !this.entries.has(entry.id)) return;
      entry = { ...entry, outcome, ...details };
      this.write(entry);
    };
  }

  private write(entry: RequestLogEntry): void {
    this.put(entry);
    this.store?.save([entry]);
    this.notify();
  }

  private put(entry: RequestLogEntry): void {
    this.entries.set(entry.id, entry);
    for (const id of this.entries.keys()) {
      if (this.entries.size <= maxEntries) break;
      this.entries.delete(id);
    }
  }

  private async load(store: RequestLogStore): Promise<void> {
    try {
      // A pending request of another window is left to that window.
      const isMissing = ({ id, outcome }: RequestLogEntry): boolean => !this.entries.has(id) && outcome !== 'pending';
      const earlier = (await store.load()).filter(isMissing);
      const all = [...earlier, ...this.entries.values()].sort((a, b) => a.at - b.at);
      this.entries.clear();
      for (const entry of all) this.put(entry);
      this.notify();
    } catch {
      // This window's requests are still listed; the next call tries again.
      this.isLoaded = false;
    }
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
