import { InputError } from '../../core/records/problems/inputFailure';
import { release } from '../../core/triage/counting/blockFound';
import { NumberList } from '../../core/triage/counting/numberList';
import type { NameTable, Tally } from '../../core/triage/counting/tally';
import type { FinderResult } from './finderTasks';

/** A part that was found, and by which thread. */
interface Part {
  readonly thread: number;
  readonly result: FinderResult;
}

/** Adds parts of a text to a tally in their order, in whatever order threads return them. */
export class OrderedTally {
  /** By thread and list: a thread that gets a part of another one starts a list, and later parts may be added before. */
  private readonly tables = new Map<string, NameTable>();
  private readonly early = new Map<number, Part>();
  private next = 0;
  private isMixed = false;
  /** The end of the last part in the file. */
  private end: number | undefined;

  constructor(
    private readonly tally: Tally,
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
      this.tally.add(found, this.tableOf(part));
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
    const table = this.tables.get(key) ?? new NumberList();
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
