/** A copy of an object without some of its keys. */
export function omit<T extends object, const K extends keyof T>(object: T, ...keys: readonly K[]): Omit<T, K> {
  const without: readonly PropertyKey[] = keys;
  const left: Partial<T> = {};
  for (const key of Object.keys(object) as (keyof T)[]) if (!without.includes(key)) left[key] = object[key];
  return left as Omit<T, K>;
}
