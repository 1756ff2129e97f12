import type { UtcMillis } from '../../core/records/record';
import type { MomentView } from '../../webviews/messages/parts';
import { ageWords, type DateStyle, dateWords, utcWords } from './ages';

/** What the words of moments depend on. */
export interface MomentContext {
  readonly now: UtcMillis;
  readonly dates: DateStyle;
}

/** A moment in the three forms in which panels show it. */
export function momentOf(at: UtcMillis, { now, dates }: MomentContext): MomentView {
  return { age: ageWords(at, now), date: dateWords(at, dates), utc: utcWords(at) };
}
