import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { ipv6Groups } from '../../../../../src/core/indicators/identity/addresses';

/** The records of a name in a zone. Other names don't exist; `silent` and `garbage` are faults. */
export interface Entries {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly mx?: readonly (readonly [number, string])[];
  readonly ns?: readonly string[];
  readonly txt?: readonly string[];
  readonly ptr?: readonly string[];
  readonly fault?: 'silent' | 'garbage' | 'refused';
}

export interface DnsServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** `TYPE name` of every question, in order. */
  readonly requested: string[];
  /** The answers; a function is called with the number of queries so far. */
  zone: Record<string, Entries | ((count: number) => Entries)>;
  stop(): Promise<void>;
}

const types: Readonly<Record<number, Exclude<keyof Entries, 'fault'>>> = {
  1: 'a',
  2: 'ns',
  12: 'ptr',
  15: 'mx',
  16: 'txt',
  28: 'aaaa',
};

function nameBytes(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function dataOf(type: string, entry: string | readonly [number, string]): Buffer {
  if (typeof entry !== 'string') {
    const [priority, host] = entry;
    return Buffer.concat([Buffer.from([priority >> 8, priority & 255]), nameBytes(host)]);
  }
  if (type === 'a') return Buffer.from(entry.split('.').map(Number));
  if (type === 'aaaa') return Buffer.from((ipv6Groups(entry) ?? []).flatMap((group) => [group >> 8, group & 255]));
  if (type === 'txt') return Buffer.concat([Buffer.from([Buffer.byteLength(entry)]), Buffer.from(entry)]);
  return nameBytes(entry);
}

function record(code: number, data: Buffer): Buffer {
  // Name by pointer to the question, class IN, a minute to live.
  return Buffer.concat([
    Buffer.from([0xc0, 12, code >> 8, code & 255, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]),
    data,
  ]);
}

/** A name server on loopback (UDP) that answers from a zone. */
export async function startDnsServer(zone: DnsServer['zone'] = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const requested: string[] = [];
  const server: DnsServer = {
    get address() {
      return `127.0.0.1:${socket.address().port}`;
    },
    requested,
    zone,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (query, { address, port }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const code = query.readUInt16BE(at + 1);
    const question = query.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    const type = types[code];
    const key = `${(type ?? String(code)).toUpperCase()} ${name}`;
    requested.push(key);
    const found = server.zone[name];
    const entries =
      typeof found === 'function' ? found(requested.filter((question) => question === key).length) : found;
    if (entries?.fault === 'silent') return;
    if (entries?.fault === 'garbage') {
      socket.send(
        Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80]), Buffer.alloc(3, 255)]),
        port,
        address,
      );
      return;
    }
    const answers = type === undefined ? [] : (entries?.[type] ?? []).map((entry) => record(code, dataOf(type, entry)));
    const status = entries === undefined ? 3 : entries.fault === 'refused' ? 5 : 0;
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 | status, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, question, ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return server;
}
