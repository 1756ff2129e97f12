import type { LookupStatus } from '../../core/triage/assess';
import type { TriageState } from '../../core/triage/triageEntry';
import type { IndicatorType } from '../../core/indicators/identity/types';
import type { UrlDetail } from '../../core/lookups/types';
import { strings as rowStrings } from '../../core/triage/strings';
import { formatNumber, plural, t } from '../../l10n';
import { uiPlural, uiText, type UiText } from '../shared/ui/text';

/** Text that several modules of the feature show. `host` is a service as it is named within a sentence. */
export const strings = {
  // Above the rows

  files: (count: number) => plural(count, { one: '{0} file', other: '{0} files' }),

  summaryPart: (status: LookupStatus, count: number): string => summaryParts[status](count),

  sent: (indicators: number, requests: string, host: string) =>
    plural(
      indicators,
      { one: 'Sent {0} indicator to {1} in {2}.', other: 'Sent {0} indicators to {1} in {2}.' },
      host,
      requests,
    ),
  sentSoFar: (indicators: number, requests: string, host: string) =>
    plural(
      indicators,
      { one: 'Sent {0} indicator to {1} in {2} so far.', other: 'Sent {0} indicators to {1} in {2} so far.' },
      host,
      requests,
    ),
  requests: (count: number) => plural(count, { one: '{0} request', other: '{0} requests' }),

  // Columns and filters

  stateLabel: rowStrings.stateLabel,
  stateTooltip: (state: TriageState) => t('On the triage list: {0}', rowStrings.stateLabel(state)),
  statusFilter: (status: LookupStatus): string => statusFilters[status](),
  statusTooltip: (status: LookupStatus): string => statusTooltips[status](),
  typeFilter: (type: IndicatorType): string => typeFilters[type](),
  typeTooltip: (type: IndicatorType): string => typeTooltips[type](),

  // Looking up rows on the service

  leftToday: (count: number) =>
    uiPlural(count, { one: '{0} request is left today.', other: '{0} requests are left today.' }),

  urlDetail: (detail: UrlDetail): UiText => urlDetails[detail](),

  // Going to locations

  locationOf: (index: number, count: number) => uiText('Occurrence {0} of {1}', index, count),
  locationOfFirst: (index: number, count: number) => uiText('Occurrence {0} of the first {1}', index, count),
  line: rowStrings.line,
  locationOfLine: (file: string, line: number) => t('{0}, line {1}', file, formatNumber(line)),
  moreLines: (count: number) => plural(count, { one: '{0} more line', other: '{0} more lines' }),
  locationWith: (location: string, message: string) => uiText('{0}: {1}', location, message),
  movedNearby: (file: string) => uiText('{0} has changed. This is the nearest occurrence.', file),
  notFoundInFile: (file: string) => uiText("{0} has changed, and the indicator wasn't found. Reload to refresh.", file),
  notShown: (file: string, line: number) => uiText('Opening {1} at line {0}…', line, file),

  // The triage list, copies, and exports

  alreadyListed: (total: number) => uiText('Already on the triage list ({0} total).', total),

  removed: (count: number) =>
    uiPlural(count, {
      one: 'Removed {0} indicator from the triage list.',
      other: 'Removed {0} indicators from the triage list.',
    }),
  marked: (count: number, state: TriageState) =>
    uiPlural(
      count,
      { one: 'State of {0} indicator: {1}.', other: 'State of {0} indicators: {1}.' },
      rowStrings.stateLabel(state),
    ),

  exportRows: (which: 'selected' | 'shown', count: number): string => exportTitles[which](count),

  allRows: (count: number) => uiPlural(count, { one: '{0} Row', other: 'All {0} Rows' }),

  copiedForTicket: (count: number, total: number) =>
    count < total
      ? uiText('Copied {0} of {1} indicators for a ticket.', formatNumber(count), formatNumber(total))
      : uiPlural(count, { one: 'Copied {0} indicator for a ticket.', other: 'Copied {0} indicators for a ticket.' }),
};

const summaryParts: Readonly<Record<LookupStatus, (count: number) => string>> = {
  found: (count) => t('{0} found', count),
  hostFound: (count) => t('{0} by host', count),
  parentFound: (count) => t('{0} by parent', count),
  unreadable: (count) => t("{0} couldn't be checked", count),
  notLookedUp: (count) => t('{0} not looked up', count),
  notFound: (count) => t('{0} not found', count),
  wellKnown: (count) => plural(count, { one: '{0} well-known host', other: '{0} well-known hosts' }),
  ignored: (count) => t('{0} ignored', count),
  reserved: (count) => t('{0} internal or reserved', count),
};

const statusFilters: Readonly<Record<LookupStatus, () => string>> = {
  found: () => t('Found'),
  hostFound: () => t('Host found'),
  parentFound: () => t('Parent found'),
  unreadable: () => t('Local store not read'),
  notLookedUp: () => t('Not looked up'),
  notFound: () => t('Not found'),
  wellKnown: () => t('Well-known hosts'),
  ignored: () => t('Ignored'),
  reserved: () => t('Internal or reserved'),
};

const statusTooltips: Readonly<Record<LookupStatus, () => string>> = {
  found: () => t('Found in the local store or in a cached result'),
  hostFound: () => t('URLs found only by their host'),
  parentFound: () => t('Unlisted subdomains of listed names'),
  unreadable: () => t("Unknown, because the local store couldn't be read"),
  notLookedUp: () => t('Not in the local store, and not looked up on a service'),
  notFound: () => t('Looked up on the service and not found'),
  wellKnown: () => t('Well-known host; not looked up'),
  ignored: () => t('Never sent: on the ignore list'),
  reserved: () => t('Never sent: internal name or reserved IP address'),
};

const typeFilters: Readonly<Record<IndicatorType, () => string>> = {
  domain: () => t('Domains'),
  ip: () => t('IP addresses'),
  url: () => t('URLs'),
};

const typeTooltips: Readonly<Record<IndicatorType, () => string>> = {
  domain: () => t('Only domains'),
  ip: () => t('Only IP addresses'),
  url: () => t('Only URLs'),
};

const urlDetails: Readonly<Record<UrlDetail, () => UiText>> = {
  hostOnly: () => uiText('URLs: host only (setting threatLookups.urls).'),
  withoutQuery: () => uiText('URLs: sent without the query, together with their hosts (setting threatLookups.urls).'),
  full: () => uiText('URLs: sent in full, together with their hosts (setting threatLookups.urls).'),
};

const exportTitles: Readonly<Record<'selected' | 'shown', (count: number) => string>> = {
  selected: (count) => plural(count, { one: 'Export {0} Selected Row', other: 'Export {0} Selected Rows' }),
  shown: (count) => plural(count, { one: 'Export {0} Filtered Row', other: 'Export {0} Filtered Rows' }),
};
