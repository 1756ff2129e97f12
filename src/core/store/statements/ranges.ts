import type { PrefixLengths } from '../../indicators/identity/network';
import { type Connection, integer, type Value } from '../sqlite/sqlite';

const none: PrefixLengths = { 4: [], 6: [] };
/** Changes by other connections are checked at most this often: a sync commits many times per second. */
const recheckMillis = 1_000;

/** Caches the prefix lengths of the networks in a store until someone writes to it. */
export class Ranges {
  private connection: Connection | undefined;
  private version: Value | undefined;
  private checked = -Infinity;
  private known: PrefixLengths = none;

  constructor(private readonly now: () => number) {}

  prefixes(connection: Connection): PrefixLengths {
    const at = this.now();
    if (connection === this.connection && at - this.checked < recheckMillis && at >= this.checked) return this.known;
    const version = connection.get('PRAGMA data_version')?.['data_version'];
    if (connection !== this.connection || version !== this.version) this.known = read(connection);
    this.connection = connection;
    this.version = version;
    this.checked = at;
    return this.known;
  }
}

function read(connection: Connection): PrefixLengths {
  const rows = connection.all(
    `SELECT DISTINCT instr(key, ':') > 0 AS six, CAST(substr(key, instr(key, '/') + 1) AS INTEGER) AS prefix
     FROM indicator INDEXED BY indicator_network WHERE type = 'ip' AND instr(key, '/') > 0`,
  );
  if (rows.length === 0) return none;
  const of = (six: number): readonly number[] =>
    rows.filter((row) => row['six'] === six).map((row) => integer(row['prefix']) ?? 0);
  return { 4: of(0), 6: of(1) };
}
