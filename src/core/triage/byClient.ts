import { getSeverity, type Triaged } from './assess';
import type { Location } from './locationList';

/** An indicator of a client, with the lines that are about both. */
export interface ClientRow {
  readonly row: Triaged;
  readonly lines: number;
  /** When the first and the last of them were written, in seconds since 1970; 0 if that isn't known. */
  readonly first: number;
  readonly last: number;
  /** The location of the first of them; absent if that isn't known. */
  readonly location?: Location;
}

/** The indicators of a client, in the order of the rows. */
export interface ClientRows {
  /** Absent for lines without a known client, or with more clients than are counted by name. */
  readonly name?: string | undefined;
  readonly rows: readonly ClientRow[];
  /** When the first and the last line was written, as in {@link ClientRow}. */
  readonly first: number;
  readonly last: number;
}

/**
 * Rows by client: the client with the most severe row first, among those the one with more rows, then with more lines
 * of them. Lines without a client come last.
 */
export function rowsByClient(rows: readonly Triaged[]): readonly ClientRows[] {
  const clients = new Map<string, ClientRow[]>();
  const others: ClientRow[] = [];
  for (const row of rows) {
    let left = row.lines;
    for (const { name, lines, first, last, location } of row.clients?.top ?? []) {
      const own = clients.get(name) ?? [];
      clients.set(name, own);
      own.push({ row, lines, first, last, location });
      left -= lines;
    }
    if (left > 0) others.push({ row, lines: left, first: 0, last: 0 });
  }
  const sorted = Array.from(clients, ([name, own]) => ({
    own,
    name,
    severity: own.reduce((most, { row }) => Math.max(most, getSeverity(row.indicator.type, row)), -Infinity),
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
  })).sort(
    (a, b) => b.severity - a.severity || b.own.length - a.own.length || b.lines - a.lines || (a.name < b.name ? -1 : 1),
  );
  return [
    ...sorted.map(({ name, own }) => clientRows(own, name)),
    ...(others.length === 0 ? [] : [clientRows(others)]),
  ];
}

/** The rows with lines about a client, with only these lines. */
export function rowsOfClient(rows: readonly Triaged[], isClient: (name: string) => boolean): readonly Triaged[] {
  return rows.flatMap((row) => {
    const client = row.clients?.top.find(({ name }) => isClient(name));
    if (client === undefined) return [];
    const { lines, first: from, last: to, files, location } = client;
    const timeline = from === 0 ? undefined : { scale: 0, first: from, counts: [lines], from, to };
    const clients = { count: 1, isMore: false, top: [client] };
    return [{ ...row, lines, timeline, files, locations: [location], clients }];
  });
}

/** Whether rows have clients that aren't named, whose lines {@link rowsByClient} has without a client. */
export function hasUnnamedClients(rows: readonly Triaged[]): boolean {
  return rows.some(({ clients }) => clients !== undefined && (clients.isMore || clients.count > clients.top.length));
}

function clientRows(rows: readonly ClientRow[], name?: string): ClientRows {
  const firsts = rows.flatMap(({ first }) => (first > 0 ? [first] : []));
  return {
    name,
    rows,
    first: firsts.reduce((a, b) => Math.min(a, b), firsts[0] ?? 0),
    last: rows.reduce((latest, { last }) => Math.max(latest, last), 0),
  };
}
