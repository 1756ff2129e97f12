/** A copy of an object without some of its keys. */
export function without<T extends object, const K extends keyof T>(object: T, ...keys: readonly K[]): Omit<T, K> {
  const left: readonly PropertyKey[] = keys;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !left.includes(key))) as Omit<T, K>;
}
