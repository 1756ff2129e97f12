import type { StoredSource } from '../../../core/records/sourceDetails';
import type { FileBeginning, ImportResult } from '../../../core/store/protocol/protocol';
import { recommendedMeaning, type RecommendedMeaning, recommendedMeanings } from '../meaning/meaning';

/** Lists whose type isn't known, with the recommended answer. */
export interface OpenQuestion<T> {
  readonly recommended: RecommendedMeaning;
  readonly lists: readonly T[];
}

/**
 * Returns the recommended type if a list has to be asked about: if it has entries without a risk, or is a blocklist.
 * Lists that describe their entries, such as clouds and Tor exits, need no question.
 */
export function questionAbout(
  name: string,
  { unrated, blocked }: Pick<FileBeginning, 'unrated' | 'blocked'>,
): RecommendedMeaning | undefined {
  // A file with both is asked about as the list that rates its entries.
  if (unrated > 0) return recommendedMeaning(name, false);
  return blocked > 0 ? recommendedMeaning(name, true) : undefined;
}

/** The questions about lists, one for all with the same recommended answer. */
export function questionsAbout<T extends { readonly question: RecommendedMeaning | undefined }>(
  lists: readonly T[],
): readonly OpenQuestion<T>[] {
  return recommendedMeanings.flatMap((recommended) => {
    const of = lists.filter(({ question }) => question === recommended);
    return of.length === 0 ? [] : [{ recommended, lists: of }];
  });
}

/** Returns the open questions after an import: closed ones, and those about entries without a risk that came late. */
export function openQuestions(
  results: readonly ImportResult[],
  sources: readonly StoredSource[],
): readonly OpenQuestion<{ readonly source: StoredSource; readonly question: RecommendedMeaning }>[] {
  const imported = new Map(sources.flatMap((source) => (source.kind === 'import' ? [[source.name, source]] : [])));
  const open = new Map<StoredSource, RecommendedMeaning>();
  for (const { source: name, unrated, kinds } of results) {
    const source = imported.get(name);
    const question = questionAbout(name, { unrated, blocked: kinds.blocklist ?? 0 });
    if (source === undefined || question === undefined || source.indicators === 0) continue;
    if (source.details.asked === true || source.risk !== undefined) continue;
    open.set(source, question);
  }
  return questionsAbout([...open].map(([source, question]) => ({ source, question })));
}
