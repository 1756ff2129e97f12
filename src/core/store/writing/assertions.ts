import { lookupKey } from '../../indicators';
import type { SourceKind } from '../../records/knowledge';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { getLevel, riskRank } from '../../records/risk';
import type { Assertion } from '../../records/statement';
import { packAssertion, unpackRecord } from '../sqlite/body';
import { getBody, storedBody } from '../sqlite/bodyTemplates';
import { getEffectiveStatements, type Subject, subjectByKey } from '../statements/statements';
import {
  delistThreats,
  hasLinks,
  saveForeignId,
  linkFeed,
  linkThreat,
  unlinkOthers,
  writeFeed,
  writeThreat,
} from '../statements/links';
import { type SourceStatement, mergeStatements } from '../statements/merge';
import { aboutNameItself } from '../statements/nameReach';
import { mergeMentions } from '../statements/mergeMentions';
import type { Facet } from '../searchIndex/facets';
import { type ListRating, withListRating } from '../statements/listRating';
import { facetIds, facetsBefore, refacet } from '../searchIndex/facetIndex';
import { assignNameIds } from '../statements/records';
import { isOrphaned, rescore } from './rescore';
import { returnIfSeen } from './retirement';
import {
  type Dated,
  datedElsewhere,
  dateDefinitions,
  dateIndicator,
  withdrawIndicator,
  withdrawLinks,
} from '../statements/changeDates';
import { noteClock } from '../sqlite/clock';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { noteRemains, remains } from '../sqlite/upkeep';
import { noteIndicator, getOid } from '../stix/objectIndicators';

/** The row of a source whose assertions are being written, and the time of its data. */
export interface SourceContext {
  readonly id: number;
  readonly kind: SourceKind;
  readonly name: string;
  readonly asOf: UtcMillis;
  /** Its rating for its entries, if it has one. */
  readonly listRating?: ListRating;
}

/** `again`: the same run had already written the indicator, and both records are merged. */
export type WriteOutcome = 'added' | 'updated' | 'unchanged' | 'again';

const columns = (record: IndicatorRecord): readonly (number | null)[] => [
  riskRank(record.risk),
  record.retired ? 1 : 0,
  record.timestamps.added ?? null,
  record.timestamps.updated ?? null,
  record.timestamps.seen ?? null,
  record.timestamps.retired ?? null,
];

/**
 * Recomputes the merged row of an indicator, with its scan score and retirement. Deletes the indicator if no source
 * mentions it any longer.
 */
export function remerge(connection: Connection, subject: Subject): void {
  noteClock(connection);
  rescore(connection, subject);
  returnIfSeen(connection, subject);
  const [first, ...rest] = getEffectiveStatements(connection, subject, true);
  if (first === undefined || isOrphaned(connection, subject, [first, ...rest])) {
    for (const id of sourceContextsOf(connection, subject.iid)) withdrawIndicator(connection, id, subject.iid);
    connection.run('DELETE FROM indicator WHERE iid = ?', subject.iid);
    noteRemains(connection, remains.journal);
    return;
  }
  const merged = mergeStatements([first, ...rest]);
  const before = facetsBefore(connection, subject.iid);
  connection.run(
    `UPDATE indicator SET risk = ?, retired = ?, stamp_added = ?, stamp_updated = ?, stamp_seen = ?, stamp_retired = ?
     WHERE iid = ?`,
    ...columns(merged),
    subject.iid,
  );
  refacet(connection, subject.iid, before, merged);
}

function sourceContextsOf(connection: Connection, iid: number): readonly number[] {
  return connection
    .all('SELECT source_id FROM assertion WHERE iid = ?', iid)
    .map(({ source_id: id }) => integer(id) ?? 0);
}

