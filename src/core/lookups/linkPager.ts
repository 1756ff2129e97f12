import { lookupKey } from '../indicators/lookupKey';
import type { LinkPage } from '../records/linked';
import type { FetchedLink, FetchedLinks, LinkPager, Opened, OpenOptions } from './opened';

/** Fetches one page; page 0 is requested without its number. */
export type GetPage = (page: number | undefined, options: OpenOptions) => Promise<Opened<LinkPage>>;

/**
 * Fetches the pages of a record's links on request. Counts are correct whatever the service does: each row counts
 * once, a page without new links is the last one, and the total is known only at the end.
 */
export function createLinkPager(getPage: GetPage): LinkPager {
  const links: FetchedLink[] = [];
  const known = new Set<string>();
  let pages = 0;
  let left = 0;
  let more: FetchedLinks['more'] = 'perhaps';
  let next: number | undefined;
  /** The service named a next page before: if it names none, there is none. */
  let namesNext = false;
  let last: Extract<Opened<LinkPage>, { kind: 'found' }> | undefined;

  const fetched = (): FetchedLinks => ({
    links: [...links],
    pages,
    left,
    more,
    ...(more === 'no' ? { total: links.length + left } : {}),
  });

  function take(page: LinkPage): void {
    const before = links.length;
    for (const relation of page.relations) {
      for (const link of relation.links) {
        const key = `${relation.name}\n${link.iid ?? lookupKey(link.value)}`;
        if (known.has(key)) continue;
        known.add(key);
        links.push({ ...link, relation: relation.name });
      }
    }
    const brings = links.length > before;
    // A repeated page repeats its unreadable rows.
    if (brings || pages === 0) left += page.left;
    pages++;
    namesNext ||= page.more === 'yes';
    const goesOn = (brings || pages === 1) && (page.more === 'yes' || (page.more === 'perhaps' && !namesNext));
    more = goesOn ? page.more : 'no';
    next = goesOn ? page.next : undefined;
  }

  return {
    fetched,
    async next(options) {
      if (last !== undefined && more === 'no') return { ...last, value: fetched() };
      const wanted = pages;
      const opened = await getPage(next, options);
      // Two callers may wait for the same page, which is added once.
      if (opened.kind !== 'found') return opened;
      if (wanted === pages) take(opened.value);
      last = opened;
      return { ...opened, value: fetched() };
    },
  };
}
