import { queryFormat, quoted, type QueryValues } from './queries';
import { t } from '../../../l10n';

/** Splunk documents no limit; this many values in one search stay readable and fast. */
const maxTerms = 1_000;

/** Fields of the Common Information Model: Network Traffic, Network Resolution, and Web. */
const fields = { addresses: ['dest_ip', 'dest'], names: ['query', 'url_domain', 'dest'], urls: ['url'] } as const;

/** Searches for Splunk. */
export const spl = queryFormat({
  extension: 'spl',
  comments: 'after',
  comment: (text) => `\`\`\` ${text.replaceAll('`', "'")} \`\`\``,
  fields: `${[...new Set(Object.values(fields).flat())].join(', ')} (CIM)`,
  hints: () => [t('Replace index=* with your log indexes.')],
  // An asterisk is a wildcard that can't be escaped, and backticks enclose macros.
  canQuote: (value) => !/[*`]/.test(value),
  query: (values) => `index=* (${conditions(values).join('\n    OR ')})`,
  fits: (_, values) => terms(values) <= maxTerms,
});

function conditions({ addresses, names, urls }: QueryValues): readonly string[] {
  const all = {
    addresses: addresses.map(quoted),
    names: names.flatMap((name) => [quoted(name), quoted(`*.${name}`)]),
    urls: urls.map(quoted),
  };
  return (['addresses', 'names', 'urls'] as const).flatMap((kind) =>
    all[kind].length === 0 ? [] : fields[kind].map((field) => `${field} IN (${all[kind].join(', ')})`),
  );
}

function terms({ addresses, names, urls }: QueryValues): number {
  return (
    addresses.length * fields.addresses.length +
    names.length * 2 * fields.names.length +
    urls.length * fields.urls.length
  );
}
