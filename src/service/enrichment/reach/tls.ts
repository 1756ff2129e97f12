import type { Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { canonicalAddress } from '../../../core/indicators/identity/addresses';
import { onAbort } from './deadline';

export interface TlsOptions {
  /** The requested name: sent to the server, and checked against the certificate. */
  readonly host: string;
  /** False to inspect a certificate that may be invalid. */
  readonly verify: boolean;
  readonly trust?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Starts TLS on a connection of the egress guard. Without `verify`, `authorized` covers only the chain, not the name.
 */
export function startTls(socket: Socket, { host, verify, trust, signal }: TlsOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      host,
      ...(canonicalAddress(host) === undefined ? { servername: host } : {}),
      ALPNProtocols: ['http/1.1'],
      // Old protocols are worth detecting on a suspicious host; registries don't use them.
      minVersion: verify ? 'TLSv1.2' : 'TLSv1',
      rejectUnauthorized: verify,
      ...(verify ? {} : { checkServerIdentity: () => undefined }),
      ...(trust === undefined ? {} : { ca: [...trust] }),
    });
    const fail = (error: Error): void => {
      secured.destroy();
      socket.destroy();
      reject(error);
    };
    const stopListening = onAbort(signal, fail);
    // Stays attached, so that a late error doesn't end the thread.
    secured.on('error', fail);
    secured.once('close', () => fail(new Error('the connection was closed')));
    secured.once('secureConnect', () => {
      stopListening();
      resolve(secured);
    });
  });
}
