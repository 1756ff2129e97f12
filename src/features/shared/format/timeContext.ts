import type { UtcMillis } from '../../../core/records/record';

/** The time that ages are relative to. */
export interface TimeContext {
  readonly now: UtcMillis;
}
