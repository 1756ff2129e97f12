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
  readonly waitingUpTo: () => number | undefined;
  /** The worker's job; answers with whether anything was new. */
  readonly take: (keys: readonly string[]) => Promise<boolean>;
}

interface Asked {
  /** Pages that came later may hold more. */
  readonly upTo: number;
  /** Missing when it is over. */
  coming?: Promise<boolean> | undefined;
}

const remembered = 20_000;
/** Keys a job: the thread hears of others between two. */
const keysAJob = 10;

/** Keeps track of which keys were asked for, so that each is once only. */
export function createOnDemandIndexing({ waitingUpTo, take }: OnDemandIndexingPorts): OnDemandIndexing {
  const asked = new Map<string, Asked>();
  let gathered: string[] = [];
  let flush: Promise<boolean> | undefined;

  const takeGathered = async (): Promise<boolean> => {
    // All that is wanted in this turn goes together.
    await Promise.resolve();
    const keys = gathered;
    gathered = [];
    flush = undefined;
    let isNew = false;
    try {
      for (let at = 0; at < keys.length; at += keysAJob) isNew = (await take(keys.slice(at, at + keysAJob))) || isNew;
      for (const key of keys) delete asked.get(key)?.coming;
    } catch {
      // The store has failed, which is told already; the next look asks again.
      for (const key of keys) asked.delete(key);
    }
    return isNew;
  };

  return {
    ensureIndexed(keys) {
      const upTo = waitingUpTo();
      if (upTo === undefined) {
        if (asked.size > 0) asked.clear();
        return undefined;
      }
      if (asked.size > remembered) asked.clear();
      const coming = new Set<Promise<boolean>>();
      for (const key of keys) {
        const known = asked.get(key);
        if (known?.upTo === upTo) {
          if (known.coming !== undefined) coming.add(known.coming);
          continue;
        }
        gathered.push(key);
        flush ??= takeGathered();
        asked.set(key, { upTo, coming: flush });
        coming.add(flush);
      }
      if (coming.size === 0) return undefined;
      return Promise.all(coming).then((each) => each.includes(true));
    },
  };
}
