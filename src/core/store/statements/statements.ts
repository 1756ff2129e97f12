import type { IndicatorType } from '../../indicators/identity/types';
import type { SourceKind } from '../../records/knowledge';
import { unpackRecord } from '../sqlite/body';
import { getBody } from '../sqlite/bodyTemplates';
import {
  feedLink,
  feedLinksOfManySql,
  feedLinksSql,
  getRisk,
  threatLink,
  threatLinksOfManySql,
  threatLinksSql,
} from './links';
import { describesIn, withListRating } from './listRating';
import { aboutNameItself } from './nameReach';
import { creditIn, creditSql } from './sourceCredit';
import type { SourceStatement } from './merge';
import { type Connection, integer, type Row, text, type Value } from '../sqlite/sqlite';
import { formatRetirement, type RetirementKind } from './retirementReason';
import { omit } from './omit';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { exactMillis } from '../../records/exactTimestamp';
import { expiredReason } from '../../stix/indicatorRecord';
import type { RiskLevel } from '../../records/risk';
import { isFixedMarking, markingName, getMarkings, withMarkingNames } from '../../stix/tlp';
import type { StixObject } from '../../stix/fields';

/** The columns of an `indicator` row that its assertions need. */
export interface Subject {
  readonly iid: number;
  readonly value: string;
  readonly type: IndicatorType;
}

/** A retirement that overrides the sources. */
interface Retirement {
  readonly at: number;
  readonly reason: string;
}

function retirementOf(connection: Connection, iid: number): Retirement | undefined {
  const row = connection.get('SELECT at, reason FROM retirement WHERE iid = ?', iid);
  return row === undefined ? undefined : retirementIn(row, connection.now());
}

/** Reads a retirement. One by age at a time in the future is ignored, since it came from a wrong clock. */
function retirementIn(row: Row, now: UtcMillis): Retirement | undefined {
  const at = integer(row.at) ?? 0;
  const reason = text(row.reason);
  return at > now && reason === ('inactive' satisfies RetirementKind) ? undefined : { at: Math.min(at, now), reason };
}

/** The record of an object without an expiry that a wrong clock caused. */
function withoutEarlyExpiry(record: IndicatorRecord, now: UtcMillis): IndicatorRecord {
  const { retired: until } = record.timestamps;
  if (!record.retired || record.retiredReason !== expiredReason || until === undefined || until <= now) return record;
  const active = omit(record, 'retiredReason');
  return { ...active, retired: false, timestamps: omit(record.timestamps, 'retired') };
}

function asRetired(statement: SourceStatement, { at, reason }: Retirement): SourceStatement {
  if (statement.record.retired) return statement;
  const { record } = statement;
  return {
    ...statement,
    record: {
      ...record,
      retired: true,
      retiredReason: formatRetirement(reason),
      timestamps: { ...record.timestamps, retired: at },
    },
  };
}

/**
 * Statements of all local sources about an indicator, with its retirement applied, by the newest version of each
 * object; for `own` and `isRaw` see {@link getStatements}.
 */
export function getEffectiveStatements(
  connection: Connection,
  subject: Subject,
  own: boolean,
  isRaw = false,
): readonly SourceStatement[] {
  const retirement = retirementOf(connection, subject.iid);
  const bySource = statementsBySource(connection, subject, own, isRaw);
  const statements = withoutOutdated(connection, subject.iid, bySource);
  return retirement === undefined ? statements : statements.map((statement) => asRetired(statement, retirement));
}

/** Forms of lists that have, for each name, whether it is about those below as well (`core/lists/shapes`). */
const shapesWithReach: ReadonlySet<string> = new Set(['rpz', 'adblock']);

/** A mirror's data is as of its last sync, even if that found it unchanged. */
const assertions = `
  SELECT a.iid, a.source_id, a.created, a.changed, a.body, s.kind, s.name, s.risk, s.ages,
    s.details ->> 'describes' AS describes, s.details ->> 'shape' AS shape, ${creditSql} AS credit,
    CASE s.kind WHEN 'mirror' THEN s.as_of ELSE a.as_of END AS as_of
  FROM assertion a JOIN source s ON s.id = a.source_id`;

