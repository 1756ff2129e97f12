import { lookupKey } from '../../indicators/identity/lookupKey';
import { getExample } from '../../text/nesting';
import type { Exception, SkippedItem, Statement, StixOriginal } from '../../records/statement';
import { type SourceContext, writeAssertion, type WriteOutcome, remerge } from './assertions';
import { rateByThreat } from './rateByThreat';
import { type ChangedDetails, changeSource, getDetails, getListRating, type SourceMeaning } from './sourceMeaning';
import { recordFoundValues } from '../statements/foundValues';
import { isValueError } from '../protocol/storeError';
import { subjectByKey, type Subject, subjectByIid } from '../statements/statements';
import { linkFeed, linkThreat, writeFeed, writeThreat } from '../statements/links';
import { addFacets } from '../searchIndex/facetIndex';
import { facetValue, feedGroup, threatGroup } from '../searchIndex/facets';
import { isMade, redateIndicator, withdrawIndicator } from '../statements/changeDates';
import { settleClock } from '../sqlite/clock';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { noteRemains, remains } from '../sqlite/upkeep';
import { exactMillis } from '../../records/exactTimestamp';
import { readBundle } from '../../stix/objects';
import { objectsOfType } from '../stix/storedObjects';
import { StatementRebuilder } from './statementRebuilder';
import { emptyRecord } from '../../records/record';
import { unpackRecord } from '../sqlite/body';
import { getBody } from '../sqlite/bodyTemplates';
import { canReachBelow, namesAbove } from '../../indicators/registry/namesAbove';
import { omit } from '../statements/omit';

const sliceSize = 500;

/**
 * Applies the exceptions of a list from its own rules, in a transaction, after all rules are written. An exception
 * within a rule for a name above it is stored; others only remove the rule. Returns how many rules were removed.
 */
function liftRules(connection: Connection, source: SourceContext, exceptions: readonly Exception[]): number {
  return connection.transaction(() => exceptions.filter((each) => lift(connection, source, each)).length);
}

function lift(connection: Connection, source: SourceContext, { indicator, reach, removes }: Exception): boolean {
  const key = lookupKey(indicator);
  const subject = subjectByKey(connection, key);
  const body = subject === undefined ? undefined : bodyIn(connection, source, subject.iid);
  const record = body === undefined ? undefined : unpackRecord(body, indicator.value, indicator.type);
  const stated = record?.reach;
  if (removes !== undefined) {
    if (removes === 'exception' || subject === undefined || record === undefined || stated !== reach) return false;
    remove(connection, source, subject);
    return true;
  }
  // An exception only for subdomains of a name doesn't lift a rule for the name itself.
  if (reach === 'below' && record !== undefined && stated !== 'below' && stated !== 'none') {
    if (stated === 'all') writeAssertion(connection, source, { record: omit(record, 'reach') }, 'goes');
    return false;
  }
  if (indicator.type === 'domain' && namesAbove(key).some((name) => reachesBelow(connection, source, name))) {
    const excepted = { ...emptyRecord(indicator.value, 'domain'), reach: 'none' } as const;
    writeAssertion(connection, source, { record: excepted });
    return false;
  }
  if (subject === undefined || record === undefined) return false;
  // Without its subdomains, which a zone lists on their own.
  if (reach === undefined && (stated === 'below' || stated === 'all')) {
    writeAssertion(connection, source, { record: { ...record, reach: 'below' } }, 'goes');
    return stated === 'all';
  }
  remove(connection, source, subject);
  return true;
}

/**
 * Removes some of the exceptions that the list no longer contains, from an indicator on, in a transaction. Returns where to
 * continue; undefined at the end.
 */
function removeOldExceptions(connection: Connection, source: SourceContext, from: number): number | undefined {
  return connection.transaction(() => {
    const rows = connection.all(
      `SELECT iid, body FROM assertion WHERE source_id = ? AND as_of < ? AND iid > ? ORDER BY iid LIMIT ${sliceSize}`,
      source.id,
      source.asOf,
      from,
    );
    for (const row of rows) {
      const subject = subjectByIid(connection, integer(row.iid) ?? 0);
      if (subject === undefined) continue;
      const { reach } = unpackRecord(getBody(connection, text(row.body)), subject.value, subject.type);
      if (reach === 'none') remove(connection, source, subject);
    }
    return rows.length < sliceSize ? undefined : integer(rows.at(-1)?.['iid']);
  });
}

function remove(connection: Connection, source: SourceContext, subject: Subject): void {
  withdrawIndicator(connection, source.id, subject.iid);
  connection.run('DELETE FROM assertion WHERE iid = ? AND source_id = ?', subject.iid, source.id);
  remerge(connection, subject);
}

