import { ecsFieldList, ecsFields } from './ecsFields';
import { queryFormat, quoted, type QueryValues } from './queries';
import { t } from '../../../l10n';

/** Elasticsearch parses statements of up to a million characters, and chains of up to 300 conditions. */
const [maxLength, maxConditions] = [1_000_000, 250];

/** Queries for Elasticsearch in ES|QL. */
export const esql = queryFormat({
  extension: 'esql',
  comments: 'before',
  comment: (text) => `// ${text}`,
  fields: ecsFieldList,
  hints: () => [t("Remove fields your indexes don't have.")],
  query: (values) => `FROM logs-*\n| WHERE ${conditions(values).join('\n    OR ')}`,
  fits: (text, values) => text.length <= maxLength && conditions(values).length <= maxConditions,
});

function conditions({ addresses, names, urls }: QueryValues): readonly string[] {
  const among = (fields: readonly string[], values: readonly string[]): readonly string[] =>
    values.length === 0 ? [] : fields.map((field) => `${field} IN (${values.map(quoted).join(', ')})`);
  return [
    ...among(ecsFields.addresses, addresses),
    ...among(ecsFields.names, names),
    // Labels contain no wildcard.
    ...ecsFields.names.flatMap((field) => names.map((name) => `${field} LIKE ${quoted(`*.${name}`)}`)),
    ...among(ecsFields.urls, urls),
  ];
}
