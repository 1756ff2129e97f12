import type { OpenOptions } from '../../../core/lookups/opened';
import type { LinkPages, LinksAnswer } from './linkPages';
import type { RecordContext } from '../view/recordContext';

/** Whose links they are: a newer version of the record keeps its `source` and has another `id`. */
export interface LinksKey {
  readonly source: string;
  readonly id: string;
  /** True if loading them needs no request. */
  readonly isFree: boolean;
}

/**
 * The links that a panel loaded, by source. Links that needed requests are kept when the record is looked up again, until
 * the user reloads them; others are loaded again with the record.
 */
export class LoadedLinks {
  private readonly lists = new Map<string, { readonly id: string; readonly pages: LinkPages }>();

  /** The loaded links of a source, if any. */
  get(source: string): LinkPages | undefined {
    return this.lists.get(source)?.pages;
  }

  /** The number of loaded pages of a source. */
  pages(source: string): number {
    return this.lists.get(source)?.pages.count ?? 0;
  }

  /** True if links were loaded before the record was looked up again. */
  areEarlier({ source, id, isFree }: LinksKey): boolean {
    const there = this.lists.get(source);
    return !isFree && there !== undefined && there.id !== id && there.pages.fetched().links.length > 0;
  }

  /** One page of the loaded links, or of a new list from `begin` if there is none or a reload is requested. */
  async page(
    { source, id, isFree }: LinksKey,
    requested: { readonly page: number; readonly reload?: boolean | undefined },
    begin: () => LinkPages,
    options: OpenOptions,
    context: RecordContext,
  ): Promise<LinksAnswer> {
    const there = this.lists.get(source);
    if (there !== undefined && requested.reload !== true && (there.id === id || !isFree)) {
      return there.pages.page(requested.page, options, context);
    }
    const pages = begin();
    if (there === undefined || isFree) this.lists.set(source, { id, pages });
    const answer = await pages.page(requested.page, options, context);
    if (answer.error === undefined) this.lists.set(source, { id, pages });
    // Keeps the loaded links if the reload failed.
    else if (there !== undefined && !isFree) return { ...answer, loaded: there.pages.loaded() };
    return answer;
  }
}
