import { emptyRecord, type IndicatorRecord, type ThreatLink, type UtcMillis } from '../../records/record';
import { exactMicros } from '../../records/exactTimestamp';
import { effectiveStatementsBySource, type Subject } from '../statements/statements';
import { objectState } from './storedObjects';
import type { RiskLevel } from '../../records/risk';
import { getRisk } from '../statements/links';
import type { IndicatorType } from '../../indicators/identity/types';
import { type Connection, integer, type Row, text, type Value } from '../sqlite/sqlite';
import { groups, type Order, type SortKey } from './position';

/** One source's statement about a threat or feed, apart from links. */
interface GroupStatement {
  readonly name: string;
  readonly category?: string;
  /** Only for a threat. */
  readonly risk?: RiskLevel;
  /** The organization behind a feed. */
  readonly organization?: string;
  readonly pricing?: string;
  /** Description, aliases, and so on, as the source has them. */
  readonly details: Readonly<Record<string, unknown>>;
  /** When the source last stated it. */
  readonly asOf: UtcMillis;
}

/** The state of an original object here, as a version of it: with six fractional digits, see `exactStamp`. */
export interface Lifecycle {
  readonly revoked: boolean;
  readonly modified: string;
  /** Since when all indicators in it are retired here. */
  readonly retired?: UtcMillis;
}

/** A served object as the store knows it; the caller gives it its form. */
export type StixEntry = { readonly sortKey: SortKey } & StixSubject;

type StixSubject =
  | {
      readonly kind: 'original';
      readonly id: string;
      readonly type: string;
      readonly spec: string;
      /** As written by `exactStamp`; empty if the object has none. */
      readonly modified: string;
      /** JSON. */
      readonly body: string;
      /**
       * Present if it is retired here; in the order of changes also if it was removed from its collection or is back.
       */
      readonly lifecycle?: Lifecycle;
    }
  | { readonly kind: 'identity' | 'extension' }
  | ({ readonly kind: 'feed' | 'threat'; readonly statement: GroupStatement } & Stated)
  | ({ readonly kind: 'indicator'; readonly record: IndicatorRecord; readonly changed: UtcMillis } & Stated)
  | ({ readonly kind: 'relationship'; readonly record: IndicatorRecord; readonly threat: ThreatLink } & Stated)
  /** A removed indicator, or a removed link to a threat. */
  | ({
      readonly kind: 'withdrawn';
      readonly record: IndicatorRecord;
      readonly threat: Pick<ThreatLink, 'name' | 'category'> | undefined;
    } & Stated);

interface Stated {
  /** When it was added according to its source, or when it arrived if the source states no date. */
  readonly stated: UtcMillis;
  /** Its `modified`, with six fractional digits, if it changed here without a later version in its source. */
  readonly version?: string;
}

type Finder = (sortKey: SortKey) => StixSubject | undefined;

/** The objects at these positions, in their order; deleted ones are omitted. */
export function readEntries(
  connection: Connection,
  sortKeys: readonly SortKey[],
  order: Order = 'created',
): readonly StixEntry[] {
  const of = (group: SortKey['group']): readonly SortKey[] => sortKeys.filter((sortKey) => sortKey.group === group);
  const finders: Readonly<Record<SortKey['group'], Finder>> = {
    [groups.definition]: ({ id }) => ({ kind: id === 0 ? 'identity' : 'extension' }),
    [groups.feed]: groupFinder(connection, 'feed'),
    [groups.threat]: groupFinder(connection, 'threat'),
    [groups.indicator]: indicatorFinder(connection, of(groups.indicator)),
    [groups.original]: originalFinder(connection, of(groups.original), order),
    [groups.withdrawn]: withdrawnFinder(connection),
  };
  return sortKeys.flatMap((sortKey) => {
    const subject = finders[sortKey.group](sortKey);
    return subject === undefined ? [] : [{ sortKey, ...subject }];
  });
}

function idsOf(sortKeys: readonly SortKey[]): string {
  return JSON.stringify([...new Set(sortKeys.map(({ id }) => id))]);
}

function groupFinder(connection: Connection, kind: 'feed' | 'threat'): Finder {
  const id = kind === 'feed' ? 'fid' : 'tid';
  const own = kind === 'feed' ? 'a.organization, a.pricing' : 'a.risk';
  const sql = `SELECT n.name, a.category, ${own}, a.as_of, a.stated, a.body FROM ${kind}_assertion a JOIN ${kind} n ON n.${id} = a.${id}
    WHERE a.${id} = ? AND a.source_id = ?`;
  return (sortKey) => {
    const row = connection.get(sql, sortKey.id, sortKey.source);
    if (row === undefined) return undefined;
    const [category, organization, pricing] = [row.category, row.organization, row.pricing].map(text);
    const statement = {
      name: text(row.name),
      category: category === '' ? undefined : category,
      organization: organization === '' ? undefined : organization,
      pricing: pricing === '' ? undefined : pricing,
      risk: kind === 'threat' ? getRisk(row.risk) : undefined,
      details: JSON.parse(text(row.body)) as Readonly<Record<string, unknown>>,
      asOf: integer(row.as_of) ?? 0,
    };
    return { kind, statement, stated: integer(row.stated) ?? 0 };
  };
}

