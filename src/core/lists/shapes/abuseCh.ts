import type { RiskLevel } from '../../records/risk';
import {
  addressAndPort,
  details,
  filled,
  hasColumns,
  listDate,
  toNumber,
  parts,
  getPort,
  riskByConfidence,
} from '../cells';
import type { JsonShape, ListSink, TableShape } from '../listRow';
import { isObject } from '../../stix/fields';
import { isRecordOfLists, objectsIn } from './json';

/** Tags of URLhaus and ThreatFox that describe the file, not the malware. */
const fileTags: ReadonlySet<string> = new Set([
  '32-bit',
  '64-bit',
  'elf',
  'exe',
  'dll',
  'sh',
  'ps1',
  'js',
  'vbs',
  'hta',
  'lnk',
  'zip',
  'rar',
  '7z',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'xlsm',
  'pdf',
  'apk',
  'jar',
  'msi',
  'iso',
  'img',
  'bat',
  'hex',
  'txt',
  'html',
  'ascii',
  'encoded',
  'scr',
  'iframe',
  'cpl',
  'wsf',
  'chm',
  'cab',
  'gz',
  'tar',
  'ace',
  'dmg',
  'php',
  'hosted',
  'xml',
  'rtf',
  'one',
  'vhd',
  'mips',
  'mipsel',
  'arm',
  'arm5',
  'arm6',
  'arm7',
  'arm64',
  'aarch64',
  'x86',
  'x64',
  'x86-64',
  'i386',
  'i586',
  'i686',
  'm68k',
  'sparc',
  'superh',
  'sh4',
  'powerpc',
  'ppc',
  'motorola',
  'renesas',
  'intel',
  'amd',
  'windows',
  'linux',
  'ua-wget',
  'opendir',
  'censys',
  'geofenced',
  'malware',
  'compromised',
  'script',
  'shellscript',
  'dropped-by',
  'c2',
  'cc',
  'rat',
  'stealer',
  'loader',
  'botnet',
  'phishing',
  'as-is',
  'ddos',
  'clickfix',
  'cloudflare',
]);

/** The name of a file, such as `Photo.scr`, or a URL. */
const fileName = /\.[a-z\d]{1,5}$|^https?:/i;

function isFamily(tag: string): boolean {
  if (fileName.test(tag)) return false;
  return /[a-z]/i.test(tag) && !fileTags.has(tag.toLowerCase()) && !/^(?:as\d+|\d|ua-|dropped-by|win-0x)/i.test(tag);
}

const malware = (name: string): { readonly name: string; readonly category: string } => ({ name, category: 'malware' });

/** A value of a row, from a table or a JSON object. */
type Cell = (name: string) => unknown;

function takeUrl(cell: Cell, sink: ListSink): void {
  const isOnline = filled(cell('url_status')) === 'online';
  const families = parts(cell('tags')).filter(isFamily);
  const url = filled(cell('url'));
  // In a damaged row, another column may be at this position.
  if (/^https?:\/\/urlhaus\.abuse\.ch\//.test(url)) {
    sink.skip({ kind: 'report' }, url);
    return;
  }
  sink.take({
    value: url,
    kind: 'threats',
    risk: isOnline ? 'high' : 'medium',
    meaning: isOnline ? 'Distributes malware' : 'Distributed malware',
    threats: families.slice(0, 10).map(malware),
    firstSeen: listDate(cell('dateadded')),
    lastSeen: listDate(cell('last_online')),
    reference: filled(cell('urlhaus_link')),
    details: details({ status: cell('url_status'), tags: parts(cell('tags')).join(', '), reporter: cell('reporter') }),
  });
}

const threatFoxTypes: ReadonlySet<string> = new Set(['ip:port', 'ip', 'domain', 'url', '']);
const threatFoxMeanings: Readonly<Record<string, string>> = {
  botnet_cc: 'Botnet C2 server',
  payload_delivery: 'Delivers malware',
  payload: 'Malware',
};

