import { exampleOf } from '../../records/nesting';
import type { Assertion, SkippedItem, Relation, Statement } from '../../records/statement';
import type { StixObject } from '../../stix/fields';
import { type BundleReader, readBundle } from '../../stix/objects';
import { type SourceContext, writeAssertion, insertNew } from '../assertions';
import { isValueError } from '../storeError';
import { writeFeed, writeThreat } from '../links';
import { dateDeleted } from '../changeDates';
import { type Connection, integer, text } from '../sqlite';
import { dropAllEarlier, takeEarlier } from './earlier';
import {
  type StorableObject,
  storableOf,
  storeObject,
  objectIn,
  objectsOfType,
  objectState,
  replaceObject,
  setState,
} from './objects';
import { StatementRebuilder } from './statementRebuilder';
import { addBytes } from './size';
import { Relationships } from './relationships';

/** What a run did. `skipped` could not be stored; `skipped` (the list) was stored but means no indicator, or in part. */
export interface RunCounts {
  added: number;
  changed: number;
  unchanged: number;
  stale: number;
  skipped: number;
}

/** Objects per transaction; more would keep other writers waiting. */
const sliceSize = 500;
/** Types of objects that name the techniques of a threat. */
const techniqueKinds = new Set(['attack-pattern', 'malware', 'threat-actor', 'intrusion-set', 'campaign', 'tool']);

/**
 * One run over a mirrored collection: objects are stored unmodified, and their content becomes the assertions, threats,
 * feeds and relationships of the source, as with an import. Every method is one transaction, and each leaves the store
 * consistent.
 */
export class MirrorRun {
  readonly counts: RunCounts = { added: 0, changed: 0, unchanged: 0, stale: 0, skipped: 0 };
  private readonly reader: BundleReader;
  private readonly relationships: Relationships;
  private readonly rebuilder: StatementRebuilder;
  private hasNewDefinitions = false;
  private hasNewTechniques = false;
  private readonly skipped: SkippedItem[] = [];
  /** It reads the whole collection. */
  private isFull = false;
  /** The increase in bytes since before the transaction. */
  private grown = 0;

  constructor(
    private readonly connection: Connection,
    private readonly sourceContext: SourceContext,
    private run: number,
    readonly now: number,
    /** The mirror was empty when the run started. */
    private readonly isEmpty = false,
  ) {
    this.reader = readBundle(now);
    this.relationships = new Relationships(connection, sourceContext);
    this.rebuilder = new StatementRebuilder(connection, sourceContext, this.reader);
    // Definitions and makers of earlier runs aren't sent again.
    for (const type of ['extension-definition', 'identity']) {
      for (const object of objectsOfType(connection, sourceContext.id, type)) this.reader.read(object);
    }
  }

  /** The number of its chain. */
  get chain(): number {
    return this.run;
  }

