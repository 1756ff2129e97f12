import type { ListKind } from '../../../core/records/context';
import { formatNumber, plural, t } from '../../../l10n';
import { icon, type UiText, uiPlural, uiText } from '../ui/text';

/** Text about sources, which several features show. */
export const strings = {
  countOfKind: (kind: ListKind, count: number): string =>
    ({
      malicious: () => t('{0} malicious', count),
      blocked: () => t('{0} blocked', count),
      informational: () => t('{0} informational', count),
      harmless: () => t('{0} of known services', count),
      location: () => t('{0} with a location', count),
    })[kind](),
  kind: (kind: ListKind): string =>
    ({
      malicious: () => t('malicious'),
      blocked: () => t('block list'),
      informational: () => t('informational'),
      harmless: () => t('known services'),
      location: () => t('location'),
    })[kind](),

  unknownRisks: (count: number): string =>
    plural(count, {
      one: '{0} entry has an unknown risk; the risk of the list applies.',
      other: '{0} entries have an unknown risk; the risk of the list applies.',
    }),

  // What it means to be listed
  meaningTitle: (name: string): UiText => uiText('Meaning of List: {0}', name),
  meaningTitleOfMany: (count: number): UiText =>
    uiPlural(count, { one: 'Meaning of {0} List', other: 'Meaning of {0} Lists' }),
  meaningQuestion: (): UiText => uiText('What does it mean to be on this list?'),
  meaningQuestionOfMany: (): UiText => uiText('What does it mean to be on these lists?'),
  level: (iconName: string, label: string): UiText => uiText('{0} {1}', icon(iconName), label),
  levelDetail: (): UiText => uiText("Entries that the list doesn't rate have this risk."),
  nothing: (): UiText => uiText('{0} Nothing', icon('question')),
  nothingDetail: (): UiText => uiText("Entries that the list doesn't rate are shown as listed, but not as risky."),
  describes: (): UiText => uiText('{0} Describes what they are', icon('info')),
  describesDetail: (): UiText => uiText('A list of Tor exits, scanners, or the like. Being listed implies no risk.'),
  namesServices: (): UiText => uiText('{0} Names known services', icon('globe')),
  namesServicesDetail: (): UiText =>
    uiText("A list of clouds, resolvers, or your own servers. A match in another list alone doesn't highlight them."),
  recommended: (): UiText => uiText('recommended'),
  current: (): UiText => uiText('current'),
  rating: (name: string): UiText => uiText('Updating entries of “{0}”', name),
  processed: (done: number, total: number): UiText => uiText('{0} of {1}', formatNumber(done), formatNumber(total)),
  meaningSet: (name: string, meaning: string): UiText =>
    uiText('Entries of “{0}” are now shown as: {1}', name, meaning),
  meaningKept: (name: string): UiText => uiText("Canceled. The entries of “{0}” weren't changed.", name),
  noRisk: (): string => t('no risk'),
};
