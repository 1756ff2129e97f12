/** A file of packets (pcap, raw IPv4) with conversations over TCP and DNS queries, for detection systems that replay it. */
export class Capture {
  private readonly parts: Buffer[];
  private seconds = 1_700_000_000;
  private port = 20_000;

  constructor() {
    const header = Buffer.alloc(24);
    header.writeUInt32LE(0xa1b2c3d4, 0);
    header.writeUInt16LE(2, 4);
    header.writeUInt16LE(4, 6);
    header.writeUInt32LE(65_535, 16);
    header.writeUInt32LE(101, 20);
    this.parts = [header];
  }

  /** A request over HTTP that is answered. */
  http(request: string, server = '45.83.12.7'): void {
    const reply = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    this.conversation(server, 80, Buffer.from(request, 'latin1'), reply);
  }

  /** A connection in which the server sends a number of packets. */
  download(server: string, packets: number): void {
    this.conversation(server, 443, Buffer.from('x'), Buffer.alloc(1_400 * packets, 0x61));
  }

  /** A query for the address of a name. */
  dns(name: string): void {
    const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
    const question = Buffer.from([0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 1, 0, 1]);
    const udp = Buffer.alloc(8);
    udp.writeUInt16BE(this.port++, 0);
    udp.writeUInt16BE(53, 2);
    udp.writeUInt16BE(8 + question.length, 4);
    this.packet(client, '45.83.12.53', 17, Buffer.concat([udp, question]));
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }

  private conversation(server: string, port: number, request: Buffer, reply: Buffer): void {
    const local = this.port++;
    const [syn, ack, push, fin] = [0x02, 0x10, 0x18, 0x11];
    let [sent, received] = [1_000, 5_000];
    const send = (flags: number, data: Buffer = Buffer.alloc(0)): void => {
      this.segment(client, server, local, port, sent, received, flags, data);
      sent += data.length + (flags === syn || flags === fin ? 1 : 0);
    };
    const receive = (flags: number, data: Buffer = Buffer.alloc(0)): void => {
      this.segment(server, client, port, local, received, sent, flags, data);
      received += data.length + (flags === (syn | ack) || flags === fin ? 1 : 0);
    };
    send(syn);
    receive(syn | ack);
    send(ack);
    for (let at = 0; at < request.length; at += 1_400) send(push, request.subarray(at, at + 1_400));
    for (let at = 0; at < reply.length; at += 1_400) {
      receive(push, reply.subarray(at, at + 1_400));
      send(ack);
    }
    send(fin);
    receive(fin);
    send(ack);
  }

  private segment(
    from: string,
    to: string,
    fromPort: number,
    toPort: number,
    sequence: number,
    acknowledged: number,
    flags: number,
    data: Buffer,
  ): void {
    const tcp = Buffer.alloc(20);
    tcp.writeUInt16BE(fromPort, 0);
    tcp.writeUInt16BE(toPort, 2);
    tcp.writeUInt32BE(sequence, 4);
    tcp.writeUInt32BE(acknowledged, 8);
    tcp[12] = 0x50;
    tcp[13] = flags;
    tcp.writeUInt16BE(65_535, 14);
    this.packet(from, to, 6, Buffer.concat([tcp, data]));
  }

  /** Leaves checksums empty: programs that replay the file are set not to check them. */
  private packet(from: string, to: string, protocol: number, payload: Buffer): void {
    const ip = Buffer.alloc(20);
    ip[0] = 0x45;
    ip.writeUInt16BE(20 + payload.length, 2);
    ip[8] = 64;
    ip[9] = protocol;
    Buffer.from(from.split('.').map(Number)).copy(ip, 12);
    Buffer.from(to.split('.').map(Number)).copy(ip, 16);
    const header = Buffer.alloc(16);
    header.writeUInt32LE(this.seconds++, 0);
    header.writeUInt32LE(20 + payload.length, 8);
    header.writeUInt32LE(20 + payload.length, 12);
    this.parts.push(header, ip, payload);
  }
}

const client = '10.0.0.5';
