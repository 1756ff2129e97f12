import { deadline } from '../deadline';
import { plainText } from '../plainText';
import type { TriedPort, Environment } from '../environment';
import type { EgressGuard } from '../reach/egressGuard';
import { listen } from '../reach/listen';
import { EgressRefusedError } from '../reach/reason';

export interface OpenPort extends TriedPort {
  /** What the server said first, as one line; empty where it waits for the client. */
  readonly banner: string;
}

/** Ports tried at once: few, so that no one takes it for an attack. */
const concurrency = 4;

/**
 * Which of the ports take a connection, in ascending order. Nothing is sent to any of them. A port that is closed or
 * does not answer in time is left out; rejects with {@link EgressRefusedError} where the host must not be reached, or once cancelled.
 */
export async function findOpenPorts(
  host: string,
  ports: readonly TriedPort[],
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
): Promise<readonly OpenPort[]> {
  const waiting = [...ports];
  const open: OpenPort[] = [];
  async function tryNext(): Promise<void> {
    for (let tried = waiting.shift(); tried !== undefined; tried = waiting.shift()) {
      const banner = await bannerOf(host, tried, environment, egress, signal);
      if (banner !== undefined) open.push({ ...tried, banner });
    }
  }
  await Promise.all(Array.from({ length: concurrency }, tryNext));
  return open.sort((a, b) => a.port - b.port);
}

async function bannerOf(
  host: string,
  { port, sendsBanner }: TriedPort,
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
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

/** A server that speaks first ends its greeting with a line; those of binary protocols end in time. */
function firstLine(chunk: Buffer): boolean {
  return chunk.includes(10);
}
