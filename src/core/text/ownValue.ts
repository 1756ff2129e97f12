/**
 * The value of an own key. The names of groups, keys, and attributes are untrusted: `constructor` or `__proto__` must not find
 * what every object inherits.
 */
export function ownValue<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
