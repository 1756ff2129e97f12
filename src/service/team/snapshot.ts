import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addressNumber } from '../../core/context/geoLocation';
import { canonicalAddress } from '../../core/indicators/identity/addresses';
import { containingNetworks, type PrefixLengths } from '../../core/indicators/identity/network';
import { namesAbove } from '../../core/indicators/registry/namesAbove';
import { isListedIn, noteAskedNames, takeAskedNames } from '../../core/store/listedNames';
import { isPublic, stored } from '../../core/store/geoLocations';
import type { Coverage } from '../../core/store/statements/coverage';
import { type Connection, type Row, text } from '../../core/store/sqlite/sqlite';
import { asStoreError, type Team } from './database';
import type { TeamContext } from './unit';
import { urlsOfHosts } from './records';
import { Loader } from './working/load';
import { WorkingSet } from './working/workingSet';

/**
 * Data of a team store about some indicators, as the file of an embedded store: the code that reads one reads it as
 * well, in any thread.
 */
export interface TeamSnapshot {
  readonly file: string;
  /** Adds all data about lookup keys, and about related names, networks, and URLs. */
  add(keys: Iterable<string>): Promise<void>;
  /**
   * Adds names that looked like something else while texts were searched, which asked for them. Resolves with whether any
   * of them is listed, so that a text has to be searched again.
   */
  addAskedNames(): Promise<boolean>;
  /** Removes the file. */
  close(): Promise<void>;
}

/** Keys that are read at once. */
const atOnce = 5_000;

/** Copies what is known of all sources, and of no indicator yet, into a file that only this user can read. */
export async function openSnapshot(context: TeamContext): Promise<TeamSnapshot> {
  const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-'));
  const snapshot = new Snapshot(context, folder);
  try {
    await snapshot.begin();
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw asStoreError(error);
  }
}

class Snapshot implements TeamSnapshot {
  readonly file: string;
  private readonly working: WorkingSet;
  private readonly added = new Set<string>();
  private prefixes: PrefixLengths = { 4: [], 6: [] };

  constructor(
    private readonly context: TeamContext,
    private readonly folder: string,
  ) {
    this.file = join(folder, 'store.sqlite');
    this.working = WorkingSet.create(context.now(), false, this.file);
  }

  private get connection(): Connection {
    return this.working.connection;
  }

  async begin(): Promise<void> {
    // It is gone after a crash anyway.
    this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    noteAskedNames(this.connection);
    this.prefixes = await prefixesOf(this.context.team);
    await this.load([]);
  }

  async add(keys: Iterable<string>): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => !this.added.has(key));
    for (let at = 0; at < wanted.length; at += atOnce) {
      const some = wanted.slice(at, at + atOnce);
      await this.load(some);
      for (const key of some) this.added.add(key);
    }
  }

  async addAskedNames(): Promise<boolean> {
    const names = takeAskedNames(this.connection).filter((name) => !this.added.has(name));
    await this.add(names);
    return names.some((name) => isListedIn(this.connection, name));
  }

  async close(): Promise<void> {
    this.working.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async load(keys: readonly string[]): Promise<void> {
    const around = keys.flatMap((key) => [key, ...namesAbove(key), ...containingNetworks(key, this.prefixes)]);
    try {
      // All as it was at one moment.
      await this.context.team
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (team) => {
          const urls = [...(await urlsOfHosts(team, keys)).values()].flat();
          await new Loader(team, this.working, false).load({ keys: new Set([...around, ...urls]) });
          await this.addGeoLocations(team, keys);
        });
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** The ranges of lists of locations that contain addresses. */
  private async addGeoLocations(team: Team, keys: readonly string[]): Promise<void> {
    const addresses = keys.filter((key) => canonicalAddress(key) !== undefined && isPublic(key));
    if (addresses.length === 0) return;
    const { rows } = await sql<Row>`
      SELECT DISTINCT l.id AS list_id, l.source_id, l.as_of, l.credit, l.ranges, host(r.first) AS first, host(r.last) AS last,
        p.number, p.country, p.asn, p.organization, p.city
      FROM unnest(${addresses}::text[]) AS a (address) CROSS JOIN place_list l
      CROSS JOIN LATERAL (
        SELECT first, last, place FROM place_range r
        WHERE r.list_id = l.id AND r.first <= a.address::inet ORDER BY r.first DESC LIMIT 1
      ) r
      JOIN place p ON p.list_id = l.id AND p.number = r.place
      WHERE l.complete = 1 AND r.last >= a.address::inet`.execute(team);
    const { working } = this;
    this.connection.transaction(() => {
      for (const row of rows) {
        const [first, last] = [addressNumber(text(row['first'])) ?? 0, addressNumber(text(row['last'])) ?? 0];
        const list = ['id', 'source_id', 'as_of', 'credit', 'ranges', 'complete'];
        working.insert('place_list', list, { ...row, id: row['list_id'] ?? 0, complete: 1 });
        working.insert('place', ['list_id', 'number', 'country', 'asn', 'organization', 'city'], row);
        const range = { ...row, first: stored(first), last: stored(last), place: row['number'] ?? 0 };
        working.insert('place_range', ['list_id', 'first', 'last', 'place'], range);
      }
    });
  }
}

/** The lengths of the prefixes of all networks that are stored. */
async function prefixesOf(team: Team): Promise<PrefixLengths> {
  const { rows } = await sql<{ version: number; length: number }>`
    SELECT DISTINCT CASE WHEN strpos(lookup_key, ':') > 0 THEN 6 ELSE 4 END AS version,
      split_part(lookup_key, '/', 2)::int AS length
    FROM indicator WHERE type = 'ip' AND strpos(lookup_key, '/') > 0`.execute(team);
  const of = (version: number): readonly number[] =>
    rows.filter((row) => row.version === version).map(({ length }) => length);
  return { 4: of(4), 6: of(6) };
}

/** Whether a team store has something current to check indicators against, like `coverage` of the embedded store. */
export async function teamCoverage(team: Team): Promise<Coverage> {
  const has = async (where: string): Promise<boolean> => {
    const { rows } = await sql`
      SELECT 1 FROM indicator i WHERE ${sql.raw(where)} AND EXISTS (
        SELECT 1 FROM statement a JOIN source s ON s.id = a.source_id WHERE a.key = i.key AND s.kind <> 'sample')
      LIMIT 1`.execute(team);
    return rows.length > 0;
  };
  if (await has('i.retired = 0')) return 'current';
  if (await has('true')) return 'retired';
  const { rows } = await sql`SELECT 1 FROM statement LIMIT 1`.execute(team);
  return rows.length === 0 ? 'nothing' : 'sample';
}
