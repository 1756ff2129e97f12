import type { OpenOptions } from '../../core/lookups/opened';
import type { LinkPages, LinksAnswer } from './linkPages';
import type { RecordContext } from './recordContext';

/** Whose links they are: `source` stays when it says its record anew, `id` does not. */
export interface LinksKey {
  readonly source: string;
  readonly id: string;
  /** Loading them costs no request. */
  readonly isFree: boolean;
}

/**
 * The links that a panel loaded, source by source. What cost requests is kept when the record is looked up again, until
 * the user wants it anew; what is free follows the record.
 */
export class LoadedLinks {
  private readonly lists = new Map<string, { readonly id: string; readonly pages: LinkPages }>();

  /** What is here of one source, if any. */
  get(source: string): LinkPages | undefined {
    return this.lists.get(source)?.pages;
  }

  /** Pages of one source that are here. */
  pages(source: string): number {
    return this.lists.get(source)?.pages.count ?? 0;
  }

  /** True where links are here that were loaded before the record was looked up again. */
  areEarlier({ source, id, isFree }: LinksKey): boolean {
    const there = this.lists.get(source);
    return !isFree && there !== undefined && there.id !== id && there.pages.held().links.length > 0;
  }

  /** One page of what is here; of a walk that `begin` starts where there is none or one `anew` is wished for. */
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
    // What is here stays where nothing new came.
    else if (there !== undefined && !isFree) return { ...answer, status: there.pages.status(context) };
    return answer;
  }
}
