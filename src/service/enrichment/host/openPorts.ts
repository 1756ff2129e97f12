import { deadline } from '../reach/deadline';
import { plainText } from '../reach/plainText';
import type { TriedPort } from '../reach/environment';
import type { Reach } from '../reach/egressGuard';
import { listen } from '../reach/listen';
import { EgressRefusedError } from '../reach/reason';

export interface OpenPort extends TriedPort {
  /** The banner of the server as one line; empty where it waits for the client. */
  readonly banner: string;
}

/** Few ports at once, so that it doesn't look like an attack. */
const concurrency = 4;

/**
 * Returns the ports that accept a connection, in ascending order; nothing is sent to them. Rejects with {@link
 * EgressRefusedError} where the host is blocked, or when canceled.
 */
export async function findOpenPorts(
  host: string,
  ports: readonly TriedPort[],
  reach: Reach,
): Promise<readonly OpenPort[]> {
  const waiting = [...ports];
  const open: OpenPort[] = [];
  async function tryNext(): Promise<void> {
    for (let tried = waiting.shift(); tried !== undefined; tried = waiting.shift()) {
      const banner = await bannerOf(host, tried, reach);
      if (banner !== undefined) open.push({ ...tried, banner });
    }
  }
  await Promise.all(Array.from({ length: concurrency }, tryNext));
  return open.sort((a, b) => a.port - b.port);
}

async function bannerOf(
  host: string,
  { port, sendsBanner }: TriedPort,
  { environment, egress, signal }: Reach,
): Promise<string | undefined> {
  const limit = deadline(signal, environment.limits.portMillis);
  try {
    const socket = await egress.connect(host, port, limit);
    if (!sendsBanner) {
      socket.destroy();
      return '';
    }
    const greeting = await listen(socket, environment.limits.bannerBytes, limit, firstLine);
    signal.throwIfAborted();
    return plainText(greeting.toString('utf8'), environment.limits.bannerBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EgressRefusedError) throw error;
    return undefined;
  }
}

/** A text banner ends with a line; reading that of a binary protocol ends with the timeout. */
function firstLine(chunk: Buffer): boolean {
  return chunk.includes(10);
}
