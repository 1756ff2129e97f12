import type { Indicator } from '../indicators/types';
import type { UtcMillis } from '../records/record';
import type { RiskLevel } from '../records/risk';
import type { ScanFacts } from '../records/scan';

/** Everything that a risk is scored from; nothing else counts, so that a score can be told again from its evidence. */
export interface Evidence {
  readonly indicator: Indicator;
  /** When the facts were learnt: ages count up to then. */
  readonly asOf: UtcMillis;
  /** What other sources rate it, automatic or not; the user's own word is no evidence. */
  readonly ratings: readonly { readonly source: string; readonly risk: RiskLevel; readonly retired: boolean }[];
  readonly threats: readonly { readonly name: string; readonly risk: RiskLevel }[];
  readonly feeds: readonly { readonly name: string }[];
  /** Where it leads to, with what is known of that. */
  readonly redirects: readonly { readonly indicator: Indicator; readonly risk: RiskLevel }[];
  readonly facts: ScanFacts;
  /** Something was looked up outside: then “nothing found” says something. */
  readonly looked: boolean;
}
