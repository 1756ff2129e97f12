import { toJson } from './json';
import { sql } from 'kysely';
import { hostAddress, withGeoLocation } from '../../core/context/geoLocation';
import type { IndicatorRecord } from '../../core/records/record';
import { type Connection, integer } from '../../core/store/sqlite/sqlite';
import { type FoundValue, getFoundValues } from '../../core/store/statements/foundValues';
import { maxListedUrls, withListedUrls } from '../../core/store/statements/listedUrls';
import { forEachName, mergedRecord, withLocalIds } from '../../core/store/statements/records';
import { type Subject, subjectByKey } from '../../core/store/statements/statements';
import type { Team } from './database';
import { toHexKey, getKey } from './keys';
import { getGeoLocations } from './geoLocations';
import { reading, type TeamContext } from './unit';
import { eachKey } from './working/load';

/** Records that are merged at once. */
const atOnce = 1_000;

/** Records of the team store with local IDs, by lookup key, for those that it has. */
export async function recordsByKey(
  context: TeamContext,
  keys: readonly string[],
): Promise<ReadonlyMap<string, IndicatorRecord>> {
  const known = await withKnowledge(context.team, keys);
  const records = new Map<string, IndicatorRecord>();
  for (let at = 0; at < known.length; at += atOnce) {
    const some = known.slice(at, at + atOnce);
    for (const [key, record] of await readRecords(context, some, true)) records.set(key, record);
  }
  return records;
}

/** A known key: that of an indicator, or of a host with known URLs. */
interface KnownKey {
  readonly key: string;
  readonly urls: readonly string[];
}

/** The keys among some that anything is known about, in the same order. Most keys of a log are unknown. */
async function withKnowledge(team: Team, keys: readonly string[]): Promise<readonly KnownKey[]> {
  const hexes = new Map(keys.map((key) => [toHexKey(key), key]));
  const { rows } = await sql<{ hex: string }>`
    SELECT encode(k.key, 'hex') AS hex FROM ${eachKey([...hexes.keys()])} CROSS JOIN LATERAL (
      SELECT 1 FROM indicator t WHERE t.key = k.key UNION ALL SELECT 1 FROM host_url t WHERE t.key = k.key LIMIT 1) found
  `.execute(team);
  const found = new Set(rows.map(({ hex }) => hex));
  const known = [...hexes].flatMap(([hex, key]) => (found.has(hex) ? [key] : []));
  const urls = await urlsOfHosts(team, known);
  return known.map((key) => ({ key, urls: urls.get(key) ?? [] }));
}

/** The keys of URLs on the hosts among some keys, of each as many as are counted. */
export async function urlsOfHosts(
  team: Team,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const hosts = new Map(keys.filter((key) => !key.includes('/')).map((key) => [toHexKey(key), key]));
  if (hosts.size === 0) return new Map();
  const { rows } = await sql<{ hex: string; lookup_key: string }>`
    SELECT encode(k.key, 'hex') AS hex, u.lookup_key FROM ${eachKey([...hosts.keys()])} CROSS JOIN LATERAL (
      SELECT t.lookup_key FROM host_url t WHERE t.key = k.key ${inUrlOrder} LIMIT ${maxListedUrls}) u`.execute(team);
  const byHex = Map.groupBy(rows, ({ hex }) => hex);
  return new Map([...hosts].map(([hex, key]) => [key, (byHex.get(hex) ?? []).map((row) => row.lookup_key)]));
}

/** The order of lookup keys, by an index that has the beginning of each. */
const inUrlOrder = sql`ORDER BY left(t.lookup_key, 300), t.lookup_key`;

