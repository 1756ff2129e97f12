import { formatDate, formatList, plural, t } from '../../../l10n';

/** The lists of a record that a panel shortens. */
export type ListKind =
  'reasons' | 'threats' | 'feeds' | 'redirectsFrom' | 'redirectsTo' | 'comments' | 'otherNames' | 'references' | 'news';

/** Text of a record panel around the record: title, buttons, waiting, tooltip. */
export const panelStrings = {
  threat: () => t('Threat'),
  feed: () => t('Feed'),
  threatWithId: (id: number) => t('Threat {0}', String(id)),
  feedWithId: (id: number) => t('Feed {0}', String(id)),

  compare: () => t('Compare with Previous Scans'),
  compareOn: (host: string) => t('Compare with Previous Scans on {0}', host),

  waitingFor: (host: string) => t('Waiting for {0}…', host),

  loadingFrom: (host: string) => t('Loading from {0}…', host),
  loadingPreviousScans: () => t('Loading previous scans…'),
  loadingPreviousScansFrom: (host: string) => t('Loading previous scans from {0}…', host),
};

/** Text about the parts of a record. */
export const recordStrings = {
  showing: (parts: readonly string[]) =>
    t('Showing {0}. Copy the JSON or export the record to get everything.', formatList(parts)),
  shownOf: {
    reasons: (shown: number, total: number) => t('{0} of {1} reasons', shown, total),
    threats: (shown: number, total: number) => t('{0} of {1} threats', shown, total),
    feeds: (shown: number, total: number) => t('{0} of {1} feeds', shown, total),
    redirectsFrom: (shown: number, total: number) => t('{0} of {1} redirects to this indicator', shown, total),
    redirectsTo: (shown: number, total: number) => t('{0} of {1} redirect targets', shown, total),
    comments: (shown: number, total: number) => t('{0} of {1} comments', shown, total),
    otherNames: (shown: number, total: number) => t('{0} of {1} other names', shown, total),
    references: (shown: number, total: number) => t('{0} of {1} references', shown, total),
    news: (shown: number, total: number) => t('{0} of {1} news items', shown, total),
  } satisfies Record<ListKind, (shown: number, total: number) => string>,
  skipped: (parts: readonly string[]) => t("The response contained data that isn't stored: {0}.", formatList(parts)),
  skippedMore: (path: string, count: number) => plural(count, { one: '{1} ({0} more)', other: '{1} ({0} more)' }, path),
  unspecifiedKeys: () => t("properties that aren't in the API specification"),

  noPreviousScansStored: () => t('No previous scans are stored.'),
  nothingChanged: () => t('No properties have changed since the previous scans.'),
  changed: (count: number) => plural(count, { one: '{0} property changed.', other: '{0} properties changed.' }),
  changedSince: (count: number, since: number) =>
    plural(
      count,
      { one: '{0} property changed since {1}.', other: '{0} properties changed since {1}.' },
      formatDate(since),
    ),
  showingFirst: (count: number) => t('Showing the first {0}.', count),
};

/** Text about the list of linked indicators. */
export const linkStrings = {
  load: () => t('Load'),
  loadFrom: (host: string) => t('Load from {0}', host),
  loadMore: () => t('Load More'),
  loadMoreFrom: (host: string) => t('Load More from {0}', host),
  checkForMore: () => t('Check for More'),
  checkForMoreOn: (host: string) => t('Check for More on {0}', host),

  reloadFrom: (host: string) => t('Reload from {0}', host),
  none: () => t('No linked indicators.'),
  loaded: (count: number) => t('{0} loaded.', count),
  loadedOf: (count: number, total: number) => t('{0} of {1} loaded.', count, total),
  allLoaded: (count: number) => t('All {0} loaded.', count),
  unreadable: (count: number) =>
    plural(count, { one: "{0} entry couldn't be read.", other: "{0} entries couldn't be read." }),
};
