/** A position of an address; only compared. */
type Position = number | bigint;

/** Ranges of addresses, by index; `ends` are exclusive. */
export interface Ranges<T extends Position> {
  readonly starts: readonly T[];
  readonly ends: readonly T[];
  /** The number of addresses. */
  readonly sizes: readonly T[];
  /** What a range stands for, at least 1. */
  readonly values: readonly number[];
}

/** The value from a position on, up to the next segment; 0 for none. */
export interface Segments<T extends Position> {
  readonly starts: readonly T[];
  readonly values: readonly number[];
}

/**
 * Turns ranges into segments without overlaps. Where ranges overlap, the smallest one counts, and of ranges of the same
 * size the last one. No segment begins at `limit`, which is behind the last address.
 */
export function flatten<T extends Position>({ starts, ends, sizes, values }: Ranges<T>, limit: T): Segments<T> {
  const order = Array.from(starts.keys()).sort((a, b) => compare(starts[a], starts[b]));
  const isBefore = (a: number, b: number): boolean => (compare(sizes[a], sizes[b]) || b - a) < 0;
  const active = new Heap(isBefore);
  const result = { starts: [] as T[], values: [] as number[] };
  let next = 0;
  let at = starts[order[0] ?? -1];
  while (at !== undefined && at < limit) {
    for (let index = order[next]; index !== undefined && starts[index] === at; index = order[++next])
      active.push(index);
    for (let top = active.top(); top !== undefined && compare(ends[top], at) <= 0; top = active.top()) active.pop();
    const top = active.top();
    const value = top === undefined ? 0 : (values[top] ?? 0);
    if (value !== (result.values.at(-1) ?? 0)) {
      result.starts.push(at);
      result.values.push(value);
    }
    at = earlier(starts[order[next] ?? -1], top === undefined ? undefined : ends[top]);
  }
  return result;
}

function compare(a: Position | undefined, b: Position | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

function earlier<T extends Position>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b < a ? b : a;
}

/** A binary heap of indexes. */
class Heap {
  private readonly items: number[] = [];

  constructor(private readonly isBefore: (a: number, b: number) => boolean) {}

  top(): number | undefined {
    return this.items[0];
  }

  push(item: number): void {
    const { items, isBefore } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? 0;
      if (!isBefore(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): void {
    const { items, isBefore } = this;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && isBefore(items[child + 1] ?? 0, items[child] ?? 0)) child++;
      const below = items[child] ?? 0;
      if (!isBefore(below, last)) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
  }
}
