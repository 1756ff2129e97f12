import { lookupKey } from '../../indicators/identity/lookupKey';
import type { LinkPage } from '../../records/linked';
import type { FetchedLink, FetchedLinks, LinkPager, Opened, OpenOptions } from '../opened';

/** Fetches one page; page 0 is requested without its number. */
export type GetPage = (page: number | undefined, options: OpenOptions) => Promise<Opened<LinkPage>>;

/**
 * Fetches the pages of a record's links on request. Counts are correct whatever the service does: each row counts
 * once, a page without new links is the last one, and the total is known only at the end.
 */
export class RecordLinkPager implements LinkPager {
  private readonly links: FetchedLink[] = [];
  private readonly known = new Set<string>();
  private pages = 0;
  private unreadable = 0;
  private more: FetchedLinks['more'] = 'perhaps';
  private nextPage: number | undefined;
  /** The service named a next page before: if it names none, there is none. */
  private namesNext = false;
  private last: Extract<Opened<LinkPage>, { kind: 'found' }> | undefined;

  constructor(private readonly getPage: GetPage) {}

  fetched(): FetchedLinks {
    const { links, pages, unreadable, more } = this;
    return {
      links: [...links],
      pages,
      unreadable,
      more,
      ...(more === 'no' ? { total: links.length + unreadable } : {}),
    };
  }

  async next(options: OpenOptions): Promise<Opened<FetchedLinks>> {
    if (this.last !== undefined && this.more === 'no') return { ...this.last, value: this.fetched() };
    const requested = this.pages;
    const opened = await this.getPage(this.nextPage, options);
    if (opened.kind !== 'found') return opened;
    // Two callers may wait for the same page, which is added once.
    if (requested === this.pages) this.add(opened.value);
    this.last = opened;
    return { ...opened, value: this.fetched() };
  }

  private add(page: LinkPage): void {
    const before = this.links.length;
    for (const relation of page.relations) {
      for (const link of relation.links) {
        const key = `${relation.name}\n${link.iid ?? lookupKey(link.value)}`;
        if (this.known.has(key)) continue;
        this.known.add(key);
        this.links.push({ ...link, relation: relation.name });
      }
    }
    const isNew = this.links.length > before;
    // A repeated page repeats its unreadable rows.
    if (isNew || this.pages === 0) this.unreadable += page.unreadable;
    this.pages++;
    this.namesNext ||= page.more === 'yes';
    const hasMore =
      (isNew || this.pages === 1) && (page.more === 'yes' || (page.more === 'perhaps' && !this.namesNext));
    this.more = hasMore ? page.more : 'no';
    this.nextPage = hasMore ? page.next : undefined;
  }
}
