import type { Location } from '../locationList';

/** The client of lines with an indicator: an address, a user, or a host. */
export interface CountedClient {
  readonly name: string;
  readonly lines: number;
  /** Seconds since 1970; 0 if they aren't known. */
  readonly first: number;
  readonly last: number;
  /** The number of files with these lines, and the place of the first line in the first of them. */
  readonly files: number;
  readonly location: Location;
}

/** The clients of the lines of an indicator. */
export interface Clients {
  /** The number of different clients, or a lower limit if {@link isMore}. */
  readonly count: number;
  readonly isMore: boolean;
  /** The most frequent ones first, some of them. */
  readonly top: readonly CountedClient[];
  /** In a part of the timeline: those that have lines before and after it, and may have others in it. */
  readonly possible?: readonly CountedClient[] | undefined;
  /** Others may be possible as well, which weren't kept. */
  readonly isMorePossible?: boolean | undefined;
}

/** A line with an indicator: its location, its time (in seconds since 1970, or 0), and its client. */
export interface IndicatorLine extends Location {
  readonly time: number;
  /** Empty if no client is known. */
  readonly client: string;
}

/** The clients of lines, which are in the order of their files. */
export function clientsOfLines(lines: readonly IndicatorLine[]): readonly CountedClient[] {
  const byName = Map.groupBy(lines, ({ client }) => client);
  byName.delete('');
  return Array.from(byName, ([name, own]) => {
    const [from, to] = [firstLine(own), own.reduce((last, { time }) => Math.max(last, time), 0)];
    const { file = 0, line = 0, column = 0, time = 0 } = from ?? {};
    const files = new Set(own.map((each) => each.file)).size;
    return { name, lines: own.length, first: time, last: to, files, location: { file, line, column } };
  }).sort(byLines);
}

/** The line with the earliest time, and of several, the first one. */
export function firstLine(lines: readonly IndicatorLine[]): IndicatorLine | undefined {
  return lines.reduce<IndicatorLine | undefined>(
    (first, each) => (first === undefined || each.time < first.time ? each : first),
    undefined,
  );
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

/** The location of the line with the earliest time; of lines with the same time in one file, the upper one. */
export function firstLocation(all: readonly Pick<CountedClient, 'first' | 'location'>[]): Location | undefined {
  const isBefore = (a: (typeof all)[number], b: (typeof all)[number]): boolean =>
    a.first === b.first && a.location.file === b.location.file
      ? a.location.line < b.location.line
      : (a.first || Infinity) < (b.first || Infinity);
  return all.reduce<(typeof all)[number] | undefined>(
    (first, each) => (first === undefined || isBefore(each, first) ? each : first),
    undefined,
  )?.location;
}

/** The clients of the same indicator in several texts together. */
export function mergeClients(parts: readonly Clients[]): Clients {
  const [only = noClients, ...others] = parts.filter(({ count, isMore }) => count > 0 || isMore);
  if (others.length === 0) return only;
  const all = new Map<string, CountedClient>();
  for (const client of parts.flatMap(({ top }) => top)) {
    const known = all.get(client.name) ?? { ...client, lines: 0, files: 0 };
    const { name, lines, first, last, files } = known;
    all.set(name, {
      name,
      location: firstLocation([known, client]) ?? client.location,
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
