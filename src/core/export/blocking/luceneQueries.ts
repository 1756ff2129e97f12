import { ecsFieldList, ecsFields } from './ecsFields';
import { queryFormat, quoted, type QueryValues } from './queries';
import { t } from '../../../l10n';

/** The clauses that Lucene allows by default. */
const maxClauses = 1_024;

/** Queries in the syntax of Lucene, as Kibana, OpenSearch, and Graylog read them. */
export const lucene = queryFormat({
  // The language has no comments.
  extension: 'lucene',
  comments: 'before',
  comment: (text) => `# ${text}`,
  fields: ecsFieldList,
  hints: () => [t("Lines that start with # aren't part of a query.")],
  query: (values) =>
    groups(values)
      .map(([field, terms]) => `${field}:(${terms.join(' OR ')})`)
      .join(' OR '),
  fits: (_, values) => groups(values).reduce((sum, [, terms]) => sum + terms.length, 0) <= maxClauses,
});

function groups({
  addresses,
  names,
  urls,
}: QueryValues): readonly (readonly [field: string, terms: readonly string[]])[] {
  const all = {
    addresses: addresses.map(quoted),
    // Wildcards don't work in quotes; besides letters and digits, labels only have these.
    names: names.flatMap((name) => [quoted(name), `*.${name.replaceAll('-', '\\-')}`]),
    urls: urls.map(quoted),
  };
  return (['addresses', 'names', 'urls'] as const).flatMap((kind) =>
    all[kind].length === 0 ? [] : ecsFields[kind].map((field) => [field, all[kind]] as const),
  );
}
