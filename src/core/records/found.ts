import type { IndicatorRecord } from './record';
import type { ThreatRecord } from './threat';

/**
 * The rows that a query found, in the order of the answer. `unreadable` counts rows that could not be read; `hasMore`:
 * the service itself reports that it has more.
 */
export type FoundRows =
  | {
      readonly type: 'indicators';
      readonly rows: readonly IndicatorRecord[];
      readonly unreadable: number;
      readonly hasMore?: true;
    }
  | {
      readonly type: 'threats';
      readonly rows: readonly ThreatRecord[];
      readonly unreadable: number;
      readonly hasMore?: true;
    };