/** The default risk of a source; undefined if it has none. */
export function riskOrNone(value: Value | undefined): RiskLevel | undefined {
  return typeof value === 'number' ? getRisk(value) : undefined;
}

function statementFrom(
  connection: Connection,
  row: Row,
  { value, type }: Subject,
  links: {
    readonly threats: readonly Row[];
    readonly feeds: readonly Row[];
    readonly own: boolean;
    readonly isRaw?: boolean;
  },
): SourceStatement {
  const isOfSource = (link: Row): boolean => link['source_id'] === row['source_id'];
  const record = unpackRecord(getBody(connection, text(row['body'])), value, type, {
    threats: links.threats.filter(isOfSource).map((link) => threatLink(link, links.own)),
    feeds: links.feeds.filter(isOfSource).map((link) => feedLink(link, links.own)),
  });
  const name = text(row['name']);
  // A date in the future is one of a wrong clock: it counts as now.
  const now = connection.now();
  const past = (column: string): UtcMillis => Math.min(integer(row[column]) ?? 0, now);
  const asOf = past('as_of');
  const credit = creditIn(row['credit']);
  const listRating = {
    name,
    risk: riskOrNone(row['risk']),
    ages: row['ages'] === 1,
    describes: describesIn(row['describes']),
  };
  const marked = withMarkings(connection, integer(row['source_id']) ?? 0, withoutEarlyExpiry(record, now));
  const rated = withListRating(marked, listRating, asOf, now);
  return {
    kind: 'known',
    source: { kind: text(row['kind']) as SourceKind, name },
    asOf,
    created: past('created'),
    changed: past('changed'),
    detail: 'full',
    ...(links.isRaw === true && shapesWithReach.has(text(row['shape'])) ? { saysReach: true } : {}),
    record: {
      ...(links.isRaw === true ? rated : aboutNameItself(rated)),
      ...credit,
    },
  };
}

/**
 * Statements of all local sources about an indicator. `own` includes the local IDs of threats and feeds, which mean
 * nothing outside the local service. `isRaw` returns statements about subdomains of a name as if they were about the
 * name itself.
 */
export function getStatements(
  connection: Connection,
  subject: Subject,
  own: boolean,
  isRaw = false,
): readonly SourceStatement[] {
  return [...statementsBySource(connection, subject, own, isRaw).values()];
}

/** {@link getStatements} by source ID. */
function statementsBySource(
  connection: Connection,
  subject: Subject,
  own: boolean,
  isRaw: boolean,
): ReadonlyMap<number, SourceStatement> {
  const rows = connection.all(`${assertions} WHERE a.iid = ?`, subject.iid);
  if (rows.length === 0) return new Map();
  const threats = connection.all(threatLinksSql, subject.iid);
  const feeds = connection.all(feedLinksSql, subject.iid);
  return new Map(
    rows.map((row) => [
      integer(row['source_id']) ?? 0,
      statementFrom(connection, row, subject, { threats, feeds, own, isRaw }),
    ]),
  );
}

/**
 * The statements without those by an object of which another source has a later version: `modified` decides which version is
 * valid (STIX 2.1, 3.6), not the order in which sources delivered them. A statement by several objects stays.
 */
export function withoutOutdated(
  connection: Connection,
  iid: number,
  bySource: ReadonlyMap<number, SourceStatement>,
): readonly SourceStatement[] {
  const all = [...bySource];
  if (all.length < 2) return [...bySource.values()];
  const isOutdated = ([sourceId, { record }]: readonly [number, SourceStatement]): boolean => {
    const { id } = record.other;
    if (typeof id !== 'string') return false;
    const others = all.filter(([other, statement]) => other !== sourceId && statement.record.other['id'] === id);
    if (others.length === 0) return false;
    const version = versionOf(connection, sourceId, id, record);
    const hasLater = others.some(([other, statement]) => versionOf(connection, other, id, statement.record) > version);
    return version !== '' && hasLater && objectsAbout(connection, iid, sourceId) === 1;
  };
  return all.filter((each) => !isOutdated(each)).map(([, statement]) => statement);
}

/**
 * The version of an object as a date that can be compared; empty if it has none. The dates that it gives for its indicator may
 * be older than its version.
 */
