import type { UtcMillis } from '../../core/records/record';
import type { DateStyle } from './ages';

/** What ages and dates depend on. */
export interface TimeContext {
  readonly now: UtcMillis;
  readonly dates: DateStyle;
}
