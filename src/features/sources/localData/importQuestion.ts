import type { StoredSource } from '../../../core/records/sourceDetails';
import type { ImportResult } from '../../../core/store/protocol/protocol';
import { recommendedMeaning, type RecommendedMeaning, recommendedMeanings } from '../meaning/recommendedMeaning';

/** Imported sources of which it isn't known what being listed means, with the answer that is recommended for them. */
export interface OpenQuestion {
  readonly recommended: RecommendedMeaning;
  readonly sources: readonly StoredSource[];
}

/**
 * What to ask after an import: files with entries that have no risk, and block lists, unless that was answered before.
 * Lists that say what something is, such as clouds and Tor exits, have no such entries.
 */
export function openQuestions(
  results: readonly ImportResult[],
  sources: readonly StoredSource[],
): readonly OpenQuestion[] {
  const listed = new Map(sources.flatMap((source) => (source.kind === 'import' ? [[source.name, source]] : [])));
  const open = new Map(recommendedMeanings.map((meaning) => [meaning, new Set<StoredSource>()]));
  for (const { source: name, unrated, kinds } of results) {
    const source = listed.get(name);
    if (source === undefined || source.indicators === 0) continue;
    if (source.details.asked === true || source.risk !== undefined) continue;
    // A file with both is asked about as the list that rates its entries.
    const isBlockList = unrated === 0;
    if (isBlockList && (kinds.blocked ?? 0) === 0) continue;
    open.get(recommendedMeaning(name, isBlockList))?.add(source);
  }
  return [...open].flatMap(([recommended, found]) => {
    const of = [...found];
    return of.length === 0 ? [] : [{ recommended, sources: of }];
  });
}