function versionOf(connection: Connection, sourceId: number, id: string, { timestamps }: IndicatorRecord): string {
  const row = connection.get('SELECT modified FROM stix_object WHERE id = ? AND source_id = ?', id, sourceId);
  const modified = text(row?.['modified']);
  return modified === '' && timestamps.updated !== undefined ? exactMillis(timestamps.updated) : modified;
}

/** The number of STIX objects by which a source knows an indicator. */
function objectsAbout(connection: Connection, iid: number, sourceId: number): number {
  const row = connection.get(
    `SELECT count(*) AS objects FROM object_indicator i JOIN stix_object o ON o.oid = i.oid
     WHERE i.iid = ? AND o.source_id = ?`,
    iid,
    sourceId,
  );
  return integer(row?.['objects']) ?? 0;
}

/** {@link getEffectiveStatements} for many indicators at once, with local IDs, by iid. */
export function effectiveStatementsOfMany(
  connection: Connection,
  subjects: readonly Subject[],
): ReadonlyMap<number, readonly SourceStatement[]> {
  const found = effectiveStatementsBySource(connection, subjects);
  return new Map([...found].map(([iid, sources]) => [iid, withoutOutdated(connection, iid, sources)]));
}

/** {@link effectiveStatementsOfMany}, for each indicator by source ID; for `own` see {@link getStatements}. */
export function effectiveStatementsBySource(
  connection: Connection,
  subjects: readonly Subject[],
  own = true,
): ReadonlyMap<number, ReadonlyMap<number, SourceStatement>> {
  const iids = JSON.stringify(subjects.map(({ iid }) => iid));
  const listed = (sql: string): ReadonlyMap<unknown, readonly Row[]> =>
    Map.groupBy(connection.all(sql, iids), (row) => row['iid']);
  const rows = listed(`${assertions} WHERE a.iid IN (SELECT value FROM json_each(?)) ORDER BY a.iid, a.source_id`);
  const threats = listed(threatLinksOfManySql);
  const feeds = listed(feedLinksOfManySql);
  const retirements = listed('SELECT iid, at, reason FROM retirement WHERE iid IN (SELECT value FROM json_each(?))');
  return new Map(
    subjects.map((subject) => {
      const { iid } = subject;
      const links = { threats: threats.get(iid) ?? [], feeds: feeds.get(iid) ?? [], own };
      const [retired] = retirements.get(iid) ?? [];
      const statement = (row: Row): SourceStatement => {
        const statement = statementFrom(connection, row, subject, links);
        const retirement = retired === undefined ? undefined : retirementIn(retired, connection.now());
        return retirement === undefined ? statement : asRetired(statement, retirement);
      };
      return [iid, new Map((rows.get(iid) ?? []).map((row) => [integer(row['source_id']) ?? 0, statement(row)]))];
    }),
  );
}

/** The row of an indicator by `lookupKey`. */
export function subjectByKey(connection: Connection, key: string): Subject | undefined {
  const row = connection.get('SELECT iid, value, type FROM indicator WHERE key = ?', key);
  const iid = integer(row?.iid);
  return iid === undefined ? undefined : { iid, value: text(row?.value), type: text(row?.type) as IndicatorType };
}

/** The row of an indicator by local ID. */
export function subjectByIid(connection: Connection, iid: number): Subject | undefined {
  const row = connection.get('SELECT value, type FROM indicator WHERE iid = ?', iid);
  return row === undefined ? undefined : { iid, value: text(row.value), type: text(row.type) as IndicatorType };
}

/**
 * Adds the names of markings to a record. Definitions other than TLP are objects of the same source and may arrive
 * after the record.
 */
function withMarkings(connection: Connection, sourceId: number, record: IndicatorRecord): IndicatorRecord {
  if (record.other['object_marking_refs'] === undefined) return record;
  const refs = getMarkings(record).refs.filter((ref) => !isFixedMarking(ref));
  const named = refs.flatMap((ref) => {
    const row = connection.get('SELECT body FROM stix_object WHERE id = ? AND source_id = ?', ref, sourceId);
    return row === undefined ? [] : (markingName(JSON.parse(text(row.body)) as StixObject) ?? []);
  });
  return named.length === 0 ? record : { ...record, other: withMarkingNames(record.other, named) };
}
