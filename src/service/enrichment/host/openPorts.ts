import { deadline } from '../deadline';
import { plainText } from '../plainText';
import type { TriedPort, World } from '../ports';
import type { Door } from '../reach/door';
import { listen } from '../reach/listen';
import { Refused } from '../reach/reason';

export interface OpenPort extends TriedPort {
  /** What the server said first, as one line; empty where it waits for the client. */
  readonly banner: string;
}

/** Ports tried at once: few, so that no one takes it for an attack. */
const AT_ONCE = 4;

/**
 * Which of the ports take a connection, in ascending order. Nothing is sent to any of them. A port that is closed or
 * does not answer in time is left out; rejects with {@link Refused} where the host must not be reached, or once cancelled.
 */
export async function findOpenPorts(
  host: string,
  ports: readonly TriedPort[],
  world: World,
  door: Door,
  signal: AbortSignal,
): Promise<readonly OpenPort[]> {
  const waiting = [...ports];
  const open: OpenPort[] = [];
  async function tryNext(): Promise<void> {
    for (let tried = waiting.shift(); tried !== undefined; tried = waiting.shift()) {
      const banner = await bannerOf(host, tried, world, door, signal);
      if (banner !== undefined) open.push({ ...tried, banner });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext));
  return open.sort((a, b) => a.port - b.port);
}

async function bannerOf(
  host: string,
  { port, speaksFirst }: TriedPort,
  world: World,
  door: Door,
  signal: AbortSignal,
): Promise<string | undefined> {
  const limit = deadline(signal, world.limits.portMillis);
  try {
    const socket = await door.connect(host, port, limit);
    if (!speaksFirst) {
      socket.destroy();
      return '';
    }
    const said = await listen(socket, world.limits.bannerBytes, limit, firstLine);
    signal.throwIfAborted();
    return plainText(said.toString('utf8'), world.limits.bannerBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refused) throw error;
    return undefined;
  }
}

/** A server that speaks first ends its greeting with a line; those of binary protocols end in time. */
function firstLine(chunk: Buffer): boolean {
  return chunk.includes(10);
}
