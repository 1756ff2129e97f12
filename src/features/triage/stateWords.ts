import type { TriageState } from '../../core/triage/kept';

/** What each state is called, in the order in which work goes on. */
export const stateWords: Readonly<Record<TriageState, string>> = {
  review: 'To Review',
  escalate: 'Escalate',
  done: 'Done',
};
