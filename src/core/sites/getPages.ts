import type { Indicator } from '../indicators/identity/types';
import type { Lookups } from '../lookups/lookups';
import type { BlockReason } from '../lookups/types';
import { type Site, type SitePage, sitePage } from './siteTemplates';

/** A page about an indicator, and the template that it is from. */
export interface OfferedPage extends SitePage {
  readonly name: string;
  readonly template: string;
}

/** The pages about an indicator, or why it must not be sent to any. */
export type PagesOf =
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  | {
      readonly kind: 'pages';
      /** The text that a page receives; a URL is shortened as the settings require. */
      readonly sent: string;
      readonly pages: readonly OfferedPage[];
    };

/** Rules for the form in which an indicator may be sent. `parse` reads the text that would be sent. */
export interface SendingRules {
  readonly lookups: Pick<Lookups, 'blocked' | 'wouldSend'>;
  readonly parse: (text: string) => Indicator | undefined;
}

/** The pages of the sites that have one for the indicator, in the form that may be sent. */
export function getPages(indicator: Indicator, sites: readonly Site[], { lookups, parse }: SendingRules): PagesOf {
  const by = lookups.blocked(indicator);
  if (by !== undefined) return { kind: 'blocked', by };
  const sent = lookups.wouldSend(indicator);
  const type = parse(sent)?.type;
  const pages = sites.flatMap(({ name, templates }) => {
    const template = type && templates[type];
    const page = template === undefined ? undefined : sitePage(template, sent);
    return template === undefined || page === undefined ? [] : [{ ...page, name, template }];
  });
  return { kind: 'pages', sent, pages };
}
