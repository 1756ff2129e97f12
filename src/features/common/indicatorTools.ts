import type { IncrementalFinder, LineSource } from '../../core/indicators/incremental';
import type { FindOptions, Indicator, Occurrence } from '../../core/indicators/types';

/** What features need of `core/indicators`, which is loaded when the first of them is used. */
export interface IndicatorTools {
  /** The occurrence that holds the UTF-16 offset, or touches it with its end. */
  readonly findIndicatorAt: (text: string, offset: number, options?: FindOptions) => Occurrence | undefined;
  /** Every occurrence in a text, in its order. */
  readonly findIndicators: (text: string, options?: FindOptions) => readonly Occurrence[];
  /** Finds the indicators of a document on demand, and after an edit anew only where it matters. */
  readonly incrementalFinder: (source: LineSource, options?: FindOptions) => IncrementalFinder;
  /** Reads what a person typed or pasted, defanged or not; nothing where it is no indicator. */
  readonly parseIndicator: (text: string) => Indicator | undefined;
  /** The form of a value that no click can open. */
  readonly defang: (value: string) => string;
  /** The form for readers: internationalised names in Unicode where no letter can be taken for another. */
  readonly displayForm: (value: string) => string;
  /** A URL's host as an indicator; a domain and an address are their own. */
  readonly hostOf: (indicator: Indicator) => Indicator | undefined;
  /** Reads a name server as the setting takes it; nothing where it is none. */
  readonly parseResolver: (text: string) => unknown;
  /** Which values are the same indicator. */
  readonly lookupKey: (indicator: Indicator) => string;
}

export type LoadIndicators = () => Promise<IndicatorTools>;
