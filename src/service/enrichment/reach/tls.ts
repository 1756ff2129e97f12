import { type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { canonicalAddress } from '../../../core/indicators/addresses';
import { abortReason } from '../deadline';

export interface TlsOptions {
  /** The name that was asked for: shown to the server, and what the certificate must be made out for. */
  readonly host: string;
  /** False where the certificate is to be looked at, whatever it is. */
  readonly verify: boolean;
  readonly trust?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** TLS over a connection that was made through the door. Where `verify` is false, `authorized` tells of the chain alone, not of the name. */
export function startTls(socket: Socket, { host, verify, trust, signal }: TlsOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      host,
      ...(canonicalAddress(host) === undefined ? { servername: host } : {}),
      ALPNProtocols: ['http/1.1'],
      // Old protocols are worth seeing on a suspect's host; a registry has none of them.
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
    const abort = (): void => fail(abortReason(signal));
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    // Stays, so that a late error ends no thread.
    secured.on('error', fail);
    secured.once('close', () => fail(new Error('the connection was cut')));
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', abort);
      resolve(secured);
    });
  });
}
