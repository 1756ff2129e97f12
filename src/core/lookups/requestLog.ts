import type { RequestLog, RequestLogStore } from './lookups';
import type { RequestLogEntry } from './types';

/** Entries kept in memory; the store keeps more. */
const kept = 2_000;

/** “What Was Sent”: an entry is there before its request leaves, and is renewed when the outcome is known. */
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
      // What another window has on its way is its to tell: it is not remembered here as if it stayed so.
      const earlier = (await from.load()).filter(({ id, outcome }) => !entries.has(id) && outcome !== 'pending');
      const all = [...earlier, ...entries.values()].sort((a, b) => a.at - b.at);
      entries.clear();
      all.forEach(put);
      notify();
    } catch {
      // What this window sent is still listed; the next call tries again.
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
      return (outcome) => {
        // Cleared meanwhile: what the user took off the list does not come back.
        if (entry.outcome !== 'pending' || !entries.has(entry.id)) return;
        entry = { ...entry, outcome };
        write();
      };
    },
  };
}
