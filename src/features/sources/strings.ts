import { formatAge, formatList, formatNumber, plural, t } from '../../l10n';
import { icon, type UiText, uiPlural, uiText } from '../shared/ui/text';

/** A theme icon before a name. */
function iconLabel(name: string, label: string): UiText {
  return uiText('{0} {1}', icon(name), label);
}

/** All text about servers and lists in the “Sources” view, of setting up servers and lists, and of syncs. */
export const strings = {
  // The tree

  indicators: (count: number): string => plural(count, { one: '{0} indicator', other: '{0} indicators' }),
  objects: (count: number): string => plural(count, { one: '{0} object', other: '{0} objects' }),

  ageAndCount: (at: number, count: number, now: number): string => `${formatAge(at, now)} · ${formatNumber(count)}`,

  indicatorsInObjects: (indicators: number, objects: number): string =>
    t('{0} in {1}.', strings.indicators(indicators), strings.objects(objects)),

  errorOf: (titles: readonly string[], message: string): string => `${formatList(titles)}: ${message}`,

  // Progress

  retrying: (reason: string): string => t('retrying: {0}', reason),

  // The notification of a running sync

  syncCollectionsTitle: (count: number): UiText =>
    uiPlural(count, { one: 'Syncing {0} collection', other: 'Syncing {0} collections' }),
  syncListsTitle: (count: number): UiText => uiPlural(count, { one: 'Syncing {0} list', other: 'Syncing {0} lists' }),

  statusIcon: (): UiText => iconLabel('sync~spin', ''),

  // Results of syncs

  incomplete: (titles: readonly string[], message: string): string =>
    titles.length === 1
      ? t("{0} isn't up to date: {1}", formatList(titles), message)
      : t("{0} aren't up to date: {1}", formatList(titles), message),
  incompleteUnknown: (titles: readonly string[]): string =>
    titles.length === 1
      ? t("{0} isn't up to date.", formatList(titles))
      : t("{0} aren't up to date.", formatList(titles)),

  syncedWithTotal: (titles: readonly string[], changes: readonly string[], indicators: number): string =>
    t('{0}: {1} ({2} in total).', formatList(titles), formatList(changes), strings.indicators(indicators)),

  moreMessages: (count: number): string =>
    plural(count, { one: "{0} more result isn't shown here.", other: "{0} more results aren't shown here." }),

  // The sync report
  report: {
    removedObjects: (count: number): string =>
      plural(count, {
        one: '{0} object is no longer in the collection and is shown as retired',
        other: '{0} objects are no longer in the collection and are shown as retired',
      }),

    dateReadOnce: (date: string): string =>
      t(
        'A large number of objects are dated {0}. If the server later adds more with this date, only a full sync finds them.',
        date,
      ),

    completed: (isFull: boolean): string =>
      isFull ? t('Last sync in this window: full sync, completed') : t('Last sync in this window: completed'),
    canceled: (isFull: boolean): string =>
      isFull ? t('Last sync in this window: full sync, canceled') : t('Last sync in this window: canceled'),

    changes: (added: number, changed: number, unchanged: number, removed: number): string =>
      t('{0} added, {1} changed, {2} unchanged, {3} removed', added, changed, unchanged, removed),

    examplesOfSkipped: (examples: number, count: number): string =>
      plural(
        examples,
        {
          one: '{1} entries were skipped, or stored without an indicator; the table shows {0} example.',
          other: '{1} entries were skipped, or stored without an indicator; the table shows {0} examples.',
        },
        count,
      ),
  },

  // Adding a TAXII server

  connectedService: (host: string): UiText => iconLabel('server', host),

  addOther: (host: string): UiText => uiText('Add {0}…', host),

  steps: {
    again: (): UiText => uiText('Try Again'),
    address: (): UiText => uiText('Change URL…'),
    signIn: (): UiText => uiText('Change Credentials…'),
    typeId: (): UiText => uiText('Enter Collection ID…'),
    signInAnyway: (): UiText => uiText('Sign In Anyway…'),
  },

  // Credentials
  credentialsTitle: (host: string): UiText => uiText('TAXII Server {0}: Credentials', host),
  credentialsPlaceholder: (host: string): UiText => uiText('Credentials are sent only to {0}', host),

  userNote: (user: string): UiText => uiText('user {0}', user),

  secretTitle: {
    key: (host: string): UiText => uiText('API Key for {0}', host),
    token: (host: string): UiText => uiText('Bearer Token for {0}', host),
  },

  reservedHeader: (name: string): UiText =>
    uiText(
      "{0} is a reserved header and can't contain a key. Enter the header name from the server's documentation.",
      name,
    ),

  // Adding a list

  listAddressPrompt: (): UiText =>
    uiText('URL of a text list, CSV file, JSON file, or STIX bundle. Write {0} in place of a key.', '{key}'),

  // Commands

  removal: (objects: number, indicators: number): UiText =>
    uiText('Deletes {0} and {1} from this machine.', strings.objects(objects), strings.indicators(indicators)),
};
