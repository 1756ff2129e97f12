import type { Indicator } from '../indicators/identity/types';
import type { JudgmentChange, TeamJudgment } from '../records/judgment';
import type { Outcome } from './requestError';
import type { RequestOptions } from './requestOptions';

/** The identity of the user at the service of a team. */
export interface TeamAccess {
  readonly person: string;
  /** Whether the key may change the team's judgments. */
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

/** The judgments of a team at its service (docs/guide/team.md). Never throws for an expected error. */
export interface TeamClient {
  access(options?: RequestOptions): Promise<Outcome<TeamAccess>>;
  /** The judgments changed since a page; all of them if `since` is undefined. */
  changes(since: string | undefined, options?: RequestOptions): Promise<Outcome<JudgmentChanges>>;
  /** Sent once, never retried: somebody else may have made another change in the meantime. */
  change(
    indicator: Indicator,
    change: JudgmentChange & { readonly version: number },
    options?: RequestOptions,
  ): Promise<Outcome<ChangeAnswer>>;
}
