import type { Indicator } from '../indicators/identity/types';
import type { UtcMillis } from '../records/record';
import type { RiskLevel } from '../records/risk';
import type { ScanFacts } from '../records/scan';

/** Everything that a risk is scored from and nothing else, so that a score can be reproduced. */
export interface Evidence {
  readonly indicator: Indicator;
  /** When the facts were collected; ages are relative to it. */
  readonly asOf: UtcMillis;
  /** Ratings of other sources, automatic or not; the user's own risk isn't evidence. */
  readonly ratings: readonly { readonly source: string; readonly risk: RiskLevel; readonly retired: boolean }[];
  readonly threats: readonly { readonly name: string; readonly risk: RiskLevel }[];
  readonly feeds: readonly { readonly name: string }[];
  /** Redirect targets, with what is known about them. */
  readonly redirects: readonly { readonly indicator: Indicator; readonly risk: RiskLevel }[];
  readonly facts: ScanFacts;
  /** External sources were queried, so that “nothing found” is meaningful. */
  readonly looked: boolean;
}
