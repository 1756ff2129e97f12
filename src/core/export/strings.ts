import { plural, t } from '../../l10n';
import type { IndicatorRecord } from '../records/record';

/** Text of records as Markdown, for people. */
export const markdownStrings = {
  from: (source: string, time: string) => t('From {0}, as of {1}.', source, time),
  credits: (lines: string) => t('Source credits: {0}', lines),
  otherSources: () => t('Other sources'),
  asOf: (time: string) => t('as of {0}', time),
  retired: () => t('retired'),
  retiredBecause: (reason: string) => t('retired ({0})', reason),
  type: (type: IndicatorRecord['type']): string =>
    ({ domain: () => t('Type: domain'), ip: () => t('Type: IP address'), url: () => t('Type: URL') })[type](),
  submitted: (times: number) => plural(times, { one: 'Submitted {0} time', other: 'Submitted {0} times' }),
  rank: (rank: number) => t('Rank {0} among queried domains', rank),
  rankAs: (rank: number, domain: string) => t('Rank {0} among queried domains, as {1}', rank, domain),
  context: (label: string, source: string) => t('{0} ({1})', label, source),
  reasons: () => t('Reasons'),
  threats: () => t('Threats'),
  feeds: () => t('Feeds'),
  redirects: () => t('Redirects'),
  redirectFrom: (value: string) => t('from {0}', value),
  redirectTo: (value: string) => t('to {0}', value),
  attribute: (name: string) => t('Attribute {0}', name),
  properties: (group: string) => t('Properties {0}', group),
  comments: () => t('Comments'),
  changed: (time: string) => t('changed {0}', time),
  linked: (time: string) => t('linked {0}', time),
  category: (category: string) => t('Category: {0}', category),
  otherNames: (names: string) => t('Other names: {0}', names),
  description: () => t('Description'),
  news: () => t('News'),
  feedCategory: () => t('Category'),
  linkedIndicators: () => t('Linked indicators'),
  total: (count: number) => plural(count, { one: '{0} in total.', other: '{0} in total.' }),
  totalWithLevels: (count: number, levels: string) =>
    plural(count, { one: '{0} in total: {1}.', other: '{0} in total: {1}.' }, levels),
  domainUpdated: (time: string) => t('The record of one of its domains was last updated {0}.', time),
  by: (name: string) => t('By {0}', name),
  links: () => t('Links'),
  linksLoaded: (count: number) => t('Links ({0} loaded)', count),
  linksOf: (count: number, total: number) => t('Links ({0} of {1})', count, total),
  more: (count: number) => t('and {0} more', count),
};
