import type { UtcMillis } from '../../core/records/record';
import type { Annotation } from '../../core/triage/triageEntry';
import type { SeenBefore } from '../../core/triage/remembered/triagedFile';
import type { CommandTarget } from '../shared/ids/commands';

/** What a hover depends on besides the lookup itself. */
export interface HoverContext {
  readonly now: UtcMillis;
  /** The form of a value that no click can open. */
  readonly defang: (value: string) => string;
  /** The form for readers: internationalized names in Unicode unless letters are confusable. */
  readonly displayForm: (value: string) => string;
  /** The indicator's location, so that a command can show the hover again. */
  readonly at?: CommandTarget['at'];
  /** The user's note and tags. */
  readonly annotation?: Annotation;
  /** In which other triaged files it was. */
  readonly seenBefore?: SeenBefore;
  /** Whether a hover without data and without a service offers to connect; false in code, depending on the settings. */
  readonly offerService: boolean;
  /** Whether to offer sample data: nothing was imported or mirrored. */
  readonly offerSample: boolean;
  /** Whether a service is connected and the mode allows lookups on click. */
  readonly canAsk: boolean;
  /** Whether scans by the local service query external sources, and so may find more than the store. */
  readonly scansOutside?: boolean;
  /** Whether known services that lists only list aren't highlighted, which the hover then says. */
  readonly skipsWellKnown?: boolean;
  /** The rules by which the indicator was found, if the setting shows them. */
  readonly detectionRules?: readonly string[];
}
