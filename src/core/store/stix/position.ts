import { millisOf } from '../../records/exactTimestamp';

/** Groups of objects in the order in which objects of one `created` are served: what is referred to comes before what refers to it. */
export const groups = { definition: 0, feed: 1, threat: 2, indicator: 3, original: 4, withdrawn: 5 } as const;
export type Group = (typeof groups)[keyof typeof groups];

/** By what a collection is ordered: when objects were created, or when they were added or last changed here. */
export type Order = 'created' | 'changed';

/**
 * Where an object stands in a collection. No two objects share a place; ordered by `created` it stays the same, ordered by
 * `changed` until the object changes.
 */
export interface Place {
  /** When it was created, or added or changed here, with six fractional digits, see `exactStamp`. */
  readonly created: string;
  readonly group: Group;
  readonly source: number;
  /** The own id: fid, tid, iid, or that of the original or the withdrawn object. */
  readonly id: number;
  /** Of an indicator 0, of what ties it to a threat the threat's tid. */
  readonly part: number;
}

/** Orders places: by `created`, the rest makes it total. */
export function byPlace(a: Place, b: Place): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.group - b.group || a.source - b.source || a.id - b.id || a.part - b.part;
}

/** Where a list of one group and source begins behind a place: from this `created` on, and at it from this id on. */
export interface Start {
  readonly created: string;
  readonly id: number;
}

/** The first place of a group and source that can lie behind `after`; the caller still skips what does not. */
export function startBehind(after: Place | undefined, group: Group, source: number): Start {
  if (after === undefined) return { created: '', id: 0 };
  const side = group - after.group || source - after.source;
  return { created: after.created, id: side === 0 ? after.id : side > 0 ? 0 : Number.MAX_SAFE_INTEGER };
}

/** {@link Start} for a column of milliseconds. */
export function startInMillis({ created, id }: Start): { readonly at: number; readonly id: number } {
  if (created === '') return { at: Number.MIN_SAFE_INTEGER, id: 0 };
  const { at, whole } = millisOf(created);
  // What lies within the millisecond is behind all whole ones of it.
  return whole ? { at, id } : { at: at + 1, id: 0 };
}

/** Which objects are meant. */
export interface StixQuery {
  /** The order of the list, `created` where none is given; what is gone is in that of `changed` alone. */
  readonly order?: Order | undefined;
  /** Only what was created, or added or changed here, after this, see `exactStamp`. */
  readonly createdAfter?: string | undefined;
  /** Only what lies behind this place. */
  readonly after?: Place | undefined;
  /** Only these types of STIX. */
  readonly types?: ReadonlySet<string> | undefined;
  /** Only what is made here from what sources say, none that came as an object. */
  readonly generatedOnly?: boolean | undefined;
}
