import type { PresetProblem } from '../../../core/lists/gallery/preset';
import type { ListKind } from '../../../core/records/context';
import { formatNumber, t } from '../../../l10n';
import { type UiText, uiText } from '../../shared/ui/text';

/** The names of kinds of lists, as headings of the gallery. */
const kinds: Readonly<Record<ListKind, () => UiText>> = {
  threats: () => uiText('Threats'),
  blocklist: () => uiText('Blocklists'),
  informational: () => uiText('Informational'),
  knownServices: () => uiText('Known services'),
  location: () => uiText('Location'),
};

/** All text of the gallery of public lists, and of the keys of lists. */
export const galleryStrings = {
  // The rows of the view
  credit: (text: string): string => t('Source: {0}', text),
  license: (text: string): string => t('License: {0}', text),

  // The gallery

  kind: (kind: ListKind): UiText => kinds[kind](),

  // Keys

  keyTitle: (list: string, host: string | undefined): UiText =>
    host === undefined ? uiText('Key for “{0}”', list) : uiText('Key from {0} for “{1}”', host, list),

  // Lists of the settings
  presetProblem: (name: string, { property, problem, choices = [] }: PresetProblem): string => {
    switch (problem) {
      case 'object':
        return property === ''
          ? t('{0} must be an object that describes a list.', name)
          : t('{0}: “{1}” must be an object.', name, property);
      case 'missing':
        return t('{0}: the property “{1}” is missing.', name, property);
      case 'text':
        return t('{0}: “{1}” must be a string of at most {2} characters.', name, property, formatNumber(300));
      case 'url':
        return property === 'addresses'
          ? t('{0}: “{1}” must contain only https URLs.', name, property)
          : t('{0}: “{1}” must be an https URL.', name, property);
      case 'credentials':
        return t(
          '{0}: “{1}” contains a password. Remove it, run “Add List…” in the Sources view, and select “Other URL…”.',
          name,
          property,
        );
      case 'choice':
        return t('{0}: “{1}” must be one of {2}.', name, property, choices.join(', '));
      case 'number':
        return t('{0}: “{1}” must be a whole number from {2} to {3}.', name, property, ...firstTwo(choices));
      case 'header':
        return t('{0}: “{1}” must be the name of a header that can contain a key.', name, property);
      case 'unknown':
        return t('{0}: unknown property “{1}”.', name, property);
    }
  },
};

function firstTwo([min = '', max = '']: readonly string[]): readonly [string, string] {
  return [min, max];
}
