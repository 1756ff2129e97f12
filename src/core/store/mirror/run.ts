import { getExample } from '../../text/nesting';
import type { SkippedItem } from '../../records/statement';
import type { SourceContext } from '../writing/assertions';
import { isValueError } from '../protocol/storeError';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { dropAllEarlier, takeEarlier } from './earlier';
import { objectIn, objectState } from '../stix/storedObjects';
import { type StorableObject, getStorable, storeObject, replaceObject, setState } from './objects';
import { addBytes } from './size';
import { type StatementChanges, inScope, StatementWriter } from './statementWriter';

/**
 * Counts of a run. `skipped` objects could not be stored. Stored objects that mean no indicator, or in part, are only
 * in the list of skipped items.
 */
export interface RunCounts {
  added: number;
  changed: number;
  unchanged: number;
  stale: number;
  skipped: number;
}

/** The state that a run passes from part to part, where parts are written over connections of their own. */
export interface MirrorRunState {
  readonly counts: RunCounts;
  readonly changes: StatementChanges;
}

/** The state at the beginning of a run, or a copy of one. */
export function mirrorRunState(from?: MirrorRunState): MirrorRunState {
  return {
    counts: { added: 0, changed: 0, unchanged: 0, stale: 0, skipped: 0, ...from?.counts },
    changes: { definitions: false, techniques: false, ...from?.changes, creators: new Set(from?.changes.creators) },
  };
}

interface MirrorRunOptions {
  /** The mirror was empty when the run started. */
  readonly isEmpty?: boolean;
  /** It reads the whole collection. */
  readonly isFull?: boolean;
  readonly state?: MirrorRunState;
  /** The IDs of objects that the connection has with all that they name; all by default. */
  readonly scope?: Iterable<string>;
}

/** Resets the counts of objects for the next chain. */
export function forgetChain(counts: RunCounts): void {
  counts.unchanged = 0;
  counts.skipped = 0;
}

/** Objects per transaction; more would keep other writers waiting. */
const sliceSize = 500;
/**
 * One run over a mirrored collection: objects are stored unmodified, and their content becomes the assertions, threats,
 * feeds and relationships of the source, as with an import. Every method is one transaction, and each leaves the store
 * consistent.
 */
export class MirrorRun {
  readonly counts: RunCounts;
  private readonly skipped: SkippedItem[] = [];
  private readonly statements: StatementWriter;
  private isFull: boolean;
  /** The increase in bytes since before the transaction. */
  private grown = 0;
  /** JSON of the IDs of objects that may be changed; null for all. */
  private readonly scope: string | null;
  private readonly isEmpty: boolean;

  constructor(
    private readonly connection: Connection,
    private readonly sourceContext: SourceContext,
    private run: number,
    readonly now: number,
    { isEmpty = false, isFull = false, state = mirrorRunState(), scope }: MirrorRunOptions = {},
  ) {
    this.isEmpty = isEmpty;
    this.isFull = isFull;
    this.counts = state.counts;
    this.scope = scope === undefined ? null : JSON.stringify([...scope]);
    this.statements = new StatementWriter(connection, sourceContext, now, {
      skipped: this.skipped,
      changes: state.changes,
      scope: this.scope,
    });
  }

  /** The number of its chain. */
  get chain(): number {
    return this.run;
  }

  /** Starts a chain, perhaps again under another number, without objects so far. */
  startChain(run: number, isFull: boolean): void {
    this.run = run;
    this.isFull = isFull;
    forgetChain(this.counts);
    this.skipped.length = 0;
  }

  /** The items skipped since the last call. */
  drainSkipped(): readonly SkippedItem[] {
    return this.skipped.splice(0);
  }

  /**
   * Stores the objects of a page; returns how many of them no earlier page of the chain had. An object that can't be
   * stored is skipped, whatever the reason: the others of its page are stored.
   */
  take(values: readonly unknown[]): number {
    const before = { counts: { ...this.counts }, skipped: this.skipped.length };
    try {
      return this.takeTogether(values);
    } catch (error) {
      if (!isValueError(error)) throw error;
      Object.assign(this.counts, before.counts);
      this.skipped.length = before.skipped;
      this.statements.forget();
      if (values.length > 1) return values.reduce<number>((fresh, value) => fresh + this.take([value]), 0);
      this.counts.skipped++;
      this.skipped.push({ reason: { kind: 'notStored' }, example: getExample(values[0]) });
      return 0;
    }
  }

