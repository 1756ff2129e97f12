/** Indexes pending objects of a mirror on demand, so that lookups don't miss them. */
export interface OnDemandIndexing {
  /**
   * Indexes pending objects of these keys; resolves with whether there were any. Undefined if nothing new is pending,
   * which is the usual case and takes microseconds. Never rejects.
   */
  ensureIndexed(keys: readonly string[]): Promise<boolean> | undefined;
}

export interface OnDemandIndexingPorts {
  /** See `KnowledgeReader.lastPendingPage`. */
  readonly lastPendingPage: () => number | undefined;
  /** The worker's job; resolves with whether anything was new. */
  readonly indexKeys: (keys: readonly string[]) => Promise<boolean>;
}

interface RequestedKey {
  /** Later pages may contain more. */
  readonly lastPage: number;
  /** Undefined once it is done. */
  pending?: Promise<boolean> | undefined;
}

const maxRequestedKeys = 20_000;
/** Keys per job; the thread can handle other messages between two jobs. */
const keysPerJob = 10;

/** Tracks which keys were requested, so that each is indexed once. */
export function createOnDemandIndexing({ lastPendingPage, indexKeys }: OnDemandIndexingPorts): OnDemandIndexing {
  const requested = new Map<string, RequestedKey>();
  let queued: string[] = [];
  let flush: Promise<boolean> | undefined;

  const flushQueue = async (): Promise<boolean> => {
    // Collects all requests of this turn.
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
      // The store has failed and reports that itself; the next lookup tries again.
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
