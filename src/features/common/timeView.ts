import type { UtcMillis } from '../../core/records/record';
import type { MomentView } from '../../webviews/messages/parts';
import { formatAge, type DateStyle, formatDate, formatUtc } from './ages';

/** What the words of moments depend on. */
export interface TimeContext {
  readonly now: UtcMillis;
  readonly dates: DateStyle;
}

/** A moment in the three forms in which panels show it. */
export function timeView(at: UtcMillis, { now, dates }: TimeContext): MomentView {
  return { age: formatAge(at, now), date: formatDate(at, dates), utc: formatUtc(at) };
}