function bodyIn(connection: Connection, { id }: SourceContext, iid: number): string | undefined {
  const row = connection.get('SELECT body FROM assertion WHERE iid = ? AND source_id = ?', iid, id);
  return row === undefined ? undefined : getBody(connection, text(row.body));
}

function reachesBelow(connection: Connection, source: SourceContext, name: string): boolean {
  const subject = canReachBelow(name) ? subjectByKey(connection, name) : undefined;
  const body = subject === undefined ? undefined : bodyIn(connection, source, subject.iid);
  if (body === undefined) return false;
  const { reach } = unpackRecord(body, name, 'domain');
  return reach === 'all' || reach === 'below';
}

export type ImportCounts = Readonly<Record<WriteOutcome | 'threats' | 'feeds', number>>;

/** One run of a source, from its first batch to its end. */
export interface ImportRun {
  readonly sourceId: number;
  /** Writes a batch in one transaction. Returns the items that couldn't be stored. */
  take(batch: readonly Statement[]): readonly SkippedItem[];
  /** Removes rules that the list itself excepts, wherever they are in it. Call it after all batches. */
  except(exceptions: readonly Exception[]): void;
  /** Removes some exceptions of an earlier version, after those of this one; returns whether there may be more. */
  removeOldExceptions(): boolean;
  /** Changes the meaning of the source for statements that are written from now on. */
  describe(meaning: SourceMeaning): void;
  /**
   * Resolves the relations in one transaction, even if the run was canceled. Returns how many couldn't be resolved. A
   * source without statements and locations is deleted.
   */
  finish(): { readonly counts: ImportCounts; readonly unresolved: number };
  /** Stores details of the source after the end, if the source still exists. */
  note(details: ChangedDetails): void;
}

/** Links an indicator to a threat or feed; returns whether the link is new. */
function linkTo(
  connection: Connection,
  kind: 'threat' | 'feed',
  ends: {
    readonly iid: number;
    readonly sourceId: number;
    readonly other: number;
    readonly timestamp: number | undefined;
  },
): boolean {
  const { iid, sourceId, other, timestamp } = ends;
  if (kind === 'feed') return linkFeed(connection, iid, sourceId, other, timestamp);
  const origin = isMade(connection, sourceId, iid) ? 'later' : 'original';
  return linkThreat(connection, iid, sourceId, other, timestamp, origin);
}

/** The counts of a run so far, and the work that is left for its end. */
export interface RunState {
  readonly counts: Record<WriteOutcome, number>;
  /** A source may mention a threat or feed repeatedly; each counts once. */
  readonly threats: Set<number>;
  readonly feeds: Set<number>;
  /** Objects of which this run brought several versions, or an earlier one than the stored one. */
  readonly versioned: Set<string>;
}

/** The state at the beginning of a run, or a copy of one. */
export function runState(from?: RunState): RunState {
  return {
    counts: { added: 0, updated: 0, unchanged: 0, again: 0, ...from?.counts },
    threats: new Set(from?.threats),
    feeds: new Set(from?.feeds),
    versioned: new Set(from?.versioned),
  };
}

/** The counts of a run. */
export function getCounts({ counts, threats, feeds }: RunState): ImportCounts {
  return { ...counts, threats: threats.size, feeds: feeds.size };
}

/** Starts a run of a source. Relations are kept in a temporary table until both ends are known. */
export function beginImport(connection: Connection, sourceContext: SourceContext): ImportRun {
  return new SourceImport(connection, sourceContext);
}

/** A run of a source, or a part of one, whose `state` is passed from part to part. */
export class SourceImport implements ImportRun {
  /** The last original object, whose indicators mostly follow. */
  private lastObject: { readonly id: string; readonly oid: number } | undefined;
  /** The last indicator that was checked for an old exception. */
  private checkedUntil: number | undefined;

  constructor(
    private readonly connection: Connection,
    private sourceContext: SourceContext,
    private readonly state = runState(),
  ) {
    connection.exec(`
      CREATE TEMP TABLE IF NOT EXISTS relation (source_id INTEGER, from_id TEXT, to_id TEXT, stamp INTEGER);
    `);
    this.clearRelations();
  }

  get sourceId(): number {
    return this.sourceContext.id;
  }

  describe(meaning: SourceMeaning): void {
    const { connection, sourceContext } = this;
    connection.transaction(() => changeSource(connection, sourceContext.id, meaning));
    this.sourceContext = { ...sourceContext, listRating: getListRating(connection, sourceContext.id) };
  }

  take(batch: readonly Statement[]): readonly SkippedItem[] {
    const before = this.countsNow();
    try {
      return this.connection.transaction(() => this.writeAll(batch));
    } catch (error) {
      if (!isValueError(error)) throw error;
      this.revert(before);
      return this.connection.transaction(() => this.writeBatch(batch));
    }
  }

