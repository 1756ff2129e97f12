import type { Memory } from './notices';

/**
 * VS Code's globalState without lost updates. After each update VS Code replaces all values of the extension by those that
 * its main process has stored, and loses what was updated in the meantime. So updates are sent one after the other.
 */
export function orderedMemory(state: Memory): Memory {
  /** Values that aren't stored yet. */
  const pending = new Map<string, { readonly value: unknown }>();
  let last: Promise<unknown> = Promise.resolve();
  const get = (key: string, otherwise?: unknown): unknown => {
    const update = pending.get(key);
    return update === undefined ? state.get(key, otherwise) : (update.value ?? otherwise);
  };
  const update = (key: string, value: unknown): Promise<void> => {
    const waiting = { value };
    pending.set(key, waiting);
    const stored = last.then(async () => {
      try {
        await state.update(key, value);
      } finally {
        if (pending.get(key) === waiting) pending.delete(key);
      }
    });
    last = stored.catch(() => undefined);
    return stored;
  };
  return { get, update };
}
