import { ownValue } from '../../text/ownValue';
import { substringBefore } from '../../text/trim';
import { details, filled, listDate, withRemark } from '../cells';
import type { LineShape, ListHead, ListRow, ListSink, TableShape } from '../listRow';
import { crawlerName, isAbuse } from './crawlers';
import { isObject } from '../../stix/fields';
import { getText } from './json';

const lines = { cut: 'lines', kind: 'threats' } as const;

const isComment = (line: string): boolean => /^\s*(?:[#;]|\/\/|$)/.test(line);

/** Reports of dataplane.org, by the name of the report. */
const dataplaneMeanings: Readonly<Record<string, string>> = {
  sshclient: 'SSH connections to sensors',
  sshpwauth: 'SSH password guessing',
  sshidpw: 'SSH password guessing',
  telnetlogin: 'Telnet logins at sensors',
  vncrfb: 'VNC connections to sensors',
  sipquery: 'SIP queries to sensors',
  sipregistration: 'SIP registrations at sensors',
  sipinvitation: 'SIP invitations to sensors',
  smtpgreet: 'SMTP connections to sensors',
  smtpdata: 'Unsolicited mail to sensors',
  dnsrd: 'DNS queries to sensors',
  dnsrdany: 'DNS ANY queries to sensors',
  dnsversion: 'DNS version queries to sensors',
  proto41: 'IPv6 tunnels to sensors',
};
const guessing = /pwauth|idpw|telnetlogin/;

function readDataplane(line: string, sink: ListSink): void {
  // From the right: the name of a network may contain the delimiter.
  const cells = line.split(' | ').map((cell) => cell.trim());
  const category = cells.at(-1) ?? '';
  const hasFirst = category === 'proto41' && cells.length >= 6;
  const [address, first, last] = hasFirst ? cells.slice(-4, -1) : [cells.at(-3), undefined, cells.at(-2)];
  if (cells.length < 5 || address === undefined) {
    sink.skip({ kind: 'noIndicator' }, line);
    return;
  }
  const asn = filled(cells[0]);
  sink.take({
    value: address,
    kind: 'threats',
    risk: guessing.test(category) ? 'medium' : 'low',
    meaning: withRemark(ownValue(dataplaneMeanings, category) ?? '', category),
    firstSeen: listDate(first),
    lastSeen: listDate(last),
    geoLocation: {
      asn: asn === '' ? undefined : `AS${asn}`,
      organization: filled(cells.slice(1, hasFirst ? -4 : -3).join(' | ')) || undefined,
    },
  });
}

export const dataplane: LineShape = {
  ...lines,
  id: 'dataplane',
  recognizes: ({ data }) => data.some((line) => /^\s*(?:\d+|NA)\s+\|\s.*\s\|\s+\w+\s*$/.test(line)),
  reader: (_, sink) => (line) => {
    if (!isComment(line)) readDataplane(line, sink);
  },
};

const dshieldRow = /^(?:\d{1,3}\.){3}0\t(?:\d{1,3}\.){3}255\t24\t\d+(?:\t|\s*$)/;

/** DShield's most active networks. */
export const dshield: LineShape = {
  ...lines,
  id: 'dshield',
  recognizes: ({ lines: all, data }) =>
    all.some((line) => /^#?\s*Start\s+End\s+Net(?:mask|block)\s+Attacks/i.test(line)) ||
    (data.length > 0 && data.every((line) => dshieldRow.test(line))),
  reader: (_, sink) => (line) => {
    if (isComment(line) || /^Start\s/i.test(line)) return;
    const [first = '', last = '', , attacks = '', name, country] = line.split('\t').map((cell) => cell.trim());
    const targets = filled(attacks);
    sink.take({
      value: `${first}-${last}`,
      kind: 'threats',
      risk: 'medium',
      meaning: targets === '' ? 'Scans many targets' : `Scanned ${targets} targets`,
      geoLocation: { organization: filled(name) || undefined, country: filled(country) || undefined },
    });
  },
};

/** Exits of Tor with the time of the last test. */
export const torExits: LineShape = {
  id: 'tor-exits',
  cut: 'lines',
  kind: 'informational',
  recognizes: ({ data }) => data.some((line) => /^ExitAddress\s+\S+\s+\d{4}-/.test(line)),
  reader: (_, sink) => {
    let relay = '';
    return (line) => {
      const [kind, value = '', ...time] = line.trim().split(/\s+/);
      if (kind === 'ExitNode') relay = value;
      if (kind !== 'ExitAddress') return;
      sink.take({
        value,
        kind: 'informational',
        category: 'tor',
        meaning: 'Tor exit',
        lastSeen: listDate(time.join(' ')),
        details: details({ relay }),
      });
    };
  },
};

const address = /^[\da-f.:]+(?:\/\d{1,3})?\s*$/i;
/** Lists of bare addresses, which only the name of the file describes. */
const namedAddresses: readonly (readonly [RegExp, Pick<ListRow, 'kind' | 'category' | 'meaning'>])[] = [
  [
    /\btor\b.*\bexit|torbulkexitlist|tor[-_ ]?exit|exit[-_ ]?nodes/,
    { kind: 'informational', category: 'tor', meaning: 'Tor exit' },
  ],
  [/\bcloudflare\b.*\bips?\b/, { kind: 'knownServices', category: 'cdn', meaning: 'Cloudflare' }],
];

function namedBy(name: string): Pick<ListRow, 'kind' | 'category' | 'meaning'> | undefined {
  const crawler = crawlerName(name);
  if (crawler !== undefined) return { kind: 'knownServices', category: 'crawler', meaning: crawler };
  return isAbuse(name) ? undefined : namedAddresses.find(([pattern]) => pattern.test(name))?.[1];
}

const isAddresses = ({ data }: ListHead): boolean => data.length > 0 && data.every((line) => address.test(line));
const readNamed: LineShape['reader'] = ({ name }, sink) => {
  const who = namedBy(name);
  return (line) => {
    if (!isComment(line) && who !== undefined) sink.take({ ...who, value: line.trim() });
  };
};

/** Addresses of Tor exits, crawlers, or a CDN, in a file of that name. */
export const namedLists: readonly LineShape[] = [
  {
    id: 'named-informational',
    cut: 'lines',
    kind: 'informational',
    recognizes: (head) => namedBy(head.name)?.kind === 'informational' && isAddresses(head),
    reader: readNamed,
  },
  {
    id: 'named-harmless',
    cut: 'lines',
    kind: 'knownServices',
    recognizes: (head) => namedBy(head.name)?.kind === 'knownServices' && isAddresses(head),
    reader: readNamed,
  },
];

/** A field of the comments at the top of a list of FireHOL: its own name, or `Category`. */
function fireholField(all: readonly string[], name: string): string {
  const field = new RegExp(`^#\\s*${name}\\s*:\\s*(.*)$`, 'i');
  return filled(all.map((line) => field.exec(line)?.[1]).find((text) => text !== undefined));
}

/** FireHOL's IP lists: the comments contain the name and category of the list. It has no risk. */
export const firehol: LineShape = {
  ...lines,
  id: 'firehol',
  recognizes: (head) =>
    isAddresses(head) &&
    fireholField(head.lines, 'Category') !== '' &&
    head.lines.some((line) => /^#\s*ipv[46] hash:(?:ip|net) ipset\b/i.test(line)),
  reader: ({ lines: all }, sink) => {
    const own = /^#\s*([\w.-]+)\s*$/;
    const name = all.map((line) => own.exec(line)?.[1]).find((text) => text !== undefined) ?? 'FireHOL';
    const category = fireholField(all, 'Category');
    const isAnonymizer = category === 'anonymizers';
    const what = isAnonymizer
      ? ({ kind: 'informational', category: /\btor\b|^tor_/.test(name) ? 'tor' : 'proxy' } as const)
      : ({ kind: 'threats' } as const);
    return (line) => {
      if (!isComment(line)) sink.take({ ...what, value: line.trim(), meaning: withRemark(name, category) });
    };
  },
};

const sbl = (id: string): string | undefined =>
  /^SBL\d+$/.test(id) ? `https://check.spamhaus.org/sbl/query/${id}` : undefined;
const hijacked = 'Network hijacked or leased by criminals';

/** Spamhaus DROP as text, a network and its reference. */
export const dropText: LineShape = {
  ...lines,
  id: 'drop',
  recognizes: ({ data }) => data.some((line) => /^[\da-f.:]+\/\d+\s*;\s*SBL\d+/i.test(line)),
  reader: (_, sink) => (line) => {
    if (isComment(line)) return;
    const id = line.slice(line.indexOf(';') + 1).trim();
    sink.take({
      value: substringBefore(line, ';').trim(),
      kind: 'threats',
      risk: 'high',
      meaning: withRemark(hijacked, id),
      reference: sbl(id),
    });
  },
};

function readDropLine(line: string, sink: ListSink): void {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    sink.skip({ kind: 'invalidJson' }, line);
    return;
  }
  if (!isObject(row)) {
    sink.skip({ kind: 'notObject' }, line);
    return;
  }
  if (row['type'] === 'metadata') return;
  const network = getText(row, 'cidr');
  if (network === '' && 'asn' in row) {
    sink.skip({ kind: 'autonomousSystem' }, `AS${getText(row, 'asn')}`);
    return;
  }
  const id = getText(row, 'sblid');
  sink.take({
    value: network,
    kind: 'threats',
    risk: 'high',
    meaning: withRemark(hijacked, id),
    reference: sbl(id),
    details: details({ registry: row['rir'] }),
  });
}

/** Spamhaus DROP as JSON lines. The last line describes the list. */
export const dropLines: LineShape = {
  ...lines,
  id: 'drop-json',
  recognizes: ({ data }) =>
    /^\s*\{\s*"(?:cidr|asn|sblid|rir)"\s*:/.test(data[0] ?? '') && /"(?:cidr|asn)"\s*:/.test(data[0] ?? ''),
  reader: (_, sink) => (line) => {
    if (line.trim() !== '') readDropLine(line, sink);
  },
};

/** IPsum: an address and the number of lists that contain it. */
export const ipsum: TableShape = {
  id: 'ipsum',
  cut: 'table',
  delimiter: '\t',
  kind: 'threats',
  hasNoHeader: true,
  recognizes: ({ name, lines: all, data }) =>
    data.length > 0 &&
    data.every((line) => /^\d+\.\d+\.\d+\.\d+\t\d{1,2}\s*$/.test(line)) &&
    [name, ...all].some((line) => /ipsum|number of \(black\)lists/i.test(line)),
  read: (_, sink, [value = '', count = '']) => {
    const lists = Number(count);
    sink.take({
      value,
      kind: 'threats',
      risk: lists >= 5 ? 'high' : lists >= 3 ? 'medium' : 'low',
      meaning: lists === 1 ? 'On one list of attackers' : `On ${lists} lists of attackers`,
      details: details({ lists: count }),
    });
  },
};
