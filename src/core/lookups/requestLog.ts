import type { RequestLog, RequestLogStore } from './lookups';
import type { RequestLogEntry } from './types';

/** Entries in memory; the store has more. */
const kept = 2_000;

/** The request log: an entry is added before its request is sent, and updated with the result. */
export function createRequestLog(now: () => number, store?: RequestLogStore): RequestLog {
  const entries = new Map<string, RequestLogEntry>();
  const listeners = new Set<() => void>();
  let loaded = store === undefined;

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const put = (entry: RequestLogEntry): void => {
    entries.set(entry.id, entry);
    for (const id of entries.keys()) {
      if (entries.size <= kept) break;
      entries.delete(id);
    }
  };
  const load = async (from: RequestLogStore): Promise<void> => {
    try {
      // A pending request of another window is left to that window.
      const earlier = (await from.load()).filter(({ id, outcome }) => !entries.has(id) && outcome !== 'pending');
      const all = [...earlier, ...entries.values()].sort((a, b) => a.at - b.at);
      entries.clear();
      all.forEach(put);
      notify();
    } catch {
      // This window's requests are still listed; the next call tries again.
      loaded = false;
    }
  };

  return {
    list() {
      if (!loaded && store !== undefined) {
        loaded = true;
        void load(store);
      }
      return [...entries.values()].reverse();
    },
    clear() {
      entries.clear();
      store?.clear();
      notify();
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(request) {
      let entry: RequestLogEntry = { ...request, id: crypto.randomUUID(), at: now(), outcome: 'pending' };
      const write = (): void => {
        put(entry);
        store?.save([entry]);
        notify();
      };
      write();
      return (outcome, details) => {
        // A cleared entry doesn't come back.
        if (entry.outcome !== 'pending' || !entries.has(entry.id)) return;
        entry = { ...entry, outcome, ...details };
        write();
      };
    },
  };
}