  except(exceptions: readonly Exception[]): void {
    const lifted = liftRules(this.connection, this.sourceContext, exceptions);
    this.state.counts.added = Math.max(0, this.state.counts.added - lifted);
  }

  removeOldExceptions(): boolean {
    // Other sources have none to search for.
    if ((getDetails(this.connection, this.sourceContext.id).exceptions ?? 0) === 0) return false;
    this.checkedUntil = removeOldExceptions(this.connection, this.sourceContext, this.checkedUntil ?? 0);
    return this.checkedUntil !== undefined;
  }

  finish(): { readonly counts: ImportCounts; readonly unresolved: number } {
    const unresolved = this.connection.transaction(() => {
      this.rebuildVersioned();
      const count = this.resolveRelations();
      // Deletes a source without any statement; one that had statements before stays.
      this.connection.run(
        `DELETE FROM source WHERE id = ?1
         AND NOT EXISTS (SELECT 1 FROM assertion WHERE source_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM threat_assertion WHERE source_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM feed_assertion WHERE source_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM stix_object WHERE source_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM place_list WHERE source_id = ?1)`,
        this.sourceContext.id,
      );
      return count;
    });
    return { counts: getCounts(this.state), unresolved };
  }

  note(details: ChangedDetails): void {
    const read = details.complete === true ? { readAt: this.connection.now() } : {};
    const all = { ...details, ...read };
    this.connection.transaction(() => {
      changeSource(this.connection, this.sourceContext.id, { details: all });
      settleClock(this.connection);
    });
  }

  private clearRelations(): void {
    this.connection.run('DELETE FROM relation WHERE source_id = ?', this.sourceContext.id);
  }

  /** If a statement of the batch can't be stored, the statements are written one by one without it. */
  private writeBatch(batch: readonly Statement[]): readonly SkippedItem[] {
    const before = this.countsNow();
    try {
      return this.connection.attempt(() => this.writeAll(batch));
    } catch (error) {
      if (!isValueError(error)) throw error;
      this.revert(before);
      if (batch.length > 1) return batch.flatMap((statement) => this.writeBatch([statement]));
      return [{ reason: { kind: 'notStored' }, example: getExample(batch[0]) }];
    }
  }

  private writeAll(batch: readonly Statement[]): readonly SkippedItem[] {
    const { updated } = this.state.counts;
    for (const statement of batch) this.write(statement);
    // Statements of an earlier version of the source are overwritten in the file, but still in the journal.
    if (this.state.counts.updated > updated) noteRemains(this.connection, remains.journal);
    return [];
  }

  private countsNow(): Readonly<{ counts: RunState['counts']; threats: number; feeds: number }> {
    const { counts, threats, feeds } = this.state;
    return { counts: { ...counts }, threats: threats.size, feeds: feeds.size };
  }

  private revert({ counts, threats, feeds }: ReturnType<SourceImport['countsNow']>): void {
    const { state } = this;
    this.lastObject = undefined;
    Object.assign(state.counts, counts);
    for (const id of [...state.threats].slice(threats)) state.threats.delete(id);
    for (const id of [...state.feeds].slice(feeds)) state.feeds.delete(id);
  }

  private write(statement: Statement): void {
    const { connection, sourceContext } = this;
    switch (statement.kind) {
      case 'indicator': {
        const { lastObject } = this;
        const oid = lastObject?.id === statement.foreignId ? lastObject?.oid : undefined;
        this.state.counts[writeAssertion(connection, sourceContext, statement, 'byRun', oid)]++;
        return;
      }
      case 'threat':
        this.state.threats.add(writeThreat(connection, sourceContext.id, sourceContext.asOf, statement));
        return;
      case 'feed':
        this.state.feeds.add(writeFeed(connection, sourceContext.id, sourceContext.asOf, statement));
        return;
      case 'earlier': {
        const subject = subjectByKey(connection, lookupKey(statement.indicator));
        if (subject !== undefined) recordFoundValues(connection, subject.iid, statement.properties, statement.at);
        return;
      }
      case 'object':
        this.keep(statement);
        return;
      case 'relation':
        connection.run(
          'INSERT INTO relation (source_id, from_id, to_id, stamp) VALUES (?, ?, ?, ?)',
          sourceContext.id,
          statement.from,
          statement.to,
          statement.timestamp ?? null,
        );
    }
  }

  private keep(object: StixOriginal): void {
    const { oid, isVersioned } = keepOriginal(this.connection, this.sourceContext, object);
    if (isVersioned) this.state.versioned.add(object.id);
    this.lastObject = { id: object.id, oid };
  }

