import type { Assertion, Relation, SkippedItem, Statement } from '../../records/statement';
import type { StixObject } from '../../stix/fields';
import { type BundleReader, readBundle } from '../../stix/objects';
import { insertNew, type SourceContext, writeAssertion } from '../writing/assertions';
import { writeFeed, writeThreat } from '../statements/links';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { objectIn, objectsOfType, objectState } from '../stix/storedObjects';
import { setState, type StorableObject } from './objects';
import { Relationships } from './relationships';
import { StatementRebuilder } from '../writing/statementRebuilder';

/** Types of objects that name the techniques of a threat. */
export const techniqueKinds = new Set([
  'attack-pattern',
  'malware',
  'threat-actor',
  'intrusion-set',
  'campaign',
  'tool',
]);

/** Objects of a run that affect the meaning of earlier ones. */
export interface StatementChanges {
  definitions: boolean;
  techniques: boolean;
  /** Identities that have made indicators, which makes them feeds. */
  readonly creators: Set<string>;
}

interface StatementWriterOptions {
  /** Collects the items that are skipped. */
  readonly skipped: SkippedItem[];
  readonly changes: StatementChanges;
  /** JSON of the IDs of objects that may be indexed again; null for all. */
  readonly scope: string | null;
}

/** The condition that an object is one of those whose IDs are in the JSON of a parameter, which is null for all. */
export function inScope(parameter: string): string {
  return `(${parameter} IS NULL OR id IN (SELECT value FROM json_each(${parameter})))`;
}

/**
 * Writes the statements of the stored objects of a mirrored collection as the assertions, threats, feeds, and
 * relationships of its source, as with an import. Call its methods inside a transaction.
 */
export class StatementWriter {
  private readonly reader: BundleReader;
  private readonly relationships: Relationships;
  private readonly rebuilder: StatementRebuilder;
  private readonly skipped: SkippedItem[];
  private readonly changes: StatementChanges;
  private readonly scope: string | null;

  constructor(
    private readonly connection: Connection,
    private readonly sourceContext: SourceContext,
    private readonly now: number,
    { skipped, changes: changes, scope }: StatementWriterOptions,
  ) {
    this.skipped = skipped;
    this.changes = changes;
    this.scope = scope;
    this.reader = readBundle(now);
    this.relationships = new Relationships(connection, sourceContext);
    this.rebuilder = new StatementRebuilder(connection, sourceContext, this.reader);
    // Definitions and makers of earlier runs aren't sent again.
    for (const type of ['extension-definition', 'identity']) {
      for (const object of objectsOfType(connection, sourceContext.id, type)) this.reader.read(object);
    }
    for (const id of changes.creators) this.reader.expectFeed(id);
  }

  /** Reads what other processes have stored since the last transaction. */
  refresh(): void {
    this.relationships.refresh();
  }

  /** The transaction was rolled back. */
  forget(): void {
    this.relationships.forget();
  }

  /** Indexes an object that is new or changed. */
  index(found: StorableObject, n: number, isNew: boolean): void {
    if (found.original.type === 'extension-definition') this.changes.definitions = true;
    if (techniqueKinds.has(found.original.type) || found.object.relationship_type === 'uses')
      this.changes.techniques = true;
    if (found.original.type === 'identity' && this.relationships.isAwaited(found.original.id)) {
      this.reader.expectFeed(found.original.id);
    }
    if (this.reader.waits(found.object)) setState(this.connection, n, objectState.waiting);
    else if (isNew) this.addNew(this.reader.readNow(found.object), n);
    else this.again(found.original.id, found.object, n);
  }

  /** Indexes the indicators whose definition has come. */
  indexDefined(): void {
    if (this.changes.definitions) this.release(false);
  }

  /** Indexes all that wait for a definition. */
  indexWaiting(): void {
    this.release(true);
  }

