import { plural, t } from '../../l10n';
import { uiPlural, uiText } from '../shared/ui/text';

/** Running queries. */
export const runStrings = {
  received: (size: string) => uiText('{0} received', size),
};

/** The top of a results panel. */
export const viewStrings = {
  resultsOf: (query: string) => uiText('Results: {0}', query),

  sent: (host: string) => t('Query sent to {0}.', host),
  sentInRequests: (host: string, requests: number) =>
    plural(requests, { one: 'Query sent to {1} in {0} request.', other: 'Query sent to {1} in {0} requests.' }, host),

  rows: (count: number) => plural(count, { one: '{0} row', other: '{0} rows' }),
  allRows: (count: number) => plural(count, { one: '{0} row', other: 'All {0} rows' }),
  threats: (count: number) => plural(count, { one: '{0} threat', other: '{0} threats' }),
  allThreats: (count: number) => plural(count, { one: '{0} threat', other: 'All {0} threats' }),
  countWithNote: (count: string, note: string) => t('{0} ({1})', count, note),

  unreadableRows: (count: number) =>
    plural(count, { one: "{0} row couldn't be read", other: "{0} rows couldn't be read" }),

  runOn: (host: string) => t('Run on {0}', host),
  load: (limit: number) => t('Load {0}', limit),

  runWithLimit: (limit: number) => t('Run with Limit {0}', limit),

  noMatches: (host: string) => t('No matches on {0}. Try fewer terms, a wildcard, or a longer time range.', host),

  malformed: (format: string) => t("The {0} response isn't well-formed.", format),
};

/** Problems in an answer in CSV or STIX. */
export const warningStrings = {
  missingType: (count: number) => plural(count, { one: '{0} object has no type.', other: '{0} objects have no type.' }),
  missingId: (count: number) =>
    plural(count, { one: '{0} object has no valid ID.', other: '{0} objects have no valid ID.' }),
  missingCreated: (count: number) =>
    plural(count, { one: '{0} object has no creation time.', other: '{0} objects have no creation time.' }),
  missingPattern: (count: number) =>
    plural(count, { one: '{0} indicator has no pattern.', other: '{0} indicators have no pattern.' }),
  missingPatternType: (count: number) =>
    plural(count, { one: '{0} indicator has no pattern_type.', other: '{0} indicators have no pattern_type.' }),
  missingValidFrom: (count: number) =>
    plural(count, { one: '{0} indicator has no valid_from.', other: '{0} indicators have no valid_from.' }),
  notObjects: (count: number) =>
    plural(count, { one: "{0} entry isn't an object.", other: "{0} entries aren't objects." }),
  tooDeep: (count: number) =>
    plural(count, {
      one: 'Skipped {0} object with too many levels of nesting.',
      other: 'Skipped {0} objects with too many levels of nesting.',
    }),
  undefinedExtension: () => t('A STIX extension is used but not defined.'),
  noRiskExtension: () => t('No STIX extension defines a risk, so risks are based on standard STIX properties.'),
};

/** Why a run has no results. */
export const endStrings = {
  dailyQuota: (host: string, when: string) =>
    t('The daily quota on {0} is used up. Nothing was sent. Most services reset at midnight UTC ({1}).', host, when),
  monthlyQuota: (host: string, when: string) =>
    t(
      'The monthly quota on {0} is used up. Nothing was sent. Most services reset on the first day of the month, UTC ({1}).',
      host,
      when,
    ),

  internalAddress: (value: string, host: string) =>
    t('Nothing was sent to {1} because {0} is an internal IP address.', value, host),

  limitAboveStore: (limit: number) =>
    t("The local store can't return {0} results at once. Try a smaller limit.", limit),

  stixKeyRejected: (host: string, status: number) => t('{0} rejected your API key (HTTP {1}).', host, String(status)),
  stixNotAllowed: (host: string, status: number) =>
    t("{0} doesn't allow STIX with your API key (HTTP {1}). Check your plan and permissions.", host, String(status)),
  stixNeedsKey: (host: string, status: number) => t('{0} requires an API key (HTTP {1}).', host, String(status)),
};

/** Exporting results. */
export const exportStrings = {
  exportRows: {
    all: (count: number) => plural(count, { one: 'Export {0} Row', other: 'Export All {0} Rows' }),
    selected: (count: number) => plural(count, { one: 'Export {0} Selected Row', other: 'Export {0} Selected Rows' }),
    shown: (count: number) => plural(count, { one: 'Export {0} Filtered Row', other: 'Export {0} Filtered Rows' }),
  },
  rows: {
    all: (count: number) => uiPlural(count, { one: '{0} Row', other: 'All {0} Rows' }),

    selected: (count: number) => uiPlural(count, { one: '{0} Selected Row', other: '{0} Selected Rows' }),
    shown: (count: number) => uiPlural(count, { one: '{0} Filtered Row', other: '{0} Filtered Rows' }),
  },

  copiedAs: (format: string) => uiText('Copied as {0}', format),

  compressed: () => t('Compressed (gzip)'),
};

/** Messages of commands for rows. */
export const rowStrings = {
  copied: (count: number) => uiPlural(count, { one: 'Copied {0} row.', other: 'Copied {0} rows.' }),
  savedName: (query: string, host: string) => t('Results of {0} from {1}', query, host),
  savedIndicators: (count: number, added: number) =>
    uiPlural(
      count,
      {
        one: 'Saved {0} indicator to the local store ({1} new).',
        other: 'Saved {0} indicators to the local store ({1} new).',
      },
      added,
    ),
  savedThreats: (count: number, added: number) =>
    uiPlural(
      count,
      {
        one: 'Saved {0} threat to the local store ({1} new).',
        other: 'Saved {0} threats to the local store ({1} new).',
      },
      added,
    ),
};
