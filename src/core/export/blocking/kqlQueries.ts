import { queryFormat, quoted, type QueryValues } from './queries';
import { t } from '../../../l10n';

/** The limit of an analytics rule in Microsoft Sentinel; those of interactive queries are higher. */
const maxLength = 10_000;

/** A table and its columns by kind of value. */
interface Table {
  readonly name: string;
  readonly addresses?: readonly string[];
  readonly names?: readonly string[];
  readonly urls?: readonly string[];
}

/** Tables of Defender XDR and Sentinel; those in the form of ASIM start with its name. */
const tables: readonly Table[] = [
  { name: 'DeviceNetworkEvents', addresses: ['RemoteIP'], names: ['RemoteUrl'], urls: ['RemoteUrl'] },
  {
    name: 'CommonSecurityLog',
    addresses: ['DestinationIP'],
    names: ['DestinationHostName', 'RequestURL'],
    urls: ['RequestURL'],
  },
  { name: 'ASimDnsActivityLogs', names: ['DnsQuery'] },
  { name: 'ASimNetworkSessionLogs', addresses: ['DstIpAddr'], names: ['DstHostname'] },
  { name: 'ASimWebSessionLogs', addresses: ['DstIpAddr'], names: ['Url'], urls: ['Url'] },
];

const kinds = ['addresses', 'names', 'urls'] as const;

/** Queries for Microsoft Sentinel and Defender XDR in the Kusto Query Language. */
export const kql = queryFormat({
  extension: 'kql',
  comments: 'before',
  comment: (text) => `// ${text}`,
  fields: tables
    .map((table) => `${table.name} (${[...new Set(kinds.flatMap((kind) => table[kind] ?? []))].join(', ')})`)
    .join(', '),
  hints: () => [t('Names also match as part of longer names: example.com in www.example.com and in my-example.com.')],
  query,
  fits: (text) => text.length <= maxLength,
});

function query(values: QueryValues): string {
  const used = kinds.filter((kind) => values[kind].length > 0);
  const lists = used.map((kind) => `let ${kind} = dynamic([${values[kind].map(quoted).join(', ')}]);`);
  const parts = tables.flatMap((table) => {
    const conditions = used.flatMap((kind) =>
      (table[kind] ?? []).map((column) => `${column} ${kind === 'names' ? 'has_any' : 'in~'} (${kind})`),
    );
    return conditions.length === 0 ? [] : [`(${table.name} | where ${conditions.join(' or ')})`];
  });
  // Tables that a workspace doesn't have are skipped.
  return [...lists, 'union isfuzzy=true', `    ${parts.join(',\n    ')}`].join('\n');
}
