type Find<T> = (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;

/** More keys than this are read on their own, beside what others look up. */
const mostShared = 100;

/**
 * Joins lookups of a process: those that come while others are read are read together afterwards. To read a hundred keys
 * takes a few times as long as one. Nothing is found that was read before it was asked for.
 */
export function joined<T>(find: Find<T>): Find<T> {
  let reading: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, T>> } | undefined;
  const afterwards = async (keys: ReadonlySet<string>): Promise<ReadonlyMap<string, T>> => {
    await reading;
    next = undefined;
    const finding = find([...keys]);
    reading = finding.catch(() => undefined);
    return finding;
  };
  return (keys) => {
    if (keys.length > mostShared) return find(keys);
    if (next === undefined) {
      const all = new Set<string>();
      next = { keys: all, found: afterwards(all) };
    }
    for (const key of keys) next.keys.add(key);
    return next.found;
  };
}
