import type { Indicator } from '../core/indicators/identity/types';
import type { JudgmentChange, TeamJudgment } from '../core/records/judgment';
import type { Account } from './http/callers';

/** The judgment of an indicator after a change. A removed one is an empty version. */
export interface JudgedIndicator {
  readonly indicator: Indicator;
  readonly judgment: TeamJudgment;
}

export type JudgmentOutcome =
  | { readonly kind: 'changed'; readonly judgment: TeamJudgment }
  /** Somebody else was faster; `current` is the present judgment. */
  | { readonly kind: 'conflict'; readonly current: TeamJudgment | undefined }
  /** Only an administrator removes what others wrote. */
  | { readonly kind: 'ofOthers' };

/** Judgments of a page of changes. */
interface JudgmentPage {
  readonly judgments: readonly JudgedIndicator[];
  /** Start of the next page, now or after further changes. */
  readonly next: number;
  readonly more: boolean;
}

/** An entry of the log of changes. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
  readonly action: string;
  readonly subject: string;
  readonly details: string;
}

/** Judgments of a team, with each change. */
export interface SharedJudgments {
  find(indicator: Indicator): Promise<TeamJudgment | undefined>;
  /** All versions, newest first, at most `limit`. */
  history(indicator: Indicator, limit: number): Promise<readonly TeamJudgment[]>;
  /** Changes a judgment if its version is still `version`; 0 without a judgment, or for an empty one. */
  change(indicator: Indicator, version: number, change: JudgmentChange, by: Account): Promise<JudgmentOutcome>;
  /**
   * Changes after a page, each indicator once; without a page, all judgments except removed ones. Changes in unfinished
   * transactions come later.
   */
  changes(after: number | undefined, limit: number): Promise<JudgmentPage>;
  /** The last entries of the log before one, newest first. */
  audit(limit: number, before?: number): Promise<readonly AuditEntry[]>;
}
