import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { orderedMemory } from '../../../../src/features/shared/notices/orderedMemory';
import type { Memory } from '../../../../src/features/shared/notices/notices';

/** VS Code's globalState, whose main process confirms each update with everything that it has stored until then. */
function replacedState() {
  let values: Record<string, unknown> = {};
  const main: { stored: Readonly<Record<string, unknown>>; failure: Error | undefined } = {
    stored: {},
    failure: undefined,
  };
  const get = (key: string, otherwise?: unknown): unknown => values[key] ?? otherwise;
  const update = async (key: string, value: unknown): Promise<void> => {
    values[key] = value;
    await turn();
    const sent = { ...values };
    await turn();
    if (main.failure !== undefined) throw main.failure;
    main.stored = sent;
    await turn();
    values = { ...sent };
    await turn();
  };
  const state: Memory = { get, update };
  return { main, memory: orderedMemory(state) };
}

describe('The memory of the extension', () => {
  it('stores updates that follow each other before VS Code confirms them', async () => {
    const { main, memory } = replacedState();
    const updates: Thenable<void>[] = [];
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      updates.push(memory.update(key, 1), memory.update(key, 2));
      await turn();
    }
    await Promise.all(updates);
    const all = { a: 2, b: 2, c: 2, d: 2, e: 2 };
    assert.deepEqual(main.stored, all);
    assert.deepEqual(Object.fromEntries(Object.keys(all).map((key) => [key, memory.get(key)])), all);
  });

  it('returns values before they are stored', async () => {
    const { memory } = replacedState();
    const stored = memory.update('a', [1]);
    assert.deepEqual(memory.get('a'), [1]);
    assert.equal(memory.get('b', 'otherwise'), 'otherwise');
    await stored;
    const removed = memory.update('a', undefined);
    assert.equal(memory.get('a', 'otherwise'), 'otherwise');
    await removed;
  });

  it('continues after an update that fails, which is reported', async () => {
    const { main, memory } = replacedState();
    main.failure = new Error('full');
    await assert.rejects(Promise.resolve(memory.update('a', 1)), /full/);
    main.failure = undefined;
    await memory.update('b', 2);
    assert.equal(main.stored['b'], 2);
  });
});
