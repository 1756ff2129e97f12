import type { UtcMillis } from '../../../core/records/record';

/** What ages depend on. */
export interface TimeContext {
  readonly now: UtcMillis;
}
