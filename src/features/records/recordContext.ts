import type { UtcMillis } from '../../core/records/record';
import type { MomentView, PiecesView } from '../../webviews/messages/parts';
import { ageWords, type DateStyle, dateWords, utcWords } from '../common/ages';

/** What the words of a record depend on besides the record. */
export interface RecordContext {
  readonly now: UtcMillis;
  readonly dates: DateStyle;
  readonly defang: (value: string) => string;
  /** A text with every indicator in it told apart. */
  readonly pieces: (text: string) => PiecesView;
  /** Whether there is a service to ask, and the mode allows to ask it on a click. */
  readonly canAsk: boolean;
}

/** A moment in the three forms in which panels show it. */
export function momentOf(at: UtcMillis, { now, dates }: RecordContext): MomentView {
  return { age: ageWords(at, now), date: dateWords(at, dates), utc: utcWords(at) };
}
