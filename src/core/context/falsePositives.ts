import type { Indicator } from '../indicators/identity/types';
import type { ContextCategory, NamedContext } from '../records/context';
import type { Known } from '../records/knowledge';
import { isRatedByListing } from '../records/sourceDetails';
import { riskRank } from '../records/risk';
import { knownContexts } from './knownContexts';

/** Categories that threat lists often include by mistake. Clouds and user-content hosts aren't among them. */
const oftenMistaken: ReadonlySet<ContextCategory> = new Set([
  ...(['resolver', 'certificates', 'crawler', 'cdn', 'popular', 'vendor'] as const),
  // Lists of known services without a more specific category.
  'other',
]);

function isWeak(known: Known): boolean {
  const { source, record } = known;
  if (riskRank(record.risk) <= riskRank('none') || isRatedByListing(known)) return true;
  const isList = source.kind === 'import' || source.kind === 'mirror';
  return isList && !record.manualRisk && record.threats.length === 0 && riskRank(record.risk) <= riskRank('medium');
}

/**
 * Whether an indicator's risk is probably a false positive of threat lists: it is a public resolver, a crawler, an address of a CDN,
 * or the like, and only lists rate it: just by listing it, or at most medium and without naming a threat. It is shown, but
 * not highlighted.
 */
export function isListedByMistake(indicator: Indicator, known: readonly Known[]): boolean {
  return falsePositiveContext(indicator, known) !== undefined;
}

/** The context that makes {@link isListedByMistake} true; undefined if it is false. */
export function falsePositiveContext(indicator: Indicator, known: readonly Known[]): NamedContext | undefined {
  if (known.length === 0 || !known.every(isWeak)) return undefined;
  return knownContexts(indicator, known).find(
    ({ kind, category }) => kind === 'knownServices' && oftenMistaken.has(category),
  );
}
