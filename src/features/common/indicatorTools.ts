import type { FindOptions, Indicator, Occurrence } from '../../core/indicators/types';

/** What features need of `core/indicators`, which is loaded when the first of them is used. */
export interface IndicatorTools {
  /** Every occurrence in a text, in its order. */
  readonly findIndicators: (text: string, options?: FindOptions) => readonly Occurrence[];
  /** The occurrence that holds the UTF-16 offset, or touches it with its end. */
  readonly findIndicatorAt: (text: string, offset: number, options?: FindOptions) => Occurrence | undefined;
  /** Reads what a person typed or pasted, defanged or not; nothing where it is no indicator. */
  readonly parseIndicator: (text: string) => Indicator | undefined;
  /** The form of a value that no click can open. */
  readonly defang: (value: string) => string;
  /** A URL's host as an indicator; a domain and an address are their own. */
  readonly hostOf: (indicator: Indicator) => Indicator | undefined;
  /** Which values are the same indicator. */
  readonly lookupKey: (indicator: Indicator) => string;
}

export type LoadIndicators = () => Promise<IndicatorTools>;