function indicatorFinder(connection: Connection, sortKeys: readonly SortKey[]): Finder {
  if (sortKeys.length === 0) return () => undefined;
  const subjects = connection
    .all('SELECT iid, value, type FROM indicator WHERE iid IN (SELECT value FROM json_each(?))', idsOf(sortKeys))
    .map((row): Subject => ({
      iid: integer(row.iid) ?? 0,
      value: text(row.value),
      type: text(row.type) as IndicatorType,
    }));
  const statements = effectiveStatementsBySource(connection, subjects);
  const dated = datesOf(connection, sortKeys);
  return ({ id, source, part }) => {
    const statement = statements.get(id)?.get(source);
    if (statement === undefined) return undefined;
    const { record, changed } = statement;
    const stated = dated(id, source, part);
    if (part === 0) return { kind: 'indicator', record, changed, ...stated };
    const threat = record.threats.find(({ tid }) => tid === part);
    return threat === undefined ? undefined : { kind: 'relationship', record, threat, ...stated };
  };
}

function datesOf(
  connection: Connection,
  sortKeys: readonly SortKey[],
): (iid: number, source: number, part: number) => Stated {
  const rows = connection.all(
    `SELECT iid, source_id, 0 AS part, stated, version FROM assertion WHERE iid IN (SELECT value FROM json_each(?1))
     UNION ALL SELECT iid, source_id, tid, NULL, version FROM threat_link
       WHERE version IS NOT NULL AND iid IN (SELECT value FROM json_each(?1))`,
    idsOf(sortKeys),
  );
  const keyOf = (...ids: readonly (Value | undefined)[]): string => JSON.stringify(ids);
  const found = new Map(rows.map((row) => [keyOf(row.iid, row.source_id, row.part), row]));
  return (iid, source, part) => {
    const version = integer(found.get(keyOf(iid, source, part))?.version);
    return {
      stated: integer(found.get(keyOf(iid, source, 0))?.stated) ?? 0,
      version: version === undefined ? undefined : exactMicros(version),
    };
  };
}

function withdrawnFinder(connection: Connection): Finder {
  return (sortKey) => {
    const row = connection.get('SELECT type, value, threat, category, stated FROM withdrawn WHERE wid = ?', sortKey.id);
    if (row === undefined) return undefined;
    const [name, category] = [text(row.threat), text(row.category)];
    return {
      kind: 'withdrawn',
      record: { ...emptyRecord(text(row.value), text(row.type) as IndicatorType), retired: true },
      threat: name === '' ? undefined : { name, category: category === '' ? undefined : category },
      stated: integer(row.stated) ?? 0,
      version: sortKey.created,
    };
  };
}

function originalFinder(connection: Connection, sortKeys: readonly SortKey[], order: Order): Finder {
  if (sortKeys.length === 0) return () => undefined;
  const rows = connection.all(
    `SELECT oid, source_id, id, type, spec, modified, state, version, date_added, body FROM stix_object
     WHERE oid IN (SELECT value FROM json_each(?))`,
    idsOf(sortKeys),
  );
  const found = new Map(rows.map((row) => [integer(row.oid), row]));
  const revisions = order === 'changed' || isAnyRetired(connection) ? revisionsOf(connection, rows) : noRevisions;
  return ({ id }) => {
    const row = found.get(id);
    if (row === undefined) return undefined;
    const lifecycle = lifecycleOf(connection, row, revisions.get(row.id));
    // Ordered by creation, active objects are served exactly as their source wrote them.
    const isIncluded = lifecycle !== undefined && (order === 'changed' || lifecycle.revoked);
    return { ...originalIn(row), ...(isIncluded ? { lifecycle } : {}) };
  };
}

function isAnyRetired(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM retirement LIMIT 1') !== undefined;
}

type Revisions = ReadonlyMap<Value | undefined, number>;
const noRevisions: Revisions = new Map();

/**
 * When objects were last removed, restored, retired, or reactivated here, by STIX ID; the latest of several sources
 * counts.
 */
function revisionsOf(connection: Connection, rows: readonly Row[]): Revisions {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  return new Map(
    connection
      .all(
        `SELECT id, max(version) AS version FROM stix_object
         WHERE id IN (SELECT value FROM json_each(?)) AND version IS NOT NULL GROUP BY id`,
        ids,
      )
      .map((row) => [row.id, integer(row.version) ?? 0]),
  );
}

function lifecycleOf(connection: Connection, row: Row, revision: number | undefined): Lifecycle | undefined {
  if (revision === undefined) return undefined;
  const retired = retiredSince(connection, row);
  const revoked = row.state === objectState.stale || retired !== undefined;
  // A later version of the source needs no version of ours.
  const isNewer = exactMicros(revision) > text(row.modified);
  const date = exactMicros(integer(row.date_added) ?? 0);
  if (!revoked && !isNewer) return undefined;
  const modified = date > text(row.modified) ? date : text(row.modified);
  return { revoked, modified, retired };
}

/** Since when all indicators in an object are retired here; undefined if one is not. */
function retiredSince(connection: Connection, row: Row): UtcMillis | undefined {
  const found = connection.get(
    `SELECT count(*) AS total, count(r.iid) AS retired, max(r.at) AS at FROM object_indicator i
     LEFT JOIN retirement r ON r.iid = i.iid AND NOT (r.reason = 'inactive' AND r.at > ?2)
     WHERE i.oid = ?1`,
    row.oid ?? 0,
    connection.now(),
  );
  return found !== undefined && found.total === found.retired ? integer(found.at) : undefined;
}

function originalIn(row: Row): StixSubject {
  const [id, type, spec] = [text(row.id), text(row.type), text(row.spec)];
  return { kind: 'original', id, type, spec, modified: text(row.modified), body: text(row.body) };
}
