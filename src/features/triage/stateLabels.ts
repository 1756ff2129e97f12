import type { TriageState } from '../../core/triage/triageEntry';

/** What each state is called, in the order in which work goes on. */
export const stateLabels: Readonly<Record<TriageState, string>> = {
  review: 'To Review',
  escalate: 'Escalate',
  done: 'Done',
};
