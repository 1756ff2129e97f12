import { connect, type Socket } from 'node:net';
import { canonicalAddress } from '../../../core/indicators/identity/addresses';
import { isReserved } from '../../../core/indicators/registry/reserved';
import type { Indicator } from '../../../core/indicators/identity/types';
import { deadline, onAbort } from './deadline';
import type { Environment } from './environment';
import type { NameServers } from './nameServers';
import { EgressRefusedError } from './reason';

/**
 * Makes all connections of enrichment to other machines. Resolves a name for each connection, checks all of its
 * addresses, and connects to an address that was checked.
 */
export interface EgressGuard {
  /** The addresses of a host; rejects with {@link EgressRefusedError} where one of them is blocked. */
  addresses(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Opens a TCP connection. Later errors destroy the socket. */
  connect(host: string, port: number, signal: AbortSignal): Promise<Socket>;
}

/** How other machines are reached, and until when. */
export interface Reach {
  readonly environment: Environment;
  readonly egress: EgressGuard;
  readonly signal: AbortSignal;
}

export interface EgressGuardOptions {
  readonly names: NameServers;
  readonly allowAddress: (address: string) => boolean;
  /** Indicators that the user's rules block: never resolved, never connected to. */
  readonly isBlocked: (indicator: Indicator) => boolean;
  readonly connectMillis: number;
}

/** Addresses of a host that are tried. */
const maxAddresses = 3;

/** @param options how names are resolved, and what is blocked */
export function createEgressGuard({ names, allowAddress, isBlocked, connectMillis }: EgressGuardOptions): EgressGuard {
  async function addresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const literal = canonicalAddress(host.replace(/^\[(.*)\]$/, '$1'));
    const indicator: Indicator =
      literal === undefined
        ? { type: 'domain', value: host.toLowerCase().replace(/\.$/, '') }
        : { type: 'ip', value: literal };
    if (isBlocked(indicator)) throw new EgressRefusedError(`${indicator.value} is blocked by the user's rules`);
    if (literal !== undefined) return checked(indicator.value, [literal]);
    if (isReserved(indicator)) throw new EgressRefusedError(`${indicator.value} is a reserved name`);
    const answers = await Promise.all([names.a(indicator.value, signal), names.aaaa(indicator.value, signal)]);
    const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
    if (found.length > 0) return checked(indicator.value, found);
    const failed = answers.find((answer) => answer.kind === 'failed');
    throw new Error(failed === undefined ? 'the name has no address' : failed.reason);
  }

  // A single blocked address is enough: only DNS rebinding mixes public and private addresses.
  function checked(host: string, found: readonly string[]): readonly string[] {
    const forbidden = found.find((address) => !allowAddress(address));
    if (forbidden === undefined) return found;
    throw new EgressRefusedError(
      host === forbidden
        ? `${host} is not a public address`
        : `${host} resolves to ${forbidden}, which is not a public address`,
    );
  }

  return {
    addresses,
    async connect(host, port, signal) {
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new EgressRefusedError(`${port} is not a port`);
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
    const stopListening = onAbort(signal, fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      stopListening();
      // Stays attached, so that an error between two readers doesn't end the thread.
      socket.on('error', () => socket.destroy());
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