/** Reads the records of some keys; `isWhole` adds statements of URL lists about hosts. */
function readRecords(
  context: TeamContext,
  known: readonly KnownKey[],
  isWhole: boolean,
): Promise<readonly (readonly [string, IndicatorRecord])[]> {
  const { team } = context;
  const all = known.flatMap(({ key, urls }) => [key, ...(isWhole ? urls : [])]);
  return reading(context, { keys: all }, async (connection) => {
    const merged = known.map(({ key }) => {
      const subject = subjectByKey(connection, key);
      const record = subject === undefined ? undefined : mergedRecord(connection, subject);
      return { key, own: subject === undefined || record === undefined ? undefined : { subject, record } };
    });
    const named = await namedIds(
      team,
      merged.flatMap(({ key, own }) => (own === undefined ? [] : [{ key, record: own.record }])),
    );
    const records = merged.flatMap(({ key, own }) => {
      const record = own === undefined ? undefined : withIds(connection, own.record, own.subject, named);
      const full = isWhole ? withListedUrls(connection, key, record) : record;
      return full === undefined ? [] : [[key, full] as const];
    });
    const geoLocations = await getGeoLocations(
      team,
      records.flatMap(([, record]) => hostAddress(record) ?? []),
    );
    const reader = { geoLocationOf: (address: string) => geoLocations.get(address) };
    return records.map(([key, record]) => [key, withGeoLocation(record, reader)] as const);
  });
}

function withIds(
  connection: Connection,
  record: IndicatorRecord,
  subject: Subject,
  named: ReadonlyMap<string, number>,
): IndicatorRecord {
  return withLocalIds(record, subject, {
    qid: () => undefined,
    iid: (key) => integer(connection.get('SELECT iid FROM indicator WHERE key = ?', key)?.iid),
    named: (kind, name) => named.get(`${kind}\n${name}`),
  });
}

/** The IDs of what records name, by kind and name. */
export async function namedIds(
  team: Team,
  records: readonly { readonly key: string; readonly record: IndicatorRecord }[],
): Promise<ReadonlyMap<string, number>> {
  const names = new Map<string, { readonly kind: string; readonly id: string }>();
  for (const { key, record } of records)
    forEachName(key, record, (kind, name) => names.set(`${kind}\n${name}`, { kind, id: toHexKey(name) }));
  if (names.size === 0) return new Map();
  const { rows } = await sql<{ own: number; kind: string; id: string }>`
    SELECT n.id AS own, r.kind, r.id FROM json_to_recordset(${toJson([...names.values()])}::json) AS r (kind text, id text)
    JOIN own_name n ON n.kind = r.kind AND n.name_id = decode(r.id, 'hex')`.execute(team);
  const numbers = new Map(rows.map(({ own, kind, id }) => [`${kind}\n${id}`, own]));
  return new Map(
    [...names].flatMap(([name, { kind, id }]) => {
      const number = numbers.get(`${kind}\n${id}`);
      return number === undefined ? [] : [[name, number] as const];
    }),
  );
}

/** The record by its local ID. */
export async function recordByIid(context: TeamContext, iid: number): Promise<IndicatorRecord | undefined> {
  const key = await keyByIid(context.team, iid);
  return key === undefined ? undefined : (await recordsByKey(context, [key])).get(key);
}

async function keyByIid(team: Team, iid: number): Promise<string | undefined> {
  const { rows } = await sql<{ lookup_key: string }>`SELECT lookup_key FROM indicator WHERE iid = ${iid}`.execute(team);
  return rows[0]?.lookup_key;
}

/** URLs on a host, given by its `lookupKey`, with any scheme and port, ordered by key. */
export async function urlsOnHost(
  context: TeamContext,
  host: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly IndicatorRecord[]> {
  const { rows } = await sql<{ lookup_key: string }>`
    SELECT t.lookup_key FROM host_url t WHERE t.key = ${getKey(host)} AND t.lookup_key ~ '^(?:https?|ftp)://'
    ${inUrlOrder} LIMIT ${limit} OFFSET ${offset}`.execute(context.team);
  const known = rows.map(({ lookup_key: key }) => ({ key, urls: [] }));
  return (await readRecords(context, known, false)).map(([, record]) => record);
}

/** All property values that scans of an indicator found, most recently seen first. */
export async function foundValuesByIid(context: TeamContext, iid: number): Promise<readonly FoundValue[]> {
  const key = await keyByIid(context.team, iid);
  if (key === undefined) return [];
  return reading(context, { keys: [key], foundValues: true }, (connection) => getFoundValues(connection, iid));
}