  /**
   * Writes the statements of objects with several versions again, from the version that was modified last: in the order of
   * the file, an earlier version may have come last, and versions of one run were merged like mentions.
   */
  rebuildVersioned(): void {
    const { connection, sourceContext } = this;
    const { versioned } = this.state;
    if (versioned.size === 0) return;
    const reader = readBundle(connection.now());
    for (const type of ['extension-definition', 'identity'])
      for (const object of objectsOfType(connection, sourceContext.id, type)) reader.read(object);
    const rebuilder = new StatementRebuilder(connection, sourceContext, reader);
    for (const id of versioned) for (const iid of rebuilder.iidsOf(id)) rebuilder.of(iid);
    versioned.clear();
  }

  /** Links the indicators whose relations have both ends; returns how many relations don't. */
  resolveRelations(): number {
    const { connection, sourceContext } = this;
    const touched = new Set<number>();
    const resolved = new Set<number>();
    for (const kind of ['threat', 'feed'] as const) {
      for (const row of connection.all(resolvableRelations(kind), sourceContext.id)) {
        const [iid, other] = [integer(row.iid) ?? 0, integer(row.other) ?? 0];
        const ends = { iid, sourceId: sourceContext.id, other, timestamp: integer(row['stamp']) };
        if (linkTo(connection, kind, ends)) redateIndicator(connection, iid, sourceContext.id);
        const group = kind === 'threat' ? threatGroup : feedGroup;
        addFacets(connection, iid, [{ group, name: kind, value: facetValue(text(row.name)) }]);
        touched.add(iid);
        resolved.add(integer(row.relation) ?? 0);
      }
    }
    for (const iid of touched) rateByThreat(connection, sourceContext, iid);
    // The creator of an object is often not in the file, which loses nothing.
    const open = connection.all(
      "SELECT rowid AS relation FROM relation WHERE source_id = ? AND to_id NOT LIKE 'identity--%'",
      sourceContext.id,
    );
    this.clearRelations();
    return open.filter((row) => !resolved.has(integer(row.relation) ?? 0)).length;
  }
}

/**
 * Selects the relations of a source between an indicator and a threat or feed that are both stored. `CROSS JOIN` keeps
 * SQLite, which doesn't know the sizes of the tables, from starting with the largest.
 */
function resolvableRelations(kind: 'threat' | 'feed'): string {
  const related = `relation r
    CROSS JOIN foreign_id o ON o.source_id = r.source_id AND o.kind = '${kind}' AND o.foreign_id = r.to_id
    CROSS JOIN ${kind} n ON n.${kind === 'threat' ? 'tid' : 'fid'} = o.own_id`;
  return `
    SELECT r.rowid AS relation, i.iid, o.own_id AS other, r.stamp, n.name FROM ${related}
      CROSS JOIN stix_object s ON s.id = r.from_id AND s.source_id = r.source_id
      CROSS JOIN object_indicator i ON i.oid = s.oid
      WHERE r.source_id = ?1
    UNION ALL SELECT r.rowid, i.own_id, o.own_id, r.stamp, n.name FROM ${related}
      CROSS JOIN foreign_id i ON i.source_id = r.source_id AND i.kind = 'indicator' AND i.foreign_id = r.from_id
      WHERE r.source_id = ?1`;
}

/**
 * Stores an original object of a STIX source; the newest version wins. `as_of` is the run that last delivered it. An
 * object without `created` gets the time when it first arrived. Returns its row, and whether this run delivered another
 * version before, or a later one is stored.
 */
function keepOriginal(
  connection: Connection,
  sourceContext: SourceContext,
  object: StixOriginal,
): { readonly oid: number; readonly isVersioned: boolean } {
  const { id: sourceId, asOf } = sourceContext;
  const { modified = '' } = object;
  const stored = connection.get(
    'SELECT oid, modified, as_of FROM stix_object WHERE id = ? AND source_id = ?',
    object.id,
    sourceId,
  );
  const before = text(stored?.['modified']);
  const isVersion = stored !== undefined && before !== modified;
  const { id } = connection.run(
    `INSERT INTO stix_object (source_id, id, type, spec, created, modified, as_of, body)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT (id, source_id) DO UPDATE SET as_of = excluded.as_of,
       created = CASE WHEN ?9 AND excluded.modified >= modified THEN excluded.created ELSE created END,
       spec = CASE WHEN excluded.modified >= modified THEN excluded.spec ELSE spec END,
       body = CASE WHEN excluded.modified >= modified THEN excluded.body ELSE body END,
       modified = max(modified, excluded.modified)`,
    sourceId,
    object.id,
    object.type,
    object.spec,
    object.created ?? exactMillis(asOf),
    modified,
    asOf,
    object.body,
    object.created === undefined ? 0 : 1,
  );
  return {
    oid: integer(stored?.['oid']) ?? id,
    isVersioned: isVersion && (modified < before || integer(stored['as_of']) === asOf),
  };
}