  private takeTogether(values: readonly unknown[]): number {
    return this.connection.attempt(() => {
      this.statements.refresh();
      this.grown = 0;
      let fresh = 0;
      for (const value of values) {
        const found = getStorable(value);
        if (typeof found === 'string') {
          this.counts.skipped++;
          this.skipped.push({ reason: { kind: found }, example: getExample(value) });
        } else if (this.keep(found)) fresh++;
      }
      this.statements.indexDefined();
      addBytes(this.connection, this.sourceContext.id, this.grown);
      return fresh;
    });
  }

  private keep(found: StorableObject): boolean {
    const { run, now, isEmpty, isFull } = this;
    const context = { sourceId: this.sourceContext.id, run, now, isEmpty, isFull };
    const { how, fresh, n, bytes } = storeObject(this.connection, context, found);
    this.grown += bytes;
    if (how === 'unchanged') {
      this.counts.unchanged++;
      return fresh;
    }
    if (how === 'added') this.counts.added++;
    else this.counts.changed++;
    this.statements.index(found, n, how === 'added');
    return fresh;
  }

  /**
   * Replaces later versions by some of the earlier ones that a complete chain brought; false when there are no more.
   */
  setBack(limit = sliceSize): boolean {
    try {
      return this.connection.attempt(() => this.setBackSome(limit));
    } catch (error) {
      if (!isValueError(error)) throw error;
      this.statements.forget();
      if (limit > 1) return this.setBack(1);
      this.counts.skipped++;
      takeEarlier(this.connection, { sourceId: this.sourceContext.id, run: this.run, limit });
      return true;
    }
  }

  private setBackSome(limit: number): boolean {
    const { connection, sourceContext, run, now } = this;
    const versions = takeEarlier(connection, { sourceId: sourceContext.id, run, limit });
    this.statements.refresh();
    for (const { n, body, grown } of versions) {
      const found = getStorable(JSON.parse(body));
      if (typeof found === 'string') continue;
      replaceObject(connection, { run, now }, n, found);
      addBytes(connection, sourceContext.id, grown);
      this.statements.index(found, n, false);
    }
    this.statements.indexDefined();
    this.counts.changed += versions.length;
    this.counts.unchanged -= versions.length;
    return versions.length === limit;
  }

  /** Deletes the earlier versions of an incomplete chain. */
  dropSetAside(): void {
    dropAllEarlier(this.connection, this.sourceContext.id);
  }

  /** Marks some objects that this chain didn't return as stale; returns where to continue, undefined at the end. */
  markStale(from: number): number | undefined {
    return this.connection.transaction(() => {
      const rows = this.connection.all(
        `SELECT oid, id, body FROM stix_object WHERE oid > ?1 AND source_id = ?2 AND run <> ?3 AND state <> 1 AND ${inScope('?4')}
         ORDER BY oid LIMIT ${sliceSize}`,
        from,
        this.sourceContext.id,
        this.run,
        this.scope,
      );
      for (const row of rows) {
        const oid = integer(row.oid) ?? 0;
        setState(this.connection, oid, objectState.stale);
        this.counts.stale++;
        this.statements.withdraw(text(row.id), objectIn(row));
      }
      return rows.length < sliceSize ? undefined : integer(rows.at(-1)?.oid);
    });
  }

  /** Retires some objects that have expired, and restores those that had only by a wrong clock; false at the end. */
  expire(): boolean {
    return this.connection.transaction(() => {
      const rows = this.connection.all(
        `UPDATE stix_object SET until = -until WHERE oid IN
           (SELECT oid FROM stix_object WHERE source_id = ?1 AND (until BETWEEN 0 AND ?2 OR until < -?2) AND ${inScope('?3')}
            LIMIT ${sliceSize}) RETURNING id`,
        this.sourceContext.id,
        this.now,
        this.scope,
      );
      for (const row of rows) this.statements.rebuild(text(row.id));
      return rows.length === sliceSize;
    });
  }

  /** Links pending relationships, and indexes objects that still wait for a definition. */
  settle(): void {
    this.connection.transaction(() => {
      this.indexWaiting();
      this.linkPending();
      this.addTechniques();
    });
  }

  /** Indexes objects that still wait for a definition. */
  indexWaiting(): void {
    this.connection.transaction(() => {
      this.statements.refresh();
      this.statements.indexWaiting();
    });
  }

  /** Links pending relationships if the run brought objects. */
  linkPending(): void {
    if (this.hasChanges) this.connection.transaction(() => this.statements.linkPending());
  }

  /** Adds the techniques of threats if the run brought any. */
  addTechniques(): void {
    this.connection.transaction(() => this.statements.addTechniques());
  }

  private get hasChanges(): boolean {
    return this.counts.added + this.counts.changed > 0;
  }
}
