import type { Indicator } from '../../../core/indicators/identity/types';
import type { Annotation } from '../../../core/triage/triageEntry';
import type { PiecesView } from '../../../webviews/messages/parts';
import type { TimeContext } from '../../shared/format/timeContext';

/** What the view of a record depends on besides the record. */
export interface RecordContext extends TimeContext {
  readonly defang: (value: string) => string;
  /** A text with its indicators defanged. */
  readonly defangText: (text: string) => string;
  /** A text with its indicators marked. */
  readonly pieces: (text: string) => PiecesView;
  /** Whether a service is connected and may be queried on a click. */
  readonly canAsk: boolean;
  /** The user's note and tags. */
  readonly annotationOf?: (indicator: Indicator) => Annotation | undefined;
  /** Whether to offer the sample data: nothing was imported or mirrored, and it is not loaded. */
  readonly offerSample: () => boolean;
}
