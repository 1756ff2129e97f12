import type { Indicator } from '../indicators/identity/types';
import type { JudgmentChange, TeamJudgment } from '../records/judgment';
import type { Outcome } from './requestError';
import type { RequestOptions } from './requestOptions';

/** Who one is for the service of a team. */
export interface TeamAccess {
  readonly person: string;
  /** Whether the key may change what the team says. */
  readonly mayEdit: boolean;
}

/** The judgment of an indicator; undefined if there has never been one. */
export interface JudgmentOf {
  readonly indicator: Indicator;
  readonly judgment: TeamJudgment | undefined;
}

/** A page of changes, and where the next one begins. */
interface JudgmentChanges {
  readonly judgments: readonly JudgmentOf[];
  readonly next: string;
  readonly more: boolean;
}

/** Whether a change was made; `judgment` is what is there now. */
export interface ChangeAnswer extends JudgmentOf {
  readonly isConflict: boolean;
}

/** What a team says about indicators, at its service (docs/guide/team.md). Never throws for an expected error. */
export interface TeamClient {
  access(options?: RequestOptions): Promise<Outcome<TeamAccess>>;
  /** What was changed since a page; everything without one. */
  changes(since: string | undefined, options?: RequestOptions): Promise<Outcome<JudgmentChanges>>;
  /** Sent once, never retried: somebody else may have made another change in the meantime. */
  change(
    indicator: Indicator,
    change: JudgmentChange & { readonly version: number },
    options?: RequestOptions,
  ): Promise<Outcome<ChangeAnswer>>;
}
