import { formatList, plural, t } from '../../l10n';
import type { Standing } from './assess';
import type { BlockReason } from './blockReasons';

/** Text of a triage that the panel and the Markdown export share. */
export const strings = {
  title: (source: string) => t('Triage of {0}', source),
  created: (utc: string) => t('Created: {0}', utc),
  counts: (indicators: number, known: number) =>
    plural(indicators, { one: '{0} indicator, {1} known', other: '{0} indicators, {1} known' }, known),
  incomplete: () => t("Incomplete: the local store couldn't be read, so known indicators may be missing."),

  risk: () => t('Risk'),
  indicator: () => t('Indicator'),
  type: () => t('Type'),
  count: () => t('Count'),
  location: () => t('Location'),
  reason: () => t('Reason'),
  threats: () => t('Threats'),
  context: () => t('Known context'),
  place: () => t('Country and network'),
  state: () => t('State'),
  note: () => t('Note'),
  tags: () => t('Tags'),

  retiredRisk: (risk: string) => t('{0}, retired', risk),
  sample: () => t('sample'),
  aboutHost: (host: string, reason: string) => t('host {0}: {1}', host, reason),
  riskOfHost: (host: string) => t('host {0}', host),
  listedIn: (list: string) => t('Listed in {0}', list),
  moreReasons: (count: number) => plural(count, { one: 'and {0} more reason', other: 'and {0} more reasons' }),
  inFiles: (location: string, files: number) =>
    plural(files, { one: '{1}, {0} file', other: '{1}, {0} files' }, location),

  standing: (standing: Standing): string => standings[standing](),

  // Tickets and block lists
  verdict: () => t('Verdict'),
  source: () => t('Source'),
  sourceDate: (source: string, date: string) => t('{0}, {1}', source, date),
  moreRows: (count: number) =>
    plural(count, { one: "{0} more indicator isn't listed.", other: "{0} more indicators aren't listed." }),
  containsSample: () => t('Contains sample data, which is made up.'),
  leftOut: (parts: readonly string[]) => t('Left out: {0}', formatList(parts)),
  blockReason: (reason: BlockReason, count: number): string => blockReasons[reason](count),
  notExpressible: (count: number) => t('{0} that this format has no rules for', count),
};

const blockReasons: Readonly<Record<BlockReason, (count: number) => string>> = {
  belowRisk: (count) => t('{0} below the selected risk or not rated', count),
  onlyUrls: (count) =>
    plural(count, {
      one: '{0} host with listed URLs that is not listed itself',
      other: '{0} hosts with listed URLs that are not listed themselves',
    }),
  retired: (count) => t('{0} retired', count),
  harmless: (count) => t('{0} on shared or well-known hosts', count),
  reserved: (count) => t('{0} internal or reserved', count),
  ignored: (count) => t('{0} on the ignore list', count),
};

const standings: Readonly<Record<Standing, () => string>> = {
  known: () => t('known'),
  hostKnown: () => t('host known'),
  unread: () => t('local store not read'),
  unasked: () => t('not looked up'),
  notKnown: () => t('not found'),
  wellKnown: () => t('well-known host'),
  ignored: () => t('ignored'),
  reserved: () => t('internal or reserved'),
};
