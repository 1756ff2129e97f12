/** What lookups wait for while a mirror is still being taken in. */
export interface OnDemandIndexing {
  /**
   * Has what waits of these keys taken in; resolves, when it is in the store, with whether that was anything. Undefined where
   * nothing waits that was not asked for already: the usual case, which costs microseconds. Never rejects.
   */
  ensureIndexed(keys: readonly string[]): Promise<boolean> | undefined;
}

export interface OnDemandIndexingPorts {
  /** See `KnowledgeReader.waitingUpTo`. */
  readonly lastPendingPage: () => number | undefined;
  /** The worker's job; answers with whether anything was new. */
  readonly indexKeys: (keys: readonly string[]) => Promise<boolean>;
}

interface RequestedKey {
  /** Pages that came later may hold more. */
  readonly lastPage: number;
  /** Missing when it is over. */
  pending?: Promise<boolean> | undefined;
}

const maxRequestedKeys = 20_000;
/** Keys a job: the thread hears of others between two. */
const keysPerJob = 10;

/** Keeps track of which keys were asked for, so that each is once only. */
export function createOnDemandIndexing({ lastPendingPage, indexKeys }: OnDemandIndexingPorts): OnDemandIndexing {
  const requested = new Map<string, RequestedKey>();
  let queued: string[] = [];
  let flush: Promise<boolean> | undefined;

  const flushQueue = async (): Promise<boolean> => {
    // All that is wanted in this turn goes together.
    await Promise.resolve();
    const keys = queued;
    queued = [];
    flush = undefined;
    let isNew = false;
    try {
      for (let at = 0; at < keys.length; at += keysPerJob)
        isNew = (await indexKeys(keys.slice(at, at + keysPerJob))) || isNew;
      for (const key of keys) delete requested.get(key)?.pending;
    } catch {
      // The store has failed, which is told already; the next look asks again.
      for (const key of keys) requested.delete(key);
    }
    return isNew;
  };

  return {
    ensureIndexed(keys) {
      const lastPage = lastPendingPage();
      if (lastPage === undefined) {
        if (requested.size > 0) requested.clear();
        return undefined;
      }
      if (requested.size > maxRequestedKeys) requested.clear();
      const pending = new Set<Promise<boolean>>();
      for (const key of keys) {
        const known = requested.get(key);
        if (known?.lastPage === lastPage) {
          if (known.pending !== undefined) pending.add(known.pending);
          continue;
        }
        queued.push(key);
        flush ??= flushQueue();
        requested.set(key, { lastPage, pending: flush });
        pending.add(flush);
      }
      if (pending.size === 0) return undefined;
      return Promise.all(pending).then((each) => each.includes(true));
    },
  };
}
