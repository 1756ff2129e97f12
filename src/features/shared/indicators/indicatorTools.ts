import type { ChunkOptions } from '../../../core/indicators/detect/chunks';
import type { IncrementalFinder, LineSource } from '../../../core/indicators/detect/incremental';
import type { IndicatorForm, Replacement, TextPart } from '../../../core/indicators/identity/changeForm';
import type { FindOptions, Indicator, Occurrence } from '../../../core/indicators/identity/types';

/** The functions of `core/indicators` that features need, which are loaded on first use. */
export interface IndicatorTools {
  /** The occurrence that contains the UTF-16 offset or ends at it. */
  readonly findIndicatorAt: (text: string, offset: number, options?: FindOptions) => Occurrence | undefined;
  /** Every occurrence in a text, in order. */
  readonly findIndicators: (text: string, options?: FindOptions) => readonly Occurrence[];
  /** The same for a text of any size, block by block. */
  readonly findInBlocks: (chunks: Iterable<string>, options?: ChunkOptions) => AsyncGenerator<readonly Occurrence[]>;
  /** The text of an occurrence in the form; undefined if it already has it. */
  readonly inForm: (occurrence: Pick<Occurrence, 'raw' | 'defanged'>, form: IndicatorForm) => string | undefined;
  /** Whether occurrences, checked in order, are in one of the parts of their text, at least in part. */
  readonly partsFilter: (parts: readonly TextPart[]) => (occurrence: TextPart) => boolean;
  /** A text with parts of it replaced. */
  readonly replaceIn: (text: string, replacements: readonly Replacement[]) => string;
  /** Finds the indicators of a document on demand, and again after an edit where necessary. */
  readonly incrementalFinder: (source: LineSource, options?: FindOptions) => IncrementalFinder;
  /** Parses typed or pasted text, defanged or not; undefined if it isn't an indicator. */
  readonly parseIndicator: (text: string) => Indicator | undefined;
  /** The form of a value that can't be clicked. */
  readonly defang: (value: string) => string;
  /** The form for readers: internationalized names in Unicode unless letters are confusable. */
  readonly displayForm: (value: string) => string;
  /** A URL's host as an indicator; a domain and an address are their own. */
  readonly hostOf: (indicator: Indicator) => Indicator | undefined;
  /** Parses a name server as in the setting; undefined if invalid. */
  readonly parseResolver: (text: string) => unknown;
  /** The key that is equal for values of the same indicator. */
  readonly lookupKey: (indicator: Indicator) => string;
}

/** The same functions, which also find the names that are listed as risky, whatever they look like. */
export function withListed(tools: IndicatorTools, listed: (name: string) => boolean): IndicatorTools {
  const { findIndicatorAt, findIndicators, findInBlocks, incrementalFinder } = tools;
  return {
    ...tools,
    findIndicatorAt: (text, offset, options) => findIndicatorAt(text, offset, { listed, ...options }),
    findIndicators: (text, options) => findIndicators(text, { listed, ...options }),
    findInBlocks: (chunks, options) => findInBlocks(chunks, { listed, ...options }),
    incrementalFinder: (source, options) => incrementalFinder(source, { listed, ...options }),
  };
}

export type LoadIndicators = () => Promise<IndicatorTools>;
