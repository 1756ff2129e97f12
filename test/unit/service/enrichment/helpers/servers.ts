import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { certificates, type CertificateName } from './certificates';

export interface Running {
  readonly port: number;
  /** Connections that were made. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

async function running(server: Server): Promise<Running> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Plain HTTP on loopback. */
export function startHttp(listener: RequestListener): Promise<Running> {
  return running(createHttp(listener));
}

/** HTTPS on loopback with one of the tests' certificates. */
export function startHttps(certificate: CertificateName, listener: RequestListener): Promise<Running> {
  const { key, cert } = certificates[certificate];
  const server = createHttps({ key, cert }, listener);
  server.on('tlsClientError', () => undefined);
  return running(server);
}

/** Whatever speaks over TCP. */
export function startTcp(speak: (socket: Socket) => void): Promise<Running> {
  return running(createTcp(speak));
}

/** A WHOIS server: answers the one line of a request. */
export async function startWhois(
  answer: (question: string) => string,
): Promise<Running & { readonly requested: string[] }> {
  const requested: string[] = [];
  const server = await startTcp((socket) => {
    socket.once('data', (line) => {
      const question = line.toString().trim();
      requested.push(question);
      socket.end(answer(question));
    });
  });
  return { ...server, requested };
}
