import { connect, type Socket } from 'node:net';
import { canonicalAddress } from '../../../core/indicators/addresses';
import { isReserved } from '../../../core/indicators/reserved';
import type { Indicator } from '../../../core/indicators/types';
import { deadline, abortReason } from '../deadline';
import type { NameServers } from '../names/nameServers';
import { EgressRefusedError } from './reason';

/**
 * The only way from here to another machine: every connection of registries, pages, banners and certificates begins at it.
 * A name is resolved anew for each connection, all of its addresses are checked, and the connection goes to an address that was checked.
 */
export interface EgressGuard {
  /** The addresses behind a host, each of them one that may be reached; rejects with {@link EgressRefusedError} otherwise. */
  addresses(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** A TCP connection; its errors after that are the caller's to hear, none of them goes unheard. */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>;
}

export interface EgressGuardOptions {
  readonly names: NameServers;
  readonly allowAddress: (address: string) => boolean;
  /** What the user keeps to the machine: never resolved, never connected to. */
  readonly isBlocked: (indicator: Indicator) => boolean;
  readonly connectMillis: number;
}

/** Addresses of one host that are tried, one after the other. */
const maxAddresses = 3;

/** @param parts how names are resolved, and what must not be reached */
export function createEgressGuard({ names, allowAddress, isBlocked, connectMillis }: EgressGuardOptions): EgressGuard {
  async function addresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const literal = canonicalAddress(host.replace(/^\[(.*)\]$/, '$1'));
    const indicator: Indicator =
      literal === undefined
        ? { type: 'domain', value: host.toLowerCase().replace(/\.$/, '') }
        : { type: 'ip', value: literal };
    if (isBlocked(indicator)) throw new EgressRefusedError(`${indicator.value} is kept to this machine`);
    if (literal !== undefined) return checked(indicator.value, [literal]);
    if (isReserved(indicator)) throw new EgressRefusedError(`${indicator.value} is a reserved name`);
    const answers = await Promise.all([names.a(indicator.value, signal), names.aaaa(indicator.value, signal)]);
    const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
    if (found.length > 0) return checked(indicator.value, found);
    const failed = answers.find((answer) => answer.kind === 'failed');
    throw new Error(failed === undefined ? 'there is no address behind the name' : failed.reason);
  }

  // One address that must not be reached is enough: public names do not mix the two, attempts to get in do.
  function checked(host: string, found: readonly string[]): readonly string[] {
    const forbidden = found.find((address) => !allowAddress(address));
    if (forbidden === undefined) return found;
    throw new EgressRefusedError(
      host === forbidden
        ? `${host} is not a public address`
        : `${host} leads to ${forbidden}, which is not a public address`,
    );
  }

  return {
    addresses,
    async connect(host, port, signal) {
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new EgressRefusedError(`${port} is no port`);
      let failure: unknown;
      for (const address of (await addresses(host, signal)).slice(0, maxAddresses)) {
        try {
          return await connectTo(address, port, deadline(signal, connectMillis));
        } catch (error) {
          signal.throwIfAborted();
          failure ??= error;
        }
      }
      throw failure;
    },
  };
}

function connectTo(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const abort = (): void => fail(abortReason(signal));
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort);
      // Stays, so that an error between two readers ends no thread.
      socket.on('error', () => socket.destroy());
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
