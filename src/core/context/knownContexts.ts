import { isLinkToOther } from '../indicators/detect/encoded/links';
import type { Indicator } from '../indicators/identity/types';
import type { ContextCategory, NamedContext } from '../records/context';
import type { Known } from '../records/knowledge';
import { contextCategory, contextLabel } from '../records/labels/contextLabels';
import type { IndicatorRecord } from '../records/record';
import { builtInContexts, ownSource } from './builtIn';

/** The more specific one is shown first: who it is before whose network it is in. */
const specificity: readonly ContextCategory[] = [
  ...(['sinkhole', 'tor', 'resolver', 'scanner', 'crawler', 'certificates', 'shortener', 'dynamicDns'] as const),
  ...(['anyContent', 'parking', 'proxy', 'vpn', 'mail', 'security', 'other', 'blockList'] as const),
  ...(['popular', 'vendor', 'cdn', 'cloud'] as const),
];

/** Equal for the same statement in different lists. */
function keyOf({ category, label }: NamedContext): string {
  return `${category}\n${label.trim().toLowerCase()}`;
}

/**
 * Statements of lists about an indicator: those in the local store, then those in the extension, each only once; the
 * most specific one first. For a URL, also those about its host.
 */
export function knownContexts(
  indicator: Indicator,
  known: readonly Known[],
  host: readonly Known[] = [],
): readonly NamedContext[] {
  const stored = [...known, ...host].flatMap(({ record: { contexts = [] }, source }) =>
    contexts.map((each) => ({ ...each, source: source.name })),
  );
  return merged(indicator, stored);
}

/** Like {@link knownContexts}, but for a record of any source, without the names of lists that the source merged. */
export function contextsOfRecord(record: IndicatorRecord): readonly NamedContext[] {
  return merged(
    record,
    (record.contexts ?? []).map((each) => ({ ...each, source: '' })),
  );
}

/** Anyone can publish there, so a good reputation of the host doesn't cover its content. */
const published: ReadonlySet<ContextCategory> = new Set(['anyContent', 'shortener', 'dynamicDns']);
const reassuring: ReadonlySet<ContextCategory> = new Set(['security', 'popular']);
/** Categories that don't apply to a link that leads elsewhere. */
const ofHost: ReadonlySet<ContextCategory> = new Set([...reassuring, 'vendor', 'mail']);

/** Skips what adds nothing to the others: a bare category beside one with a name, and a good name of a shared host. */
function withoutEmpty(all: readonly NamedContext[]): readonly NamedContext[] {
  if (all.length === 0) return all;
  const isPublished = all.some(({ category }) => published.has(category));
  const isBare = (each: NamedContext): boolean => contextLabel(each) === contextCategory(each.category);
  const named = new Set(all.flatMap((each) => (isBare(each) ? [] : each.category)));
  return all.filter(
    (each) => !(isBare(each) && named.has(each.category)) && !(isPublished && reassuring.has(each.category)),
  );
}

function merged(indicator: Indicator, stored: readonly NamedContext[]): readonly NamedContext[] {
  const isLink = indicator.type === 'url' && isLinkToOther(indicator.value);
  const own = (all: readonly NamedContext[]): readonly NamedContext[] =>
    isLink ? all.filter(({ category }) => !ofHost.has(category)) : all;
  return own(ofLists(indicator, stored));
}

function ofLists(indicator: Indicator, stored: readonly NamedContext[]): readonly NamedContext[] {
  const builtIn = builtInContexts(indicator);
  if (stored.length === 0) return withoutEmpty(builtIn);
  const categories = new Set(stored.map(({ category }) => category));
  // A list that the user added is more specific and newer than the same in the extension: “AWS eu-west-1 · EC2”.
  const own = builtIn.filter(({ category, source }) => source === ownSource || !categories.has(category));
  const all = new Map<string, NamedContext>();
  for (const each of [...stored, ...own])
    if (each.kind !== 'location' && !all.has(keyOf(each))) all.set(keyOf(each), each);
  return withoutEmpty([...all.values()]).toSorted(
    (a, b) => specificity.indexOf(a.category) - specificity.indexOf(b.category),
  );
}
