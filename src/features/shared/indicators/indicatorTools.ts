import type { IncrementalFinder, LineSource } from '../../../core/indicators/detect/incremental';
import type { FindOptions, Indicator, Occurrence } from '../../../core/indicators/identity/types';

/** The functions of `core/indicators` that features need, which are loaded on first use. */
export interface IndicatorTools {
  /** The occurrence that contains the UTF-16 offset or ends at it. */
  readonly findIndicatorAt: (text: string, offset: number, options?: FindOptions) => Occurrence | undefined;
  /** Every occurrence in a text, in order. */
  readonly findIndicators: (text: string, options?: FindOptions) => readonly Occurrence[];
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

export type LoadIndicators = () => Promise<IndicatorTools>;