/** A hacked host is otherwise good. */
const lower: Readonly<Partial<Record<RiskLevel, RiskLevel>>> = { high: 'medium', medium: 'low', low: 'very low' };

function takeThreatFox(cell: Cell, sink: ListSink): void {
  const type = filled(cell('ioc_type'));
  const value = filled(cell('ioc_value'));
  if (!threatFoxTypes.has(type)) {
    sink.skip(/hash$/.test(type) ? { kind: 'fileHash' } : { kind: 'otherType', detail: type }, value);
    return;
  }
  const { address, port } = type === 'ip:port' ? addressAndPort(value) : { address: value };
  const confidence = toNumber(cell('confidence_level'));
  const risk = riskByConfidence(confidence ?? 0);
  const isCompromised = /^(?:true|1)$/i.test(String(cell('is_compromised')));
  const family = filled(cell('malware_printable'));
  const meaning = threatFoxMeanings[filled(cell('threat_type'))] ?? filled(cell('threat_type')).replaceAll('_', ' ');
  sink.take({
    value: address,
    kind: 'threats',
    risk: isCompromised ? (lower[risk] ?? risk) : risk,
    meaning: isCompromised ? `${meaning}, on a compromised host` : meaning,
    threats: family === '' ? [] : [malware(family)],
    confidence,
    port,
    firstSeen: listDate(cell('first_seen_utc')),
    lastSeen: listDate(cell('last_seen_utc')),
    reference: filled(cell('reference')),
    details: details({
      tags: parts(cell('tags')).join(', '),
      aliases: parts(cell('malware_alias')).join(', '),
      reporter: cell('reporter'),
    }),
  });
}

function takeFeodo(
  cell: Cell,
  names: { ip: string; port: string; status: string; first: string },
  sink: ListSink,
): void {
  const status = filled(cell(names.status));
  const isOnline = status === 'online';
  const family = filled(cell('malware'));
  const asn = filled(cell('as_number'));
  sink.take({
    value: filled(cell(names.ip)),
    kind: 'threats',
    risk: isOnline ? 'high' : 'medium',
    meaning: isOnline || status === '' ? 'Botnet C2 server' : 'Botnet C2 server, offline',
    threats: family === '' ? [] : [malware(family)],
    port: getPort(cell(names.port)),
    firstSeen: listDate(cell(names.first)),
    lastSeen: listDate(cell('last_online')),
    geoLocation: {
      country: filled(cell('country')) || undefined,
      asn: asn === '' ? undefined : `AS${asn}`,
      organization: filled(cell('as_name')) || undefined,
    },
    details: details({ status: cell(names.status), hostname: cell('hostname') }),
  });
}

const table = { cut: 'table', delimiter: ',', kind: 'threats' } as const;

