/** One line of a log, as whoever wrote it knows it. */
interface LoggedEvent {
  /** Seconds since 1970. */
  readonly time: number;
  readonly client: string;
  readonly host: string;
  readonly path: string;
  readonly address: string;
}

/** A format of logs: its first lines, and a line for an event with the indicators that are in it. */
interface LogFormat {
  readonly name: string;
  readonly head: readonly string[];
  readonly line: (event: LoggedEvent) => string;
  /** Text before, between, and after events that aren't lines. */
  readonly around?: readonly [before: string, between: string, after: string];
  /** Contents of a line, apart from the client. */
  readonly has: readonly ('host' | 'url' | 'address')[];
}

const iso = (time: number): string => new Date(time * 1000).toISOString();
const clock = (time: number): string => iso(time).slice(11, 19);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const day = (time: number): string => String(new Date(time * 1000).getUTCDate());
const month = (time: number): string => months[new Date(time * 1000).getUTCMonth()] ?? '';
const common = (time: number): string =>
  `${day(time).padStart(2, '0')}/${month(time)}/${iso(time).slice(0, 4)}:${clock(time)} +0000`;
const syslog = (time: number): string => `${month(time)} ${day(time).padStart(2, ' ')} ${clock(time)}`;

/** Formats in which a client asks for a name, opens a URL, or connects to an address. */
export const clientLogFormats: readonly LogFormat[] = [
  {
    name: 'Squid',
    head: [],
    line: ({ time, client, host, path, address }) =>
      `${time}.123    105 ${client} TCP_MISS/200 1943 GET http://${host}${path} - HIER_DIRECT/${address} text/html`,
    has: ['host', 'url', 'address'],
  },
  {
    name: 'nginx',
    head: [],
    line: ({ time, client, host, path }) =>
      `${client} - - [${common(time)}] "GET / HTTP/1.1" 200 512 "http://${host}${path}" "curl/8.5"`,
    has: ['host', 'url'],
  },
  {
    name: 'W3C',
    head: ['#Version: 1.0', '#Fields: date time c-ip cs-method cs-uri sc-status s-ip'],
    line: ({ time, client, host, path, address }) =>
      `${iso(time).slice(0, 10)} ${clock(time)} ${client} GET http://${host}${path} 200 ${address}`,
    has: ['host', 'url', 'address'],
  },
  {
    name: 'Zeek table',
    head: ['#separator \\x09', '#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tquery'],
    line: ({ time, client, host, address }) => `${time}.100000\tCabc\t${client}\t53211\t${address}\t${host}`,
    has: ['host', 'address'],
  },
  {
    name: 'Zeek JSON',
    head: [],
    line: ({ time, client, host, address }) =>
      JSON.stringify({ ts: time + 0.5, uid: 'C1', 'id.orig_h': client, 'id.resp_h': address, query: host }),
    has: ['host', 'address'],
  },
  {
    name: 'Suricata EVE',
    head: [],
    line: ({ time, client, host, address }) =>
      JSON.stringify({
        timestamp: iso(time).replace('Z', '+0000'),
        event_type: 'tls',
        src_ip: client,
        src_port: 4711,
        dest_ip: address,
        tls: { sni: host },
      }),
    has: ['host', 'address'],
  },
  {
    name: 'ECS',
    head: [],
    line: ({ time, client, host, path }) =>
      JSON.stringify({
        '@timestamp': iso(time),
        source: { port: 4711, ip: client },
        url: { full: `http://${host}${path}`, domain: host },
      }),
    has: ['host', 'url'],
  },
  {
    name: 'CEF',
    head: [],
    line: ({ time, client, host, path, address }) =>
      `${iso(time)} CEF:0|Vendor|Proxy|1|100|Request|3|src=${client} dst=${address} request=http://${host}${path} act=allowed`,
    has: ['host', 'url', 'address'],
  },
  {
    name: 'key=value',
    head: [],
    line: ({ time, client, host, address }) =>
      `${iso(time)} devname="fw1" srcip=${client} srcport=4711 dstip=${address} hostname="${host}" action=pass`,
    has: ['host', 'address'],
  },
  {
    name: 'dnsmasq',
    head: [],
    line: ({ time, client, host }) => `${syslog(time)} gw dnsmasq[9]: query[A] ${host} from ${client}`,
    has: ['host'],
  },
  {
    name: 'BIND',
    head: [],
    line: ({ time, client, host }) =>
      `${iso(time)} queries: info: client @0x7f00 ${client}#53211 (${host}): query: ${host} IN A + (192.0.2.53)`,
    has: ['host'],
  },
  {
    name: 'CSV',
    head: ['time,client_ip,url,server'],
    line: ({ time, client, host, path, address }) => `${iso(time)},${client},http://${host}${path},${address}`,
    has: ['host', 'url', 'address'],
  },
  {
    name: 'CloudTrail',
    head: [],
    around: ['{"Records":[', ',', ']}'],
    line: (event) => JSON.stringify(cloudEvent(event)),
    has: ['host', 'address'],
  },
  {
    name: 'CloudTrail in several lines',
    head: [],
    around: ['{\n  "Records": [\n    ', ',\n    ', '\n  ]\n}'],
    line: (event) => JSON.stringify(cloudEvent(event), undefined, 2).replaceAll('\n', '\n    '),
    has: ['host', 'address'],
  },
  {
    name: 'addresses in lines of an unknown form',
    head: [],
    line: ({ time, client, address }) => `${iso(time)} traffic ${client} - ${address} done`,
    has: ['address'],
  },
];

