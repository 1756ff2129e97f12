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
  /** Indicators whose first locations were in earlier parts: the index in the list, and the number of occurrences. */
  readonly more: Int32Array;
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
