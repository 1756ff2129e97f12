import type { PresetProblem } from '../../../core/lists/gallery/preset';
import type { ListKind } from '../../../core/records/context';
import { formatDuration, formatList, formatNumber, formatSize, plural, t } from '../../../l10n';
import { strings as sourceStrings } from '../../shared/sources/strings';
import { icon, type UiText, uiPlural, uiText } from '../../shared/ui/text';

/** The names of kinds of lists, as headings of the gallery. */
const kinds: Readonly<Record<ListKind, () => UiText>> = {
  malicious: () => uiText('Malicious'),
  blocked: () => uiText('Blocked'),
  informational: () => uiText('Good to know'),
  harmless: () => uiText('Known and popular'),
  location: () => uiText('Location'),
};

/** All text of the gallery of public lists, and of the keys of lists. */
export const galleryStrings = {
  // The rows of the view
  credit: (text: string): string => t('Source: {0}', text),
  license: (text: string): string => t('License: {0}', text),
  files: (count: number): string => plural(count, { one: '{0} file', other: '{0} files' }),
  acceptSmaller: (): UiText => uiText('Accept Smaller List'),

  // The gallery
  title: (): UiText => uiText('Add List'),
  placeholder: (): UiText => uiText('Select lists. Nothing is sent yet.'),
  nothingSelected: (): UiText => uiText('Select at least one list, or press Escape to cancel'),
  other: (): UiText => uiText('{0} Other Address…', icon('link')),
  otherDetail: (): UiText => uiText('URL of a text list, CSV file, JSON file, or STIX bundle'),
  openTerms: (): UiText => uiText('Open Terms'),
  recommended: (): UiText => uiText('Recommended'),
  suggested: (): UiText => uiText('Suggested by this workspace'),
  kind: (kind: ListKind): UiText => kinds[kind](),
  fromWorkspace: (): string => t('From this workspace'),
  suggestedRequest: (request: string, kind: ListKind): string =>
    t('{0} (from this workspace, {1})', request, sourceStrings.kind(kind)),
  row: (name: string): UiText => uiText('{0}', name),
  addedRow: (name: string): UiText => uiText('{0} {1}', icon('check'), name),
  added: (): string => t('added'),
  size: (bytes: number): string => t('about {0}', formatSize(bytes)),
  interval: (minutes: number): string =>
    minutes === 60
      ? t('at most hourly')
      : minutes === 1_440
        ? t('at most daily')
        : t('at most every {0}', formatDuration(minutes * 60_000)),
  freeKey: (): string => t('may need a free key'),
  keyNeeded: (): string => t('needs a free key'),
  allAdded: (): UiText => uiText('The selected lists have already been added.'),

  // The confirmation
  confirm: (count: number): UiText =>
    uiPlural(count, { one: 'Add {0} list and download it now?', other: 'Add {0} lists and download them now?' }),
  add: (count: number): UiText => uiPlural(count, { one: 'Add List', other: 'Add {0} Lists' }),
  licensed: (request: string, license: string): string => `${request} · ${license}`,
  requests: (name: string, address: string): string => `${name}: ${address}`,
  manyRequests: (name: string, address: string, count: number): string =>
    plural(count, { one: '{1}: {2} ({0} file)', other: '{1}: {2} ({0} files)' }, name, address),
  feedRequests: (name: string, address: string, count: number): string =>
    plural(
      count,
      { one: '{1}: {2} (manifest and {0} event)', other: '{1}: {2} (manifest and up to {0} events)' },
      name,
      address,
    ),
  totalSize: (bytes: number): string =>
    bytes === 0
      ? t('Indicators are never sent.')
      : t('About {0} in total. Indicators are never sent.', formatSize(bytes)),

  // The result
  summary: (indicators: number, lists: number): string =>
    plural(
      lists,
      { one: '{1} from {0} list.', other: '{1} from {0} lists.' },
      plural(indicators, { one: '{0} indicator', other: '{0} indicators' }),
    ),
  ranges: (count: number): string =>
    plural(count, { one: 'Locations of {0} range.', other: 'Locations of {0} ranges.' }),
  showSources: (): UiText => uiText('Show Sources'),
  syncDaily: (): UiText => uiText('Sync Daily'),
  syncedDaily: (): UiText => uiText('Lists and collections are now synced daily.'),
  moreRequests: (count: number): string =>
    plural(count, { one: 'and {0} more request', other: 'and {0} more requests' }),
  moreProblems: (count: number): string =>
    plural(count, { one: '{0} more list has a problem.', other: '{0} more lists have problems.' }),

  // Keys
  enterKey: (): UiText => uiText('Enter Key…'),
  getKey: (host: string): UiText => uiText('Get Key from {0}', host),
  keyRequired: (titles: readonly string[], host: string): string =>
    t('{0} needs a free key from {1}.', formatList(titles), host),
  keyTitle: (list: string, host: string | undefined): UiText =>
    host === undefined ? uiText('Key for “{0}”', list) : uiText('Key from {0} for “{1}”', host, list),
  keyPrompt: (hosts: readonly string[]): UiText =>
    uiText('Saved in your system keychain and sent only to {0}', formatList(hosts)),
  keyPromptFrom: (from: string, hosts: readonly string[]): UiText =>
    uiText('Get a key at {0}. Saved in your system keychain and sent only to {1}', from, formatList(hosts)),
  noKey: (): UiText => uiText('Enter a key.'),
  keySyntax: (): UiText => uiText('A key has no spaces and at most 4,096 characters.'),
  signInTitle: (host: string): UiText => uiText('List from {0}: Credentials', host),
  signInPlaceholder: (host: string): UiText => uiText('Credentials are sent only to {0}', host),
  secretInAddress: (name: string): UiText =>
    name === ''
      ? uiText('This URL seems to contain a key. Store the key in your system keychain?')
      : uiText('This URL seems to contain a key ({0}). Store the key in your system keychain?', name),
  secretInList: (list: string, name: string): UiText =>
    name === ''
      ? uiText('The URL of “{0}” seems to contain a key. Store the key in your system keychain?', list)
      : uiText('The URL of “{0}” seems to contain a key ({1}). Store the key in your system keychain?', list, name),
  secretInAddressDetail: (address: string): UiText =>
    uiText('The key is then never shown, logged, or exported. The list is stored as {0}', address),
  storeKey: (): UiText => uiText('Store Key'),
  keepAddress: (): UiText => uiText('Keep URL'),

  // Lists of the settings
  presetProblem: (name: string, { property, problem, choices = [] }: PresetProblem): string => {
    switch (problem) {
      case 'object':
        return property === ''
          ? t('{0}: not an object with the properties of a list.', name)
          : t('{0}: “{1}” must be an object.', name, property);
      case 'missing':
        return t('{0}: the property “{1}” is missing.', name, property);
      case 'text':
        return t('{0}: “{1}” must be a text of at most {2} characters.', name, property, formatNumber(300));
      case 'url':
        return property === 'addresses'
          ? t('{0}: “{1}” must be https URLs.', name, property)
          : t('{0}: “{1}” must be an https URL.', name, property);
      case 'credentials':
        return t(
          "{0} isn't offered, because “{1}” contains a user name or password. Remove it from the settings, and add the list with Other Address…, which stores it in your system keychain.",
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
        return t("{0}: “{1}” isn't a property of a list.", name, property);
    }
  },
  entryNumber: (number: number): string => t('Entry {0} of threatLookups.lists.presets', number),
  openSettings: (): UiText => uiText('Open Settings'),
};

function firstTwo([min = '', max = '']: readonly string[]): readonly [string, string] {
  return [min, max];
}
