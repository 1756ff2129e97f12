import type { FetchedLink, FetchedLinks, LinkPager, OpenOptions } from '../../../core/lookups/opened';
import type { LinkRowView } from '../../../webviews/messages/recordParts';
import type { Answer } from '../../../webviews/messages/record';
import { joinSentences } from '../../shared/format/serviceMessage';
import { hostLabel, typeTitle } from '../../shared/format/verdict';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { omitPassword } from '../../shared/text/omitPassword';
import { partNotice } from './openedNotice';
import type { RecordContext } from '../view/recordContext';
import { strings } from '../strings';
import { riskView } from '../../shared/format/riskView';

/** The source of a list of links, and how many links it counts. */
export interface LinksFrom {
  /** Absent if nothing is sent. */
  readonly host?: string | undefined;
  readonly total?: number | undefined;
}

/** A page of links as it is sent to the panel. */
export type LinksAnswer = Omit<Answer<'links'>, 'kind' | 'record' | 'list' | 'page'>;

/** The pages of a list of links. Each is requested once, when the user asks for it, and kept for when the panel is shown again. */
export class LinkPages {
  /** How many links there were after each page. */
  private readonly ends: number[] = [];

  constructor(
    private readonly pager: LinkPager,
    private readonly from: () => LinksFrom,
  ) {}

  /** The links loaded so far. */
  fetched(): FetchedLinks {
    return this.pager.fetched();
  }

  /** The number of loaded pages. */
  get count(): number {
    return this.ends.length;
  }

  /** The rows of a page and the status of the list. Requests no page but the next. */
  async page(page: number, options: OpenOptions, context: RecordContext): Promise<LinksAnswer> {
    let error: LinksAnswer['error'];
    if (page === this.ends.length && this.pager.fetched().more !== 'no') {
      const opened = await this.pager.next(options);
      if (opened.kind === 'found') this.ends.push(opened.value.links.length);
      else error = partNotice(opened, context);
    }
    const fetched = this.pager.fetched();
    const rows = fetched.links.slice(this.ends[page - 1] ?? 0, this.ends[page] ?? 0);
    const next = this.moreAfter(page, fetched);
    return {
      rows: rows.map((link) => linkRowView(link, context)),
      status: this.status(),
      more: next,
      error,
    };
  }

  /** “300 of 40,000 loaded.”, as far as the numbers are known. */
  status(): string {
    const { links, total = this.from().total, unreadable, more } = this.pager.fetched();
    const { none, loaded, loadedOf, allLoaded, unreadable: unreadableEntries } = strings.links;
    const count = links.length;
    const isWhole = more === 'no' && this.ends.length > 0;
    if (isWhole && count === 0 && unreadable === 0) return none();
    return joinSentences(
      isWhole
        ? allLoaded(count)
        : more === 'no' || total === undefined || total < count
          ? loaded(count)
          : loadedOf(count, total),
      unreadable > 0 ? unreadableEntries(unreadable) : '',
    );
  }

  private moreAfter(page: number, { more }: FetchedLinks): { page: number; label: string } | undefined {
    const next = Math.min(page + 1, this.ends.length);
    if (next === this.ends.length && more === 'no') return undefined;
    const { host } = this.from();
    return { page: next, label: moreLabel(next === 0 ? 'first' : more === 'perhaps' ? 'perhaps' : 'more', host) };
  }
}

function moreLabel(kind: 'first' | 'perhaps' | 'more', host: string | undefined): string {
  const { load, loadFrom, checkForMore, checkForMoreOn, loadMore, loadMoreFrom } = strings.links;
  const labels = {
    first: { local: load, remote: loadFrom },
    perhaps: { local: checkForMore, remote: checkForMoreOn },
    more: { local: loadMore, remote: loadMoreFrom },
  }[kind];
  return host === undefined ? labels.local() : labels.remote(hostLabel(host));
}

function linkRowView(link: FetchedLink, context: RecordContext): LinkRowView {
  const { type, value, properties, relation } = link;
  const first = (group: string, key: string): string | undefined => properties[group]?.[key]?.[0];
  const status = [
    relation,
    first('geo', 'city'),
    first('geo', 'country') ?? first('geo', 'countrycode'),
    first('geo', 'org'),
  ]
    .filter((part) => part !== undefined)
    .filter((part) => part !== '')
    .map((part) => truncateText(part, 200));
  // Names a city only once if its country has the same name.
  const detail = status.filter((part, at) => !status.slice(0, at).some((other) => isSameText(other, part)));
  return {
    indicator: {
      text: truncateText(visibleText(context.defang(omitPassword(value))), 2_000),
      plain: value,
      open: { kind: 'indicator', type, value },
    },
    type: typeTitle(type),
    risk: riskView(link.risk),
    retired: link.retired ? true : undefined,
    linked: link.linked,
    detail: detail.length === 0 ? undefined : context.pieces(detail.join(' · ')),
  };
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
