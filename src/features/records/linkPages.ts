import type { FetchedLink, FetchedLinks, LinkPager, OpenOptions } from '../../core/lookups/opened';
import type { Answer, LinkRow, LinksLoaded } from '../../webviews/messages/record';
import { truncateText } from '../../core/text/visibleText';
import { partNotice } from './notices';
import { Marks } from './sentRecord';
import type { RecordContext } from './recordPage';

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

  /** One page of the loaded links, or of a new list from `begin`: at first, and when a reload is requested. */
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

/** A page of links as it is sent to the panel. */
export type LinksAnswer = Omit<Answer<'links'>, 'kind' | 'record' | 'page'>;

/** The pages of a list of links. Each is requested once, when it is needed, and kept while the panel is hidden. */
export class LinkPages {
  /** The number of links after each page. */
  private readonly ends: number[] = [];

  /** @param counted the number of links that their source counts */
  constructor(
    private readonly pager: LinkPager,
    private readonly counted: () => number | undefined = () => undefined,
  ) {}

  /** The links loaded so far. */
  fetched(): FetchedLinks {
    return this.pager.fetched();
  }

  /** The number of loaded pages. */
  get count(): number {
    return this.ends.length;
  }

  /** The rows of a page and how many are loaded. Requests no page but the next. */
  async page(page: number, options: OpenOptions, context: RecordContext): Promise<LinksAnswer> {
    let error: LinksAnswer['error'];
    if (page === this.ends.length && this.pager.fetched().more !== 'no') {
      const opened = await this.pager.next(options);
      if (opened.kind === 'found') this.ends.push(opened.value.links.length);
      else error = partNotice(opened, context);
    }
    const { links, more } = this.pager.fetched();
    const marks = new Marks(context.linkedText);
    const next = Math.min(page + 1, this.ends.length);
    return {
      rows: links.slice(this.ends[page - 1] ?? 0, this.ends[page] ?? 0).map((link) => linkRow(link, marks)),
      marked: marks.all(),
      loaded: this.loaded(),
      next: next === this.ends.length && more === 'no' ? undefined : next,
      error,
    };
  }

  /** The number of loaded links, and the total if it is known. */
  loaded(): LinksLoaded {
    const { links, total = this.counted(), unreadable, more } = this.pager.fetched();
    return { count: links.length, total, unreadable, more, isWhole: more === 'no' && this.ends.length > 0 };
  }
}

function linkRow({ type, value, risk, retired, linked, relation, properties }: FetchedLink, marks: Marks): LinkRow {
  const one = (group: string, key: string): string | undefined => properties[group]?.[key]?.[0];
  const details = [relation, one('geo', 'city'), one('geo', 'country') ?? one('geo', 'countrycode'), one('geo', 'org')]
    .filter((part) => part !== undefined)
    .filter((part) => part !== '')
    .map((part) => truncateText(part, 200));
  // Names a city only once if its country has the same name.
  const unique = details.filter((part, at) => !details.slice(0, at).some((other) => isSameText(other, part)));
  for (const part of unique) marks.add(part);
  return { type, value, risk, retired, linked, details: unique };
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