/** Lists of abuse.ch: URLhaus, ThreatFox, Feodo Tracker, SSLBL, and MalwareBazaar. */
export const abuseChTables: readonly TableShape[] = [
  {
    ...table,
    id: 'urlhaus',
    recognizes: (head) => hasColumns(head, 'dateadded', 'url', 'url_status', 'threat'),
    read: takeUrl,
  },
  {
    ...table,
    id: 'threatfox',
    recognizes: (head) => hasColumns(head, 'ioc_value', 'ioc_type', 'threat_type'),
    read: takeThreatFox,
  },
  {
    ...table,
    id: 'feodo',
    recognizes: (head) => hasColumns(head, 'dst_ip', 'c2_status'),
    read: (cell, sink) => {
      takeFeodo(cell, { ip: 'dst_ip', port: 'dst_port', status: 'c2_status', first: 'first_seen_utc' }, sink);
    },
  },
  {
    // Until 2020, without a status.
    ...table,
    id: 'feodo',
    recognizes: (head) => hasColumns(head, 'dstip', 'dstport', 'lastonline', 'malware'),
    read: (cell, sink) => {
      const current = (name: string): string => cell(name === 'last_online' ? 'lastonline' : name);
      takeFeodo(current, { ip: 'dstip', port: 'dstport', status: 'status', first: 'firstseen' }, sink);
    },
  },
  {
    ...table,
    id: 'sslbl-addresses',
    recognizes: (head) => hasColumns(head, 'dstip', 'dstport'),
    read: (cell, sink, cells) => {
      // Until 2015 a third column had no name.
      const reason = filled(cell('listingreason') || (cell('firstseen') === '' ? cells[2] : ''));
      const family = reason.replace(/ C&C$/, '');
      sink.take({
        value: filled(cell('dstip')),
        kind: 'threats',
        risk: 'high',
        meaning: 'Botnet C2 server',
        threats: family === '' ? [] : [malware(family)],
        port: getPort(cell('dstport')),
        firstSeen: listDate(cell('firstseen')),
      });
    },
  },
  {
    ...table,
    id: 'sslbl-certificates',
    recognizes: (head) => hasColumns(head, 'listingdate', 'sha1'),
    read: (cell, sink) => sink.skip({ kind: 'certificateHash' }, `${cell('sha1')} ${cell('listingreason')}`),
  },
  {
    ...table,
    id: 'malwarebazaar',
    recognizes: (head) => hasColumns(head, 'sha256_hash', 'file_name'),
    read: (cell, sink) => sink.skip({ kind: 'fileHash' }, cell('sha256_hash')),
  },
];

/** Whether a value is `{"ID": [{…}]}` with rows that have these keys. */
function isExport(value: unknown, ...keys: readonly string[]): value is Record<string, readonly unknown[]> {
  if (!isRecordOfLists(value)) return false;
  const first = Object.values(value).flat().find(isObject);
  return first !== undefined && keys.every((key) => key in first);
}

const exportedRows = (value: unknown, sink: ListSink): readonly Record<string, unknown>[] =>
  isRecordOfLists(value) ? objectsIn(Object.values(value).flat(), sink) : [];

export const abuseChJson: readonly JsonShape[] = [
  {
    id: 'urlhaus-json',
    cut: 'json',
    kind: 'threats',
    recognizes: (value) => isExport(value, 'url', 'url_status'),
    read: (value, sink) => {
      for (const row of exportedRows(value, sink)) takeUrl((name) => row[name], sink);
    },
  },
  {
    id: 'threatfox-json',
    cut: 'json',
    kind: 'threats',
    recognizes: (value) => isExport(value, 'ioc_value', 'ioc_type'),
    read: (value, sink) => {
      for (const row of exportedRows(value, sink)) takeThreatFox((name) => row[name], sink);
    },
  },
  {
    // The answer of the API, with shorter names.
    id: 'threatfox-json',
    cut: 'json',
    kind: 'threats',
    recognizes: (value) => {
      const [first] = objectsIn(isObject(value) ? value['data'] : []);
      return first !== undefined && 'ioc' in first && 'ioc_type' in first && 'threat_type' in first;
    },
    read: (value, sink) => {
      const names: Readonly<Record<string, string>> = {
        ioc_value: 'ioc',
        first_seen_utc: 'first_seen',
        last_seen_utc: 'last_seen',
      };
      for (const row of objectsIn(isObject(value) ? value['data'] : [], sink))
        takeThreatFox((name) => row[names[name] ?? name], sink);
    },
  },
  {
    id: 'feodo-json',
    cut: 'json',
    kind: 'threats',
    recognizes: (value) =>
      Array.isArray(value) && isObject(value[0]) && 'ip_address' in value[0] && 'last_online' in value[0],
    read: (value, sink) => {
      const names = { ip: 'ip_address', port: 'port', status: 'status', first: 'first_seen' };
      for (const row of objectsIn(value, sink)) takeFeodo((name) => row[name], names, sink);
    },
  },
];