/** Undefined if a row with this key exists. */
function addIndicator(
  connection: Connection,
  key: string,
  sourceContext: SourceContext,
  record: IndicatorRecord,
  linkedFacets: readonly Facet[] = [],
): Subject | undefined {
  const { asOf, listRating } = sourceContext;
  const alone: SourceStatement = {
    kind: 'known',
    source: sourceContext,
    asOf,
    created: asOf,
    changed: asOf,
    detail: 'full',
    record: aboutNameItself(
      listRating === undefined ? record : withListRating(record, listRating, asOf, connection.now()),
    ),
  };
  const merged = mergeStatements([alone]);
  const facets = facetIds(connection, merged, linkedFacets);
  const { id, changes } = connection.run(
    `INSERT OR IGNORE INTO indicator (key, own_value, type, risk, retired, stamp_added, stamp_updated, stamp_seen, stamp_retired, facets)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key,
    record.value === key ? '' : record.value,
    record.type,
    ...columns(merged),
    JSON.stringify(facets),
  );
  return changes === 0 ? undefined : { iid: id, value: record.value, type: record.type };
}

/**
 * Writes the links in a record; returns whether anything changed. `how` is the treatment of previous links: the
 * assertion is `new` and has none, they `stay`, they are replaced by new ones of the same kind (`renewed`), or they are
 * all `replaced`.
 */
function writeLinks(
  connection: Connection,
  sourceContext: SourceContext,
  iid: number,
  { record, original }: Assertion,
  how: 'new' | 'stay' | 'renewed' | 'replaced',
): boolean {
  let changed = false;
  const origin = original === true ? 'original' : how === 'new' ? 'new' : 'later';
  const tids = record.threats.map(({ tid: foreign, name, category, risk, linked }) => {
    const tid = writeThreat(connection, sourceContext.id, sourceContext.asOf, {
      name,
      risk: getLevel(risk),
      category,
      foreignId: foreign === undefined ? undefined : String(foreign),
    });
    changed = linkThreat(connection, iid, sourceContext.id, tid, linked, origin) || changed;
    return tid;
  });
  const fids = record.feeds.map(({ fid: foreign, linked, ...statement }) => {
    const fid = writeFeed(connection, sourceContext.id, sourceContext.asOf, {
      ...statement,
      foreignId: foreign === undefined ? undefined : String(foreign),
    });
    changed = linkFeed(connection, iid, sourceContext.id, fid, linked) || changed;
    return fid;
  });
  const isReplaced = (kind: 'threat' | 'feed', ids: readonly number[]): boolean =>
    (how !== 'new' && how !== 'stay' && ids.length > 0) ||
    (how === 'replaced' && hasLinks(connection, kind, iid, sourceContext.id));
  if (isReplaced('threat', tids)) {
    withdrawLinks(connection, sourceContext.id, iid, tids);
    const unlinked = unlinkOthers(connection, 'threat', iid, sourceContext.id, tids);
    delistThreats(connection, sourceContext, unlinked);
    changed ||= unlinked.length > 0;
  }
  if (isReplaced('feed', fids))
    changed = unlinkOthers(connection, 'feed', iid, sourceContext.id, fids).length > 0 || changed;
  return changed;
}

function insertAssertion(
  connection: Connection,
  sourceContext: SourceContext,
  iid: number,
  statement: Assertion,
): void {
  const { date, version } =
    statement.original === true ? datedElsewhere : dateIndicator(connection, sourceContext.id, iid);
  connection.run(
    `INSERT INTO assertion (iid, source_id, created, changed, as_of, body, original, stated, date_added, version)
     VALUES (?1, ?2, ?3, ?3, ?3, ?4, ?5, ?6, ?7, ?8)`,
    iid,
    sourceContext.id,
    sourceContext.asOf,
    bodyToStore(connection, packAssertion(statement.record), statement),
    statement.original === true ? 1 : 0,
    statedOf(statement.record, sourceContext.asOf),
    date,
    version,
  );
}

/** Bodies of STIX objects are unique. */
function bodyToStore(connection: Connection, body: string, { original }: Pick<Assertion, 'original'>): string {
  return original === true ? body : storedBody(connection, body);
}

/** The last date of ECMAScript. */
const maxDate = 8.64e15;

/**
 * When an indicator was added according to its source, or when it was first stored if the source states no valid date.
 */
function statedOf({ timestamps }: IndicatorRecord, came: UtcMillis): UtcMillis {
  const { added } = timestamps;
  // Dates that can't be written as text aren't served.
  return added === undefined || !(Math.abs(added) <= maxDate) ? came : Math.trunc(added);
}

/**
 * The treatment of a previous assertion of the same source: it is replaced, merged with the new one, or either of them
 * depending on whether both came in the same run.
 */
export type EarlierRule = 'goes' | 'stays' | 'byRun';

/** Replaces or merges the assertion of the same source. */
function rewrite(
  connection: Connection,
  sourceContext: SourceContext,
  iid: number,
  assertion: Assertion,
  rule: EarlierRule,
): WriteOutcome {
  const { record } = assertion;
  const earlier = connection.get(
    'SELECT as_of, created, changed, original, stated, date_added, version, body FROM assertion WHERE iid = ? AND source_id = ?',
    iid,
    sourceContext.id,
  );
  if (earlier === undefined) {
    insertAssertion(connection, sourceContext, iid, assertion);
    writeLinks(connection, sourceContext, iid, assertion, 'new');
    return 'added';
  }
  const earlierBody = getBody(connection, text(earlier.body));
  const again = rule === 'byRun' ? integer(earlier.as_of) === sourceContext.asOf : rule === 'stays';
  const statement = again ? mergeMentions(unpackRecord(earlierBody, record.value, record.type), record) : record;
  const body = packAssertion(statement);
  const original = assertion.original === true || (again && earlier.original === 1);
  if (original && earlier.date_added !== null) withdrawIndicator(connection, sourceContext.id, iid);
  // A row of a list names its threats itself; an object of STIX, or a change here, does not.
  const isWhole = rule === 'byRun' && assertion.linksApart !== true;
  const how = again ? 'stay' : isWhole ? 'replaced' : 'renewed';
  const links = writeLinks(connection, sourceContext, iid, { record, original }, how);
  const changed = links || body !== earlierBody;
  const stated = statedOf(statement, integer(earlier.created) ?? sourceContext.asOf);
  const { date, version } = redated(
    { earlier, earlierBody, original, changed, statement, asOf: sourceContext.asOf },
    () => {
      dateDefinitions(connection, sourceContext.id);
      return connection.nextDate();
    },
  );
  connection.run(
    `UPDATE assertion SET body = ?1, as_of = ?2, changed = CASE WHEN ?3 THEN ?2 ELSE min(changed, ?2) END, original = ?4, stated = ?5,
       date_added = ?8, version = ?9
     WHERE iid = ?6 AND source_id = ?7`,
    bodyToStore(connection, body, { original }),
    sourceContext.asOf,
    changed ? 1 : 0,
    original ? 1 : 0,
    stated,
    iid,
    sourceContext.id,
    date,
    version,
  );
  if (again) return 'again';
  return changed ? 'updated' : 'unchanged';
}

/** The date of an object generated from a replaced assertion, and its version if the source gives no later one. */
function redated(
  now: {
    readonly earlier: Row;
    readonly earlierBody: string;
    readonly original: boolean;
    readonly changed: boolean;
    readonly statement: IndicatorRecord;
    readonly asOf: UtcMillis;
  },
  nextDate: () => number,
): Dated {
  const { earlier, earlierBody, original, changed, statement, asOf } = now;
  if (original) return datedElsewhere;
  const version = integer(earlier.version);
  const date = integer(earlier.date_added);
  if (!changed && date !== undefined) return { date, version: version ?? null };
  const before = unpackRecord(earlierBody, statement.value, statement.type);
  const last = Math.max(
    version ?? 0,
    (integer(earlier.stated) ?? 0) * 1_000,
    (before.timestamps.updated ?? integer(earlier.changed) ?? 0) * 1_000,
  );
  const next = nextDate();
  return { date: next, version: (statement.timestamps.updated ?? asOf) * 1_000 > last ? null : next };
}

/**
 * URLs that differ only in their fragment are one indicator, shown without a fragment regardless of which came first.
 */
function withSharedValue(connection: Connection, subject: Subject, value: string, key: string): Subject {
  if (value === subject.value || subject.value === key || !subject.value.startsWith(key)) return subject;
  connection.run('UPDATE indicator SET own_value = ? WHERE iid = ?', '', subject.iid);
  return { ...subject, value: key };
}

/** Whether the last indicator was new, so that the next one probably is. */
const addsMostly = new WeakMap<Connection, boolean>();

/**
 * Writes a source's statement about an indicator and recomputes its merged row. Call it inside a transaction. `added`
 * is from the source's point of view: another source may already have the indicator. `oid`: the row of its original
 * object, where it is known.
 */
export function writeAssertion(
  connection: Connection,
  sourceContext: SourceContext,
  assertion: Assertion,
  earlier: EarlierRule = 'byRun',
  oid?: number,
): WriteOutcome {
  const { record } = assertion;
  const key = lookupKey(record);
  assignNameIds(connection, key, record);
  // A list has mostly new indicators or mostly known ones.
  const added = addsMostly.get(connection) === false ? undefined : addIndicator(connection, key, sourceContext, record);
  const present = added === undefined ? subjectByKey(connection, key) : undefined;
  const subject = added ?? present ?? addIndicator(connection, key, sourceContext, record);
  addsMostly.set(connection, present === undefined);
  if (subject === undefined) throw new RangeError('an indicator is there that was not there in the same transaction');
  let written: WriteOutcome = 'added';
  if (present === undefined) {
    insertAssertion(connection, sourceContext, subject.iid, assertion);
    writeLinks(connection, sourceContext, subject.iid, assertion, 'new');
  } else {
    written = rewrite(connection, sourceContext, subject.iid, assertion, earlier);
    remerge(connection, withSharedValue(connection, subject, record.value, key));
  }
  saveId(connection, sourceContext.id, assertion, subject.iid, oid);
  return written;
}

/** Stores the ID by which the source knows an indicator. */
function saveId(
  connection: Connection,
  sourceId: number,
  { foreignId, original }: Assertion,
  iid: number,
  oid: number | undefined,
): void {
  if (foreignId === undefined) return;
  const row = original === true ? (oid ?? getOid(connection, sourceId, foreignId)) : undefined;
  if (row === undefined) saveForeignId(connection, sourceId, 'indicator', foreignId, iid);
  else noteIndicator(connection, row, iid);
}

/**
 * Writes an indicator that no source has mentioned, which skips merging. `facets` are those of linked threats and
 * feeds; the caller writes the links. `oid`: the row of its original object. Returns the row ID, or undefined (and writes
 * nothing) if the indicator exists.
 */
export function insertNew(
  connection: Connection,
  sourceContext: SourceContext,
  assertion: Assertion,
  facets: readonly Facet[],
  oid: number,
): number | undefined {
  const { record } = assertion;
  const key = lookupKey(record);
  const subject = addIndicator(connection, key, sourceContext, record, facets);
  if (subject === undefined) return undefined;
  assignNameIds(connection, key, record);
  insertAssertion(connection, sourceContext, subject.iid, assertion);
  writeLinks(connection, sourceContext, subject.iid, assertion, 'new');
  saveId(connection, sourceContext.id, assertion, subject.iid, oid);
  return subject.iid;
}
