import type { UtcMillis } from '../../core/records/record';
import type { DateStyle } from '../common/ages';
import type { CommandTarget } from '../common/commands';

/** What the words of a hover depend on besides the lookup itself. */
export interface HoverContext {
  readonly now: UtcMillis;
  readonly dates: DateStyle;
  /** The form of a value that no click can open. */
  readonly defang: (value: string) => string;
  /** The form for readers: internationalised names in Unicode where no letter can be taken for another. */
  readonly displayForm: (value: string) => string;
  /** Where the indicator stands, so that a command can show the hover again. */
  readonly at?: CommandTarget['at'];
  /** Whether a hover without any knowledge and without a service offers to connect; false in code, see the settings. */
  readonly offerService: boolean;
  /** Whether made-up indicators are of any use: nothing was imported or mirrored. */
  readonly offerSample: boolean;
  /** Whether there is a service to ask, and the mode allows to ask it on a click. */
  readonly canAsk: boolean;
  /** Whether scans of this machine's own service look outside, so that one may tell more than the store. */
  readonly scansOutside?: boolean;
}