  /** Removes the statements of an object that is no longer in the collection. */
  withdraw(id: string, object: StixObject): void {
    if (object.type === 'relationship') this.unlink(object);
    this.rebuild(id);
  }

  /** Writes the statements of the indicators in an object again. */
  rebuild(id: string): void {
    for (const iid of this.rebuilder.iidsOf(id)) this.rebuilder.of(iid);
  }

  /** Links pending relationships. */
  linkPending(): void {
    this.addCreators();
    this.relationships.finish();
  }

  /** Adds the techniques of threats if any came, from all stored objects: a run brings only a part of them. */
  addTechniques(): void {
    if (!this.changes.techniques) return;
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

  private add({ statements, skipped }: ReturnType<BundleReader['read']>, oid: number): void {
    for (const each of skipped) this.skipped.push(each);
    for (const each of statements) this.write(each, oid);
  }

  /** Writes the content of a new object: most indicators are new as well, and related objects exist. */
  private addNew({ statements, skipped }: ReturnType<BundleReader['read']>, oid: number): void {
    for (const each of skipped) this.skipped.push(each);
    const relations: Relation[] = [];
    const indicators: Assertion[] = [];
    for (const each of statements) {
      if (each.kind === 'indicator') indicators.push(each);
      else if (each.kind === 'relation') relations.push(each);
      else this.write(each, oid);
    }
    const [made, open] = indicators.length === 0 ? [[], relations] : this.sorted(relations);
    const facets = this.relationships.facetsFor(made);
    let hasUpdates = false;
    for (const indicator of indicators) {
      const iid = insertNew(this.connection, this.sourceContext, indicator, facets, oid);
      if (iid !== undefined) this.relationships.linkNew(iid, made);
      else {
        writeAssertion(this.connection, this.sourceContext, indicator, 'stays', oid);
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

  /** `oid`: the row of the object that it comes from. */
  private write(statement: Statement, oid?: number): void {
    switch (statement.kind) {
      case 'indicator':
        writeAssertion(this.connection, this.sourceContext, statement, 'stays', oid);
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

  /** Indexes an object again that has changed, or that exists again. */
  private again(id: string, object: StixObject, oid: number): void {
    if (object.type === 'relationship' && object.revoked === true) {
      this.unlink(object);
      return;
    }
    const before = this.rebuilder.iidsOf(id);
    if (before.length > 0) this.connection.run('DELETE FROM object_indicator WHERE oid = ?', oid);
    this.add(this.reader.readNow(object), oid);
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
  private release(all: boolean): void {
    const states = this.changes.definitions
      ? [objectState.waiting, objectState.indexedWithoutDefinition]
      : [objectState.waiting];
    this.changes.definitions = false;
    for (const state of states) {
      const rows = this.connection.all(
        // The third condition is that of the index.
        `SELECT oid, id, body FROM stix_object WHERE source_id = ?1 AND state = ?2 AND state <> 0 AND ${inScope('?3')}`,
        this.sourceContext.id,
        state,
        this.scope,
      );
      for (const row of rows) {
        const object = objectIn(row);
        const oid = integer(row.oid) ?? 0;
        const waits = this.reader.waits(object);
        if (waits && (!all || state === objectState.indexedWithoutDefinition)) continue;
        setState(this.connection, oid, waits ? objectState.indexedWithoutDefinition : objectState.indexed);
        this.again(text(row.id), object, oid);
      }
    }
  }

  /** Adds identities as feeds whose indicators another process indexed. */
  private addCreators(): void {
    for (const id of this.relationships.awaitedCreators()) {
      const row = this.connection.get(
        'SELECT oid, body FROM stix_object WHERE id = ? AND source_id = ? AND state <> 1',
        id,
        this.sourceContext.id,
      );
      if (row === undefined) continue;
      this.reader.expectFeed(id);
      this.add(this.reader.readNow(objectIn(row)), integer(row['oid']) ?? 0);
    }
  }
}
