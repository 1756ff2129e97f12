import { t } from '../../../l10n';

/** Comments in exported queries and rules. */
export const strings = {
  queryOf: (number: number, count: number) => t('Query {0} of {1}', number, count),
  fields: (fields: string) => t('Fields: {0}', fields),
  termMatches: () => t('Names also match within longer ones: example.com in www.example.com and in my-example.com.'),
  missingFields: () => t('Remove the fields that your indices do not have.'),
  chooseIndex: () => t('Replace index=* with the indexes of your logs.'),
  notPartOfQuery: () => t('Lines that start with # are not part of a query.'),
  exactNames: () => t('Only exactly these names match, not the names below them.'),
  saveDatasets: (names: string) => t('Save the datasets as {0}.', names),
};
