import type { Indicator } from '../indicators/types';
import type { UtcMillis } from '../records/record';

/** What the analyst says of an indicator on the triage list. */
export const triageStates = ['review', 'escalate', 'done'] as const;
export type TriageState = (typeof triageStates)[number];

/** Where an indicator on the list came from: a place in a file (line and column from 1), results of a query, or elsewhere, in words. */
export type TriageOrigin =
  | { readonly kind: 'file'; readonly uri: string; readonly line: number; readonly column: number }
  | { readonly kind: 'words'; readonly words: string };

/** One entry of the triage list, which outlives the window. */
export interface TriageEntry {
  readonly indicator: Indicator;
  readonly state: TriageState;
  /** When it was put there, or its state was set last. */
  readonly at: UtcMillis;
  readonly from: TriageOrigin;
}

/** The name of an entry: the same indicator stands on the list once. */
export function triageKey({ type, value }: Indicator): string {
  return `${type} ${value}`;
}
