import { InputError } from '../../core/records/problems/inputFailure';
import { type Finders, type WorkerSlot, ThreadDied } from './finders';
import type { FinderResult, FinderTask } from './finderTasks';
import { free } from '../../core/triage/counting/larger';
import { NameTable, type OccurrenceCounter } from '../../core/triage/counting/occurrenceCounter';
import { release } from '../../core/triage/counting/blockFound';

/** A part that was found, and by which thread. */
interface Part {
  readonly thread: number;
  readonly result: FinderResult;
}

/** Adds parts of a text to a counter in their order, in whatever order threads return them. */
export class OrderedCounter {
  /** By thread and list: a thread that gets a part of another one starts a list, and later parts may be added before. */
  private readonly tables = new Map<string, NameTable>();
  private readonly early = new Map<number, Part>();
  private next = 0;
  private isMixed = false;
  /** The end of the last part in the file. */
  private end: number | undefined;

  constructor(
    private readonly counter: OccurrenceCounter,
    private readonly onAdded: () => void,
  ) {}

  /** The number of parts that wait for an earlier one. */
  get waiting(): number {
    return this.early.size;
  }

  /** Adds the part with this index, found by `thread`. Throws an InputError if the file changed since the part before. */
  add(index: number, thread: number, result: FinderResult): void {
    const added = { result, thread };
    this.early.set(index, added);
    for (let part = this.early.get(this.next); part !== undefined; part = this.early.get(this.next)) {
      this.early.delete(this.next++);
      const { found, span } = part.result;
      this.isMixed ||= part.result.isMixed;
      if (span !== undefined && this.end !== undefined && span[0] !== this.end)
        throw new InputError({ kind: 'changed' });
      this.end = span?.[1];
      this.counter.add(found, this.tableOf(part));
      release(found);
      this.onAdded();
    }
    this.dropTables(added);
  }

  /** Throws an InputError if parts were in another encoding than the beginning. */
  finish(): void {
    if (this.isMixed) throw new InputError({ kind: 'mixedEncodings' });
  }

  private tableOf(part: Part): NameTable {
    const key = keyOf(part);
    const table = this.tables.get(key) ?? new NameTable();
    this.tables.set(key, table);
    return table;
  }

  /** Drops the lists that a thread had before this part, except for parts that still wait. */
  private dropTables(last: Part): void {
    if (last.result.found.table === 0) return;
    const needed = new Set([last, ...this.early.values()].map(keyOf));
    for (const key of this.tables.keys())
      if (key.startsWith(`${last.thread} `) && !needed.has(key)) this.tables.delete(key);
  }
}

function keyOf({ thread, result }: Part): string {
  return `${thread} ${result.found.table}`;
}

/** Dependencies for reading a text in parts. */
export interface PartsReading {
  readonly finders: Finders;
  /** The number of the text. */
  readonly text: number;
  readonly counter: OccurrenceCounter;
  /** Rejects when reading is canceled; never resolves. */
  readonly canceled: Promise<never>;
  readonly onAdded: () => void;
}

/** Parts that may wait for an earlier one, for each that can be searched at once. */
const maxLead = 2;

/**
 * Searches parts of a text at once, and counts them in their order. Rejects when canceled, or with the first error, after
 * all parts before it were counted.
 */
export async function readBlocks(
  tasks: AsyncGenerator<FinderTask, undefined>,
  { finders, text, counter, canceled, onAdded }: PartsReading,
): Promise<void> {
  const ordered = new OrderedCounter(counter, onAdded);
  const running = new Set<Promise<void>>();
  const failures = new Map<number, unknown>();
  const search = async (index: number, task: FinderTask, seat: WorkerSlot): Promise<void> => {
    try {
      const { thread, result } = await runTask(task, seat, finders);
      ordered.add(index, thread, result);
    } catch (error) {
      failures.set(index, error);
    }
  };
  let index = 0;
  let streamFailure: { readonly error: unknown } | undefined;
  try {
    for (;;) {
      const next = await Promise.race([tasks.next(), canceled]);
      if (next.done === true) break;
      while (running.size > 0 && running.size + ordered.waiting > maxLead * finders.width)
        await Promise.race([...running, canceled]);
      const seat = await Promise.race([finders.seat(text), canceled]);
      if (failures.size > 0) {
        seat.release();
        break;
      }
      const searched = search(index++, next.value, seat).finally(() => running.delete(searched));
      running.add(searched);
    }
  } catch (error) {
    streamFailure = { error };
  }
  // Also after an error of the input: what was read before it counts.
  await Promise.race([Promise.all(running), canceled]);
  const first = [...failures.keys()].sort((a, b) => a - b)[0];
  if (first !== undefined) throw failures.get(first);
  if (streamFailure !== undefined) throw streamFailure.error;
  ordered.finish();
}

/** Runs a task, again in another thread if the thread ends: once if that was because of the task. */
async function runTask(
  task: FinderTask,
  given: WorkerSlot,
  finders: Finders,
): Promise<{ readonly thread: number; readonly result: FinderResult }> {
  let [seat, next] = [given, task];
  let deaths = 0;
  for (;;) {
    try {
      const result = await seat.run(next);
      if (task.kind === 'bytes') free(task.block.bytes);
      return { thread: seat.thread, result };
    } catch (error) {
      if (!(error instanceof ThreadDied)) throw error;
      if (error.isCause) deaths++;
      if (deaths === 2) throw new InputError({ kind: 'unreadable', detail: error.message });
    } finally {
      seat.release();
    }
    seat = await finders.seat(task.text);
    next = { ...task, isAgain: true };
  }
}

/** Searches code from its beginning to its end in one thread. Rejects like {@link readBlocks}. */
export async function readInOrder(
  tasks: AsyncGenerator<FinderTask, undefined>,
  { finders, text, counter, canceled, onAdded }: PartsReading,
): Promise<void> {
  const ordered = new OrderedCounter(counter, onAdded);
  const seat = await Promise.race([finders.seat(text), canceled]);
  let index = 0;
  try {
    for (;;) {
      const next = await Promise.race([tasks.next(), canceled]);
      if (next.done === true) break;
      ordered.add(index++, seat.thread, await Promise.race([seat.run(next.value), canceled]));
    }
    ordered.finish();
  } catch (error) {
    throw error instanceof ThreadDied ? new InputError({ kind: 'unreadable', detail: error.message }) : error;
  } finally {
    seat.release();
  }
}
