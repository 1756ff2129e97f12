import type { FindOptions, Indicator, Occurrence } from '../../core/indicators/types';

/** What features need of `core/indicators`, which is loaded when the first of them is used. */
export interface IndicatorTools {
  /** The occurrence that holds the UTF-16 offset, or touches it with its end. */
  findIndicatorAt(text: string, offset: number, options?: FindOptions): Occurrence | undefined;
  /** Reads what a person typed or pasted, defanged or not; nothing where it is no indicator. */
  parseIndicator(text: string): Indicator | undefined;
  /** The form of a value that no click can open. */
  defang(value: string): string;
}

export type LoadIndicators = () => Promise<IndicatorTools>;
