import type { IncrementalFinder, LineSource } from '../../core/indicators/incremental';
import type { FindOptions, Indicator, Occurrence } from '../../core/indicators/types';

/** What features need of `core/indicators`, which is loaded when the first of them is used. */
export interface IndicatorTools {
  /** The occurrence that contains the UTF-16 offset or ends at it. */
  readonly findIndicatorAt: (text: string, offset: number, options?: FindOptions) => Occurrence | undefined;
  /** Every occurrence in a text, in its order. */
  readonly findIndicators: (text: string, options?: FindOptions) => readonly Occurrence[];
  /** Finds the indicators of a document on demand, and again after an edit where necessary. */
  readonly incrementalFinder: (source: LineSource, options?: FindOptions) => IncrementalFinder;
  /** Parses typed or pasted text, defanged or not; undefined if it isn't an indicator. */
  readonly parseIndicator: (text: string) => Indicator | undefined;
  /** The form of a value that no click can open. */
  readonly defang: (value: string) => string;
  /** The form for readers: internationalized names in Unicode unless letters are confusable. */
  readonly displayForm: (value: string) => string;
  /** A URL's host as an indicator; a domain and an address are their own. */
  readonly hostOf: (indicator: Indicator) => Indicator | undefined;
  /** Parses a name server as in the setting; undefined if invalid. */
  readonly parseResolver: (text: string) => unknown;
  /** Which values are the same indicator. */
  readonly lookupKey: (indicator: Indicator) => string;
}

export type LoadIndicators = () => Promise<IndicatorTools>;
