import { toMillis } from '../../records/exactTimestamp';

/**
 * Groups of objects in the order in which objects with the same `created` are served: referenced objects come first.
 */
export const groups = { definition: 0, feed: 1, threat: 2, indicator: 3, original: 4, withdrawn: 5 } as const;
export type Group = (typeof groups)[keyof typeof groups];

/** The order of a collection: when objects were created, or when they were added or last changed here. */
export type Order = 'created' | 'changed';

/**
 * The position of an object in a collection, which is unique. It is stable in the order `created`, and in the order
 * `changed` until the object changes.
 */
export interface SortKey {
  /** When it was created, or added or changed here, with six fractional digits, see `exactStamp`. */
  readonly created: string;
  readonly group: Group;
  readonly source: number;
  /** The local ID: fid, tid, iid, or that of the original or withdrawn object. */
  readonly id: number;
  /** 0 for an indicator, the tid for its relationship to a threat. */
  readonly part: number;
}

/** Compares sort keys by `created`, then by the rest. */
export function bySortKey(a: SortKey, b: SortKey): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.group - b.group || a.source - b.source || a.id - b.id || a.part - b.part;
}

/** The start of the rest of a list of one group and source: at this `created` from this ID on, and later. */
export interface Start {
  readonly created: string;
  readonly id: number;
}

/** The first position of a group and source that may be after `after`; the caller still skips what isn't. */
export function startBehind(after: SortKey | undefined, group: Group, source: number): Start {
  if (after === undefined) return { created: '', id: 0 };
  const side = group - after.group || source - after.source;
  return { created: after.created, id: side === 0 ? after.id : side > 0 ? 0 : Number.MAX_SAFE_INTEGER };
}

/** {@link Start} for a column of milliseconds. */
export function startInMillis({ created, id }: Start): { readonly at: number; readonly id: number } {
  if (created === '') return { at: Number.MIN_SAFE_INTEGER, id: 0 };
  const { at, whole } = toMillis(created);
  // Times within a millisecond come after the whole millisecond.
  return whole ? { at, id } : { at: at + 1, id: 0 };
}

/** Which objects to return. */
export interface StixQuery {
  /** The order of the list, `created` by default; deleted objects are only in that of `changed`. */
  readonly order?: Order | undefined;
  /** Only objects that were created, or added or changed here, after this time, see `exactStamp`. */
  readonly createdAfter?: string | undefined;
  /**
   * In the order of changes: only up to this date, in microseconds since 1970. Otherwise, a change while several
   * sources are read, or a source that is added after their list was read, would come before objects that are already
   * served.
   */
  readonly until?: number | undefined;
  /** Only objects after this position. */
  readonly after?: SortKey | undefined;
  /** Only these STIX types. */
  readonly types?: ReadonlySet<string> | undefined;
  /** Only generated objects, no originals. */
  readonly generatedOnly?: boolean | undefined;
}
