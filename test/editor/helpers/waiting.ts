/** Waits until `read` answers with something other than undefined or false; fails with `what` after 30 seconds. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  what: string | (() => string),
): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    if (Date.now() > end) throw new Error(`Waited in vain: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
