/** A file or folder in place of the store. */
export type ForeignFile = 'notFile' | 'notDatabase' | 'otherDatabase';

/** Why the store can't be used or was replaced; features turn it into text. */
export type StoreProblem =
  | { readonly kind: 'noSqlite'; readonly detail: string }
  | { readonly kind: 'locked'; readonly detail: string }
  /** Damaged: the file was moved aside to `movedTo` and replaced by an empty one; without `movedTo` it was left where it is. */
  | { readonly kind: 'corrupt'; readonly detail: string; readonly movedTo?: string }
  /**
   * Written by an earlier version and unreadable: the file was moved aside to `movedTo` and replaced by an empty one.
   */
  | { readonly kind: 'outdated'; readonly detail: string; readonly movedTo: string }
  /** Something other than a store has the store's name; it is neither moved nor written. */
  | { readonly kind: 'foreign'; readonly detail: string; readonly file: string; readonly what: ForeignFile }
  /** Written by a newer version of the extension; left untouched. */
  | { readonly kind: 'newer'; readonly detail: string; readonly version: number }
  | { readonly kind: 'diskFull'; readonly detail: string }
  | { readonly kind: 'readOnly'; readonly detail: string }
  | { readonly kind: 'networkFolder'; readonly detail: string }
  /** The clock is behind the latest date with which anything was written: it is wrong, or was; nothing failed. */
  | { readonly kind: 'clock'; readonly detail: string; readonly latest: number }
  /** `isUnreachable`: the database of a team may not be running, or may be elsewhere. */
  | { readonly kind: 'failed'; readonly detail: string; readonly isUnreachable?: true };

/** The clock is far behind the latest reading with which a store was written. */
export function clockProblem(latest: number): StoreProblem {
  return { kind: 'clock', latest, detail: `there is data from ${new Date(latest).toISOString()}` };
}
