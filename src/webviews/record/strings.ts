import { interleave, plural, t } from '../../l10n';

/** Text of the record page. */
export const strings = {
  // Above the record

  sourceAsOf: <A>(source: A, age: A) => interleave('{0}, as of {1}', source, age),
  sourceJustNow: <A>(source: A, age: A) => interleave('{0}, {1}', source, age),

  // Toolbar of a record

  nothingMatches: (filter: string) => t('Nothing in this record matches “{0}”.', filter),

  // Raw JSON

  // Cards

  changed: <A>(age: A) => interleave('edited {0}', age),

  linked: <A>(age: A) => interleave('linked {0}', age),

  // Values

  findOthersWith: (label: string, value: string) => t('Find others with {0} {1}', label, value),

  rows: (count: number) => plural(count, { one: '{0} row', other: '{0} rows' }),

  // Counts

  // Linked indicators
  matching: (count: number) => plural(count, { one: '{0} matches the filter.', other: '{0} match the filter.' }),

  // Comparison with previous scans

  seen: <A>(age: A) => interleave('seen {0}', age),
  changes: {
    added: () => t('new'),
    gone: () => t('removed'),
    changed: () => t('changed'),
    same: () => t('unchanged'),
  },
};
