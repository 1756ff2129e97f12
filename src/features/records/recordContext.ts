import type { PiecesView } from '../../webviews/messages/parts';
import type { TimeContext } from '../common/timeContext';

/** What the words of a record depend on besides the record. */
export interface RecordContext extends TimeContext {
  readonly defang: (value: string) => string;
  /** A text with every indicator in it told apart. */
  readonly pieces: (text: string) => PiecesView;
  /** Whether there is a service to ask, and the mode allows to ask it on a click. */
  readonly canAsk: boolean;
  /** Whether the sample data is of use: nothing was imported or mirrored, and it is not loaded yet. */
  readonly offerSample: () => boolean;
}
