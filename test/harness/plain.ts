/** The value without properties that are undefined, in plain objects and arrays at any depth. */
export function plain<T>(value: T): T;
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => plain(each));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, plain(each)]),
  );
}
