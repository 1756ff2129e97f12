import type { Location } from '../locationList';

/** Who lines with an indicator are about: an address, a user, or a host. */
export interface CountedClient {
  readonly name: string;
  readonly lines: number;
  /** Seconds since 1970; 0 if they aren't known. */
  readonly first: number;
  readonly last: number;
  /** The number of files with these lines, and where the first one is in the first of them. */
  readonly files: number;
  readonly location: Location;
}

/** Who the lines of an indicator are about. */
export interface Clients {
  /** The number of different ones, or, if {@link isMore}, at least as many. */
  readonly count: number;
  readonly isMore: boolean;
  /** The most frequent ones first, some of them. */
  readonly top: readonly CountedClient[];
}

export const noClients: Clients = { count: 0, isMore: false, top: [] };

/** Clients of a row that are named in tables and exports. */
export const namedClients = 100;

/** The most frequent one first. */
export function byLines(a: CountedClient, b: CountedClient): number {
  return b.lines - a.lines || (a.name < b.name ? -1 : 1);
}

/** Clients of a text as those of a file with a number. */
export function clientsIn(file: number, { top, ...clients }: Clients): Clients {
  return { ...clients, top: top.map((client) => ({ ...client, location: { ...client.location, file } })) };
}

/** The clients of the same indicator in several texts together, which are in the order of their places. */
export function mergeClients(parts: readonly Clients[]): Clients {
  const [only = noClients, ...others] = parts.filter(({ count, isMore }) => count > 0 || isMore);
  if (others.length === 0) return only;
  const all = new Map<string, CountedClient>();
  for (const client of parts.flatMap(({ top }) => top)) {
    const { lines, first, last, files, ...known } = all.get(client.name) ?? { ...client, lines: 0, files: 0 };
    all.set(client.name, {
      ...known,
      lines: lines + client.lines,
      first: Math.min(first || client.first, client.first || first),
      last: Math.max(last, client.last),
      files: files + client.files,
    });
  }
  return {
    count: Math.max(all.size, ...parts.map(({ count }) => count)),
    isMore: parts.some(({ count, isMore, top }) => isMore || count > top.length),
    top: [...all.values()].sort(byLines),
  };
}
