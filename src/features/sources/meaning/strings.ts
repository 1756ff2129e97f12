import type { ListKind } from '../../../core/records/context';
import { plural, t } from '../../../l10n';
import { icon, type UiText, uiText } from '../../shared/ui/text';

/** Text about sources, which several features show. */
export const strings = {
  countOfKind: (kind: ListKind, count: number): string =>
    ({
      threats: () => plural(count, { one: '{0} threat entry', other: '{0} threat entries' }),
      blocklist: () => plural(count, { one: '{0} blocklist entry', other: '{0} blocklist entries' }),
      informational: () => t('{0} informational', count),
      knownServices: () => t('{0} known services', count),
      location: () => t('{0} with a location', count),
    })[kind](),
  kind: (kind: ListKind): string =>
    ({
      threats: () => t('threats'),
      blocklist: () => t('blocklist'),
      informational: () => t('informational'),
      knownServices: () => t('known services'),
      location: () => t('location'),
    })[kind](),

  unknownRisks: (count: number): string =>
    plural(count, {
      one: '{0} entry has an unknown risk; the risk of the list applies.',
      other: '{0} entries have an unknown risk; the risk of the list applies.',
    }),

  // Types of lists
  meaningTitle: (name: string): UiText => uiText('List Type: {0}', name),

  level: (iconName: string, label: string): UiText => uiText('{0} {1}', icon(iconName), label),

  nothing: (): UiText => uiText('{0} Listed only, no risk', icon('question')),

  describes: (): UiText => uiText('{0} Informational', icon('info')),

  namesServices: (): UiText => uiText('{0} Known services', icon('globe')),
};