const cloudEvent = ({ time, client, host, address }: LoggedEvent): unknown => ({
  eventVersion: '1.09',
  userIdentity: {
    type: 'IAMUser',
    principalId: 'AIDAEXAMPLE',
    sessionContext: { attributes: { note: 'x'.repeat(200) } },
  },
  eventTime: iso(time).replace('.000Z', 'Z'),
  eventName: 'ResolveName',
  sourceIPAddress: client,
  requestParameters: { hostName: host, addresses: [{ ip: address }] },
});

/** Facts about an indicator of a log that a responder needs. */
export interface Contact {
  /** Lines with the indicator; for a host, also those with its URLs. */
  readonly lines: number;
  /** Seconds since 1970. */
  readonly first: number;
  readonly last: number;
  /** The lines of each client. */
  readonly clients: Readonly<Record<string, number>>;
}

/** Returns reproducible pseudorandom numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A log of a format, and what is in it, counted while it is written: `events` lines of some clients that talk to some hosts,
 * few of them often.
 */
export function clientLog(
  format: LogFormat,
  { events, hosts, clients, seed = 1 }: { events: number; hosts: number; clients: number; seed?: number },
): { readonly text: string; readonly contacts: ReadonlyMap<string, Contact> } {
  const next = random(seed);
  const few = (count: number): number => Math.floor(count * next() ** 3);
  const contacts = new Map<string, { lines: number; first: number; last: number; clients: Record<string, number> }>();
  const lines = [...format.head];
  let time = Date.UTC(2026, 10, 20) / 1000;
  for (let at = 0; at < events; at++) {
    time += Math.floor(3 * next());
    const number = few(hosts);
    const event: LoggedEvent = {
      time,
      client: `10.1.${few(clients) >> 8}.${few(clients) & 255}`,
      host: `host-${number}.lookups-test-${number % 9}.com`,
      path: `/p${few(5)}`,
      address: `93.184.${number >> 8}.${number & 255}`,
    };
    lines.push(format.line(event));
    const values = { host: event.host, url: `http://${event.host}${event.path}`, address: event.address };
    for (const kind of format.has) {
      const contact = contacts.get(values[kind]) ?? { lines: 0, first: time, last: time, clients: {} };
      contact.lines++;
      contact.last = time;
      contact.clients[event.client] = (contact.clients[event.client] ?? 0) + 1;
      contacts.set(values[kind], contact);
    }
  }
  const [before, between, after] = format.around ?? ['', '\n', '\n'];
  return { text: before + lines.join(between) + after, contacts };
}

/** An event of a log of the format key=value; lines count from 1. */
export interface ReadEvent {
  readonly time: number;
  readonly client: string;
  readonly host: string;
  readonly line: number;
}

/** The events of a log of the format key=value, read with an expression of its own. */
export function eventsIn(text: string): readonly ReadEvent[] {
  return Array.from(
    text.matchAll(/^(\S+) .* srcip=(\S+) .*hostname="([^"]+)"/gm),
    ([, time = '', client = '', host = ''], at) => ({ time: Date.parse(time) / 1000, client, host, line: at + 1 }),
  );
}
