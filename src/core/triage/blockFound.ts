import type { IndicatorType } from '../indicators/identity/types';

/**
 * The indicators of a part of a text, as threads send them: strings only once, the rest as numbers, which are copied at
 * once. Locations are relative to the part.
 */
export interface BlockFound {
  /** Which list `names` continues; a thread starts another one for each text, and when it gets long. */
  readonly table: number;
  /** The indicators that this list didn't have before, and their {@link kindOf}. */
  readonly names: readonly string[];
  readonly kinds: Uint8Array;
  /** Occurrences with their location, in their order: the index in the list, the line (from 0), and the column (from 1). */
  readonly located: Int32Array;
  /** The times of these lines in seconds since 1970, 0 if unknown; empty if {@link isTimed} isn't set. */
  readonly times: Int32Array;
  /**
   * Further occurrences of indicators whose first locations are known: the index in the list, the group of lines they are
   * in, and their number.
   */
  readonly more: Int32Array;
  /** The first line and the time, like `times`, of each group of lines: few of them, within about a minute. */
  readonly groups: Int32Array;
  /** Whether the part has timestamps, which its first lines decide. */
  readonly isTimed: boolean;
  /** Bytes of the part. */
  readonly bytes: number;
  readonly occurrences: number;
  readonly lineEnds: number;
  /** UTF-16 units after the last line end. */
  readonly tail: number;
  /** Lines and columns are those of the whole text. */
  readonly isAbsolute?: true;
}

const types: readonly IndicatorType[] = ['domain', 'ip', 'url'];
const reservedFlag = 4;

/** The type of an indicator, and whether it is reserved, as a number. */
export function kindOf(type: IndicatorType, reserved: boolean): number {
  return types.indexOf(type) + (reserved ? reservedFlag : 0);
}

/** What a {@link kindOf} means. */
export function ofKind(kind: number): { readonly type: IndicatorType; readonly reserved: boolean } {
  return { type: types[kind % reservedFlag] ?? 'domain', reserved: kind >= reservedFlag };
}
