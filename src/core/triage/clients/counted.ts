/** Who lines with an indicator are about: an address, a user, or a host. */
export interface CountedClient {
  readonly name: string;
  readonly lines: number;
  /** Seconds since 1970; 0 if they aren't known. */
  readonly first: number;
  readonly last: number;
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

/** The clients of the same indicator in several texts together. */
export function mergeClients(parts: readonly Clients[]): Clients {
  const [only = noClients, ...others] = parts.filter(({ count, isMore }) => count > 0 || isMore);
  if (others.length === 0) return only;
  const all = new Map<string, CountedClient>();
  for (const client of parts.flatMap(({ top }) => top)) {
    const { name, lines, first, last } = all.get(client.name) ?? { ...client, lines: 0 };
    all.set(name, {
      name,
      lines: lines + client.lines,
      first: Math.min(first || client.first, client.first || first),
      last: Math.max(last, client.last),
    });
  }
  return {
    count: Math.max(all.size, ...parts.map(({ count }) => count)),
    isMore: parts.some(({ count, isMore, top }) => isMore || count > top.length),
    top: [...all.values()].sort(byLines),
  };
}
