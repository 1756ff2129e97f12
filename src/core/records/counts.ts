import type { RiskLevel } from './risk';

/**
 * How many indicators there are, in total and by level (lookup API: “Threat summary”). An indicator counts once: with
 * its level while it is active, otherwise as retired. A missing level was not reported.
 */
export interface RiskCounts {
  readonly total: number;
  readonly levels: Readonly<Partial<Record<RiskLevel, number>>>;
  readonly retired?: number;
}

/** How often one value of an attribute or property occurs: port 443, technology nginx. */
export interface BreakdownRow {
  readonly value: string;
  /** The display name, if the service has one. */
  readonly name?: string;
  readonly counts: RiskCounts;
}

/** Attribute (`technology`, `hosttype`, `protocol`, `port`, …) to its values, the most frequent first. */
export type Breakdowns = Readonly<Record<string, readonly BreakdownRow[]>>;
