import { isWellKnown } from '../../../core/context/builtIn';
import { knownContexts } from '../../../core/context/knownContexts';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { ContextCategory, NamedContext } from '../../../core/records/context';
import type { Triaged } from '../../../core/triage/assess';

/** A value that would be sent, with the rows that it is sent for. */
export interface LookupChoice {
  readonly sent: string;
  readonly rows: readonly Triaged[];
  readonly occurrences: number;
  /** What the extension knows about its host without any list, if that makes a lookup unlikely to find a threat. */
  readonly commonHost: readonly NamedContext[] | undefined;
}

/** Where only the operator publishes, or which every network contacts. */
const common: ReadonlySet<ContextCategory> = new Set(['popular', 'vendor', 'resolver', 'certificates']);

/** The values that a lookup of rows would send, the most frequent first. Each is sent once, for all of its rows. */
export function lookupChoices(
  rows: readonly Triaged[],
  wouldSend: (indicator: Indicator) => string,
): readonly LookupChoice[] {
  const bySent = new Map<string, Triaged[]>();
  for (const row of rows) {
    const sent = wouldSend(row.indicator);
    const existing = bySent.get(sent);
    if (existing === undefined) bySent.set(sent, [row]);
    else existing.push(row);
  }
  return Array.from(bySent, ([sent, its]): LookupChoice => ({
    sent,
    rows: its,
    occurrences: its.reduce((sum, { occurrences }) => sum + occurrences, 0),
    commonHost: commonHostOf(its),
  })).sort((a, b) => b.occurrences - a.occurrences);
}

/** All rows of a choice have the same host. */
function commonHostOf([row]: readonly Triaged[]): LookupChoice['commonHost'] {
  if (row === undefined) return undefined;
  const contexts = knownContexts(row.indicator, []).filter(({ category }) => common.has(category));
  return contexts.length > 0 || isWellKnown(row.indicator) ? contexts : undefined;
}
