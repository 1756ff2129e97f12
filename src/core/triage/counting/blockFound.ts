import type { IndicatorType } from '../../indicators/identity/types';
import { free } from './larger';

/**
 * The indicators of a part of a text, as threads send them: strings only once, the rest as numbers, which are copied at
 * once. Locations are relative to the part.
 */
export interface BlockFound {
  /** Which list `names` continues; a thread starts another one for each text, and when it gets long. */
  readonly table: number;
  /** The indicators that this list didn't have before, in UTF-8, each with a line end after it, and their {@link getKind}. */
  readonly names: Uint8Array;
  readonly kinds: Uint8Array;
  /**
   * Lines with an indicator, in their order, each with its first location there: the index in the list, the line (from 0), the
   * column (from 1), the time of the line in seconds since 1970, 0 if unknown, and the number of the event.
   */
  readonly located: Int32Array;
  /**
   * Further lines with indicators whose first locations are known: the index in the list, the group of lines they are in,
   * their number, the first and the last time (0 if unknown), the last line, and the last event.
   */
  readonly more: Int32Array;
  /** The first line and its time of each group of lines: few of them, within a bin of {@link BlockNeed}. */
  readonly groups: Int32Array;
  /** Whether the part has timestamps, which its first lines decide. */
  readonly isTimed: boolean;
  /** The time zone of the first one, in seconds east of UTC; absent if it has none. */
  readonly zone?: number | undefined;
  /** Bytes of the part. */
  readonly bytes: number;
  /** The clients of lines that this list didn't have before, in UTF-8, each with a line end after it. */
  readonly clientNames: Uint8Array;
  /**
   * The clients of lines with an indicator, see {@link PairList.take}. A number below zero is {@link firstAddress} less
   * an index in the list of indicators.
   */
  readonly clients: Int32Array;
  /** Lines with each indicator, all together. */
  readonly counted: number;
  readonly lineEnds: number;
  /** Ends of events: of lines, or of records in a document that has several in a line, or each in several lines. */
  readonly eventEnds: number;
  /** UTF-16 units after the last line end. */
  readonly tail: number;
  /** Lines and columns are those of the whole text. */
  readonly isAbsolute?: true;
}

/** Limits for the data that a thread returns for a part. */
export interface BlockNeed {
  /** Lines whose times have the same multiple of these seconds may be counted together. */
  readonly binSeconds: number;
  /** Locations of each indicator, less those that were returned of parts before. */
  readonly locations: number;
}

/**
 * Frees the memory of a part immediately. The collector would do so only after many parts, because it sees small
 * objects.
 */
export function release(found: BlockFound): void {
  const { names, kinds, located, more, groups, clientNames, clients } = found;
  for (const each of [names, kinds, located, more, groups, clientNames, clients]) free(each);
}

/** Numbers of a line in `located`, and of a count in `more`. */
export const locatedSize = 5;
export const moreSize = 7;
/** A client that is an address has this number less the index of the address. */
export const firstAddress = -1;

const types: readonly IndicatorType[] = ['domain', 'ip', 'url'];
const reservedFlag = 4;

/** The type of an indicator, and whether it is reserved, as a number. */
export function getKind(type: IndicatorType, reserved: boolean): number {
  return types.indexOf(type) + (reserved ? reservedFlag : 0);
}

interface Kind {
  readonly type: IndicatorType;
  readonly reserved: boolean;
}

const domain: Kind = { type: 'domain', reserved: false };
const kinds: readonly Kind[] = Array.from({ length: 2 * reservedFlag }, (_, kind) => ({
  type: types[kind % reservedFlag] ?? domain.type,
  reserved: kind >= reservedFlag,
}));

/** The reverse of {@link getKind}. */
export function ofKind(kind: number): Kind {
  return kinds[kind] ?? domain;
}

/** The part of a kind that distinguishes indicators: the same text is always reserved, or never. */
export function typeOfKind(kind: number): number {
  return kind % reservedFlag;
}
