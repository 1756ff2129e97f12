import type { FetchedLink, FetchedLinks, LinkPager, OpenOptions } from '../../core/lookups/opened';
import type { LinkRowView } from '../../webviews/messages/recordParts';
import type { Answer } from '../../webviews/messages/record';
import { hostLabel, typeTitle } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';
import { omitPassword } from '../common/omitPassword';
import { numberWords } from './countViews';
import { partNotice } from './openedNotice';
import type { RecordContext } from './recordContext';
import { riskView } from '../common/riskView';

/** Whom a list of links is asked of, in words, and how many links that source counts. */
export interface LinksFrom {
  /** Absent where nothing leaves this machine. */
  readonly host?: string | undefined;
  readonly total?: number | undefined;
}

/** A page of links as the panel is told it. */
export type LinksAnswer = Omit<Answer<'links'>, 'kind' | 'record' | 'list' | 'page'>;

/**
 * The pages of one list of links: each is asked for once, when somebody wants it; a panel that was hidden gets them again
 * from here.
 */
export class LinkPages {
  /** How many links were held after each page. */
  private readonly ends: number[] = [];

  constructor(
    private readonly walk: LinkPager,
    private readonly from: () => LinksFrom,
  ) {}

  /** What is here so far. */
  held(): FetchedLinks {
    return this.walk.fetched();
  }

  /** How many pages are here. */
  get count(): number {
    return this.ends.length;
  }

  /** Rows of a page with what is said of all that are here. Asks for no page but the next. */
  async page(page: number, options: OpenOptions, context: RecordContext): Promise<LinksAnswer> {
    let error: LinksAnswer['error'];
    if (page === this.ends.length && this.walk.fetched().more !== 'no') {
      const opened = await this.walk.next(options);
      if (opened.kind === 'found') this.ends.push(opened.value.links.length);
      else error = partNotice(opened, 'list', context);
    }
    const held = this.walk.fetched();
    const rows = held.links.slice(this.ends[page - 1] ?? 0, this.ends[page] ?? 0);
    const next = this.moreAfter(page, held);
    return {
      rows: rows.map((link) => linkRowView(link, context)),
      status: this.status(context),
      ...(next === undefined ? {} : { more: next }),
      ...(error === undefined ? {} : { error }),
    };
  }

  /** “300 of 40,000 loaded”; honest about what is not known. */
  status(context: RecordContext): string {
    const { links, total = this.from().total, left, more } = this.walk.fetched();
    if (links.length === 0 && left === 0 && more === 'no' && this.ends.length > 0) return 'None known';
    const count = numberWords(links.length, context);
    const all =
      more === 'no' || total === undefined || total < links.length
        ? `${count} loaded`
        : `${count} of ${numberWords(total, context)} loaded`;
    const end = more === 'no' && this.ends.length > 0 ? ', that is all' : '';
    return `${all}${end}${left > 0 ? `; ${numberWords(left, context)} could not be read` : ''}`;
  }

  private moreAfter(page: number, { more }: FetchedLinks): { page: number; label: string } | undefined {
    const next = Math.min(page + 1, this.ends.length);
    if (next === this.ends.length && more === 'no') return undefined;
    const { host } = this.from();
    const where = host === undefined ? '' : ` from ${hostLabel(host)}`;
    const label = next === 0 ? 'Load' : more === 'perhaps' ? 'Look for more' : 'Load more';
    return { page: next, label: `${label}${where}` };
  }
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
  // A city that is called as its country is named once.
  const detail = status.filter((part, at) => !status.slice(0, at).some((other) => sameWords(other, part)));
  return {
    indicator: {
      text: truncateText(visibleText(context.defang(omitPassword(value))), 2_000),
      plain: value,
      open: { kind: 'indicator', type, value },
    },
    type: typeTitle(type),
    risk: riskView(link.risk),
    ...(link.retired ? { retired: true } : {}),
    ...(link.linked === undefined ? {} : { linked: link.linked }),
    ...(detail.length === 0 ? {} : { detail: context.pieces(detail.join(' · ')) }),
  };
}

function sameWords(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
