import type { Indicator } from '../indicators/identity/types';
import type { UtcMillis } from '../records/record';

/** States of an indicator on the triage list. */
export const triageStates = ['review', 'escalate', 'done'] as const;
export type TriageState = (typeof triageStates)[number];

/** Where an indicator on the list came from: a file (line and column from 1), a record, or elsewhere, as a text. */
export type TriageOrigin =
  | { readonly kind: 'file'; readonly uri: string; readonly line: number; readonly column: number }
  | { readonly kind: 'record' }
  | { readonly kind: 'words'; readonly words: string };

/** An entry of the triage list, as stored. */
export interface TriageEntry {
  readonly indicator: Indicator;
  readonly state: TriageState;
  /** When it was added, or its state was last set. */
  readonly at: UtcMillis;
  readonly from: TriageOrigin;
  /** What the user wrote about it. */
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** The key of an entry; an indicator is on the list once. */
export function triageKey({ type, value }: Indicator): string {
  return `${type} ${value}`;
}
