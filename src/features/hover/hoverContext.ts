import type { Wrapper } from '../../core/indicators/detect/encoded/wrappers';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Known } from '../../core/records/knowledge';
import type { UtcMillis } from '../../core/records/record';
import type { Annotation } from '../../core/records/annotation';
import type { SeenBefore } from '../../core/triage/history/triagedFile';
import type { CommandTarget } from '../shared/ids/commands';

/** A link that contains the indicator. */
interface ContainingLink {
  readonly indicator: Indicator;
  readonly wrapper: Wrapper | undefined;
  readonly known: readonly Known[];
}

/** Inputs of a hover besides the result of the lookup. */
export interface HoverContext {
  readonly now: UtcMillis;
  /** The form of a value that no click can open. */
  readonly defang: (value: string) => string;
  /** The form of an untrusted text in which no click can open anything. */
  readonly defangText: (text: string) => string;
  /** The form for readers: internationalized names in Unicode unless letters are confusable. */
  readonly displayForm: (value: string) => string;
  /** The indicator's location, so that a command can show the hover again. */
  readonly at?: CommandTarget['at'];
  /** The links that contain the indicator, the outermost first, with local data about each. */
  readonly links?: readonly ContainingLink[];
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
  /** Whether known services reported only by lists aren't highlighted, which the hover shows. */
  readonly skipsWellKnown?: boolean;
  /** The detection rules that found the indicator, if the setting shows them. */
  readonly detectionRules?: readonly string[];
}