  /** A chain starts, perhaps again under another number: nothing of it has come yet. */
  startChain(run: number, isFull: boolean): void {
    this.run = run;
    this.isFull = isFull;
    this.counts.unchanged = 0;
    this.counts.skipped = 0;
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
      this.relationships.forget();
      if (values.length > 1) return values.reduce<number>((fresh, value) => fresh + this.take([value]), 0);
      this.counts.skipped++;
      this.skipped.push({ reason: { kind: 'notStored' }, example: exampleOf(values[0]) });
      return 0;
    }
  }

  private takeTogether(values: readonly unknown[]): number {
    return this.connection.attempt(() => {
      this.relationships.refresh();
      this.grown = 0;
      let fresh = 0;
      for (const value of values) {
        const found = storableOf(value);
        if (typeof found === 'string') {
          this.counts.skipped++;
          this.skipped.push({ reason: { kind: found }, example: exampleOf(value) });
        } else if (this.keep(found)) fresh++;
      }
      if (this.hasNewDefinitions) this.release(false);
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
    this.addStatements(found, n, how === 'added');
    return fresh;
  }

  /** Indexes an object that is new or changed. */
  private addStatements(found: StorableObject, n: number, isNew: boolean): void {
    if (found.original.type === 'extension-definition') this.hasNewDefinitions = true;
    if (techniqueKinds.has(found.original.type) || found.object.relationship_type === 'uses')
      this.hasNewTechniques = true;
    if (found.original.type === 'identity' && this.relationships.isAwaited(found.original.id)) {
      this.reader.expectFeed(found.original.id);
    }
    if (this.reader.waits(found.object)) setState(this.connection, n, objectState.waiting);
    else if (isNew) this.addNew(this.reader.readNow(found.object));
    else this.again(found.original.id, found.object);
  }

  /**
   * Replaces later versions by some of the earlier ones that a complete chain brought; false when there are no more.
   */
  setBack(limit = sliceSize): boolean {
    try {
      return this.connection.attempt(() => this.setBackSome(limit));
    } catch (error) {
      if (!isValueError(error)) throw error;
      this.relationships.forget();
      if (limit > 1) return this.setBack(1);
      this.counts.skipped++;
      takeEarlier(this.connection, { sourceId: this.sourceContext.id, run: this.run, limit });
      return true;
    }
  }

  private setBackSome(limit: number): boolean {
    const { connection, sourceContext, run, now } = this;
    const versions = takeEarlier(connection, { sourceId: sourceContext.id, run, limit });
    this.relationships.refresh();
    for (const { n, body, grown } of versions) {
      const found = storableOf(JSON.parse(body));
      if (typeof found === 'string') continue;
      replaceObject(connection, { run, now }, n, found);
      dateDeleted(connection, n);
      addBytes(connection, sourceContext.id, grown);
      this.addStatements(found, n, false);
    }
    if (this.hasNewDefinitions) this.release(false);
    this.counts.changed += versions.length;
    this.counts.unchanged -= versions.length;
    return versions.length === limit;
  }

  /** Deletes the earlier versions of an incomplete chain. */
  dropSetAside(): void {
    dropAllEarlier(this.connection, this.sourceContext.id);
  }

  private add({ statements, skipped }: ReturnType<BundleReader['read']>): void {
    for (const each of skipped) this.skipped.push(each);
    for (const each of statements) this.write(each);
  }

  /** The content of a new object: most indicators are new also, and what they are related to exists. */
  private addNew({ statements, skipped }: ReturnType<BundleReader['read']>): void {
    for (const each of skipped) this.skipped.push(each);
    const relations: Relation[] = [];
    const indicators: Assertion[] = [];
    for (const each of statements) {
      if (each.kind === 'indicator') indicators.push(each);
      else if (each.kind === 'relation') relations.push(each);
      else this.write(each);
    }
    const [made, open] = indicators.length === 0 ? [[], relations] : this.sorted(relations);
    const facets = this.relationships.facetsFor(made);
    let hasUpdates = false;
    for (const indicator of indicators) {
      const iid = insertNew(this.connection, this.sourceContext, indicator, facets);
      if (iid !== undefined) this.relationships.linkNew(iid, made);
      else {
        writeAssertion(this.connection, this.sourceContext, indicator, 'stays');
        hasUpdates = true;
      }
    }
    for (const relation of hasUpdates ? relations : open) this.relationships.add(relation);
  }

  /** The relationships that can be linked now, and those that wait. */
  private sorted(relations: readonly Relation[]): readonly [readonly Relation[], readonly Relation[]] {
    const made = relations.filter(({ to }) => this.relationships.isKnown(to));
    return made.length === relations.length
      ? [made, []]
      : [made, relations.filter(({ to }) => !this.relationships.isKnown(to))];
  }

  private write(statement: Statement): void {
    switch (statement.kind) {
      case 'indicator':
        writeAssertion(this.connection, this.sourceContext, statement, 'stays');
        return;
      case 'threat':
        writeThreat(this.connection, this.sourceContext.id, this.sourceContext.asOf, statement);
        this.relationships.changed(statement.foreignId);
        return;
      case 'feed':
        writeFeed(this.connection, this.sourceContext.id, this.sourceContext.asOf, statement);
        this.relationships.changed(statement.foreignId);
        return;
      case 'relation':
        this.relationships.add(statement);
        return;
      // An object exists already; bundles don't contain the results of earlier scans.
      case 'object':
      case 'earlier':
    }
  }

  /** An indexed object has changed, or exists again. */
  private again(id: string, object: StixObject): void {
    if (object.type === 'relationship' && object.revoked === true) {
      this.unlink(object);
      return;
    }
    const before = this.rebuilder.iidsOf(id);
    const sql = "DELETE FROM foreign_id WHERE source_id = ? AND foreign_id = ? AND kind = 'indicator'";
    if (before.length > 0) this.connection.run(sql, this.sourceContext.id, id);
    this.add(this.reader.readNow(object));
    for (const iid of new Set([...before, ...this.rebuilder.iidsOf(id)])) this.rebuilder.of(iid);
  }

  private unlink(object: StixObject): void {
    // Parsed as if it was still valid: the reader skips a revoked one.
    const { statements } = this.reader.readNow({ ...object, revoked: false });
    for (const each of statements) {
      if (each.kind !== 'relation') continue;
      for (const iid of this.relationships.unlink(each)) this.rebuilder.of(iid);
    }
  }

  /** Indexes indicators whose definition has come; with `all` also those whose definition isn't in the collection. */
  private release(all: boolean): number {
    const states = this.hasNewDefinitions
      ? [objectState.waiting, objectState.indexedWithoutDefinition]
      : [objectState.waiting];
    this.hasNewDefinitions = false;
    let indexed = 0;
    for (const state of states) {
      const rows = this.connection.all(
        // The second condition is that of the index.
        'SELECT oid, id, body FROM stix_object WHERE source_id = ? AND state = ? AND state <> 0',
        this.sourceContext.id,
        state,
      );
      for (const row of rows) {
        const object = objectIn(row);
        const waits = this.reader.waits(object);
        if (waits && (!all || state === objectState.indexedWithoutDefinition)) continue;
        setState(
          this.connection,
          integer(row.oid) ?? 0,
          waits ? objectState.indexedWithoutDefinition : objectState.indexed,
        );
        this.again(text(row.id), object);
        indexed++;
      }
    }
    return indexed;
  }

  /**
   * Indexes what waits for a definition without it; true where there was anything. If the definition comes, it is
   * indexed again.
   */
  releaseWaiting(): boolean {
    return this.connection.transaction(() => this.release(true) > 0);
  }

  /** Links pending relationships of some objects; true where there were any. */
  linkPending(ids: readonly string[]): boolean {
    return this.connection.transaction(() => {
      this.relationships.refresh();
      this.release(true);
      return this.relationships.finishFrom(ids);
    });
  }

  /** Marks some of what this chain didn't return as stale; returns where to continue, undefined at the end. */
  markStale(from: number): number | undefined {
    return this.connection.transaction(() => {
      const rows = this.connection.all(
        `SELECT oid, id, body FROM stix_object WHERE oid > ? AND source_id = ? AND run <> ? AND state <> 1 ORDER BY oid LIMIT ${sliceSize}`,
        from,
        this.sourceContext.id,
        this.run,
      );
      for (const row of rows) {
        const oid = integer(row.oid) ?? 0;
        setState(this.connection, oid, objectState.stale);
        dateDeleted(this.connection, oid);
        this.counts.stale++;
        const object = objectIn(row);
        if (object.type === 'relationship') this.unlink(object);
        for (const iid of this.rebuilder.iidsOf(text(row.id))) this.rebuilder.of(iid);
      }
      return rows.length < sliceSize ? undefined : integer(rows.at(-1)?.oid);
    });
  }

  /** Retires some of what has expired; false when there is no more. */
  expire(): boolean {
    return this.connection.transaction(() => {
      const rows = this.connection.all(
        `UPDATE stix_object SET until = NULL WHERE oid IN
           (SELECT oid FROM stix_object WHERE source_id = ? AND until <= ? LIMIT ${sliceSize}) RETURNING id`,
        this.sourceContext.id,
        this.now,
      );
      for (const row of rows) for (const iid of this.rebuilder.iidsOf(text(row.id))) this.rebuilder.of(iid);
      return rows.length === sliceSize;
    });
  }

  /** Links pending relationships, and indexes what still waits for a definition. */
  settle(): void {
    this.connection.transaction(() => {
      this.relationships.refresh();
      this.release(true);
      if (this.counts.added + this.counts.changed > 0) {
        this.addCreators();
        this.relationships.finish();
      }
      if (this.hasNewTechniques) this.addTechniques();
    });
  }

  /** Identities that made indicators, indexed by another process. */
  private addCreators(): void {
    for (const id of this.relationships.awaitedCreators()) {
      const row = this.connection.get(
        'SELECT body FROM stix_object WHERE id = ? AND source_id = ? AND state <> 1',
        id,
        this.sourceContext.id,
      );
      if (row === undefined) continue;
      this.reader.expectFeed(id);
      this.add(this.reader.readNow(objectIn(row)));
    }
  }

  /** The techniques of threats, from all stored objects: a run brings only a part of them. */
  private addTechniques(): void {
    const { connection, sourceContext } = this;
    const reader = readBundle(this.now);
    let any = false;
    for (const object of objectsOfType(connection, sourceContext.id, 'attack-pattern')) {
      reader.read(object);
      any = true;
    }
    if (!any) return;
    for (const type of techniqueKinds) {
      if (type === 'attack-pattern') continue;
      for (const object of objectsOfType(connection, sourceContext.id, type)) reader.read(object);
    }
    for (const object of objectsOfType(connection, sourceContext.id, 'relationship', 'attack-pattern--'))
      reader.read(object);
    for (const each of reader.end().statements) if (each.kind === 'threat') this.write(each);
  }
}
