import { sql } from 'kysely';
import { lookupKey } from '../../core/indicators';
import { withNamesAbove } from '../../core/indicators/registry/namesAbove';
import type { Exception, Relation, SkippedItem, Statement } from '../../core/records/statement';
import type { Connection } from '../../core/store/sqlite/sqlite';
import type { SourceContext } from '../../core/store/writing/assertions';
import {
  getCounts,
  type ImportCounts,
  runState,
  type RunState,
  SourceImport,
} from '../../core/store/writing/importRun';
import {
  type ChangedDetails,
  changeSource,
  getListRating,
  type SourceMeaning,
} from '../../core/store/writing/sourceMeaning';
import { getExample } from '../../core/text/nesting';
import type { ImportSteps } from '../import/importStore';
import { commandLine, writeAudit } from './audit';
import { isValueRefused, type Team } from './database';
import { toHexKey } from './keys';
import { removeIfEmpty } from './sources';
import { type TeamContext, unitOfWork, type UnitNeeds } from './unit';
import { eachOf, untrustedIndicators, type Needs } from './working/load';

const [relationsAtOnce, objectsAtOnce, exceptionsAtOnce] = [2_000, 50, 500];

/** Dates that a statement may use: its own, those of its links, and those of what it withdraws. */
export const datesPerStatement = 64;

/** Batches that are written at once: one is prepared while the server writes the other. */
const batchesAtOnce = 2;

/** A run of a source over the team store. Its rules are those of the embedded store, see `WorkingSet`. */
export class TeamImportRun implements ImportSteps {
  readonly atOnce = batchesAtOnce;
  private state = runState();
  private readonly relations: Relation[] = [];
  /** Batches being written, with their lookup keys. */
  private readonly writing = new Map<Promise<unknown>, ReadonlySet<string>>();
  private hasWritten = false;

  constructor(
    private readonly context: TeamContext,
    private source: SourceContext,
    private readonly name: string,
  ) {}

  get sourceId(): number {
    return this.source.id;
  }

  async take(batch: readonly Statement[]): Promise<readonly SkippedItem[]> {
    const statements = batch.filter((each) => each.kind !== 'relation');
    for (const each of batch) if (each.kind === 'relation') this.relations.push(each);
    if (statements.length === 0) return [];
    const needs = getNeeds(statements, this.sourceId);
    // The first one dates the source.
    const isApart = this.hasWritten && statements.every(isAlone);
    this.hasWritten = true;
    if (!isApart || this.isWriting(needs.keys)) await this.written();
    const writing = this.write(statements, needs, isApart);
    this.writing.set(writing, needs.keys);
    try {
      return await writing;
    } finally {
      this.writing.delete(writing);
    }
  }

  private isWriting(keys: ReadonlySet<string>): boolean {
    return [...this.writing.values()].some((others) => [...keys].some((key) => others.has(key)));
  }

  /** Waits until nothing is being written; whoever writes it learns of errors. */
  private async written(): Promise<void> {
    while (this.writing.size > 0) await Promise.allSettled(this.writing.keys());
  }

  /** If a statement can't be stored, the others are. */
  private async write(batch: readonly Statement[], needs: Needs, isApart: boolean): Promise<readonly SkippedItem[]> {
    const dates = 10_000 + batch.length * datesPerStatement;
    try {
      const { skipped, state } = await unitOfWork(this.context, { needs, dates, isApart }, (connection) => {
        const own = runState();
        return { skipped: new SourceImport(connection, this.source, own).take(batch), state: own };
      });
      addState(this.state, state);
      return skipped;
    } catch (error) {
      if (!isValueRefused(error)) throw error;
      if (batch.length === 1) return [{ reason: { kind: 'notStored' }, example: getExample(batch[0]) }];
      const half = batch.length >> 1;
      const skipped = [];
      for (const part of [batch.slice(0, half), batch.slice(half)])
        skipped.push(...(await this.write(part, getNeeds(part, this.sourceId), isApart)));
      return skipped;
    }
  }

  async except(exceptions: readonly Exception[]): Promise<void> {
    const keys = exceptions.map(({ indicator }) => lookupKey(indicator));
    const values = exceptions.map(({ indicator }) => indicator.value);
    const needs = { keys: withNamesAbove(keys), values, sourceId: this.sourceId };
    await this.step({ needs, dates: 10_000 + keys.length * datesPerStatement }, (run) => run.except(exceptions));
  }

  removeOldExceptions(): Promise<boolean> {
    const { id, asOf } = this.source;
    const needs = async (team: Team): Promise<Needs> => {
      const { rows } = await sql<{ lookup_key: string }>`
        SELECT i.lookup_key FROM statement s JOIN indicator i ON i.key = s.key
        WHERE s.source_id = ${id} AND s.as_of < ${asOf} AND s.body LIKE '%"reach":"none"%' LIMIT ${exceptionsAtOnce}`.execute(
        team,
      );
      return { keys: rows.map((row) => row.lookup_key), sourceId: id };
    };
    return this.step({ needs, dates: exceptionsAtOnce * datesPerStatement }, (run) => run.removeOldExceptions());
  }

  async describe(meaning: SourceMeaning): Promise<void> {
    const { context, sourceId: id } = this;
    await this.written();
    const listRating = await unitOfWork(context, { needs: { keys: [], sourceId: id } }, (connection) => {
      connection.transaction(() => changeSource(connection, id, meaning));
      return getListRating(connection, id);
    });
    this.source = { ...this.source, listRating };
  }

  async finish(): Promise<{ readonly counts: ImportCounts; readonly unresolved: number }> {
    await this.written();
    await this.rebuildVersioned();
    const unresolved = await this.resolveRelations();
    await removeIfEmpty(this.context, this.sourceId);
    const counts = getCounts(this.state);
    const details = `${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged`;
    await writeAudit(this.context.team, commandLine, { action: 'source imported', subject: this.name, details });
    return { counts, unresolved };
  }

  async note(details: ChangedDetails): Promise<void> {
    await this.step({ needs: { keys: [], sourceId: this.sourceId } }, (run) => run.note(details));
  }

  /** One transaction after all others; the state is that of the attempt that was written. */
  private async step<T>(needs: UnitNeeds, work: (run: SourceImport, connection: Connection) => T): Promise<T> {
    await this.written();
    const { result, state } = await unitOfWork(this.context, needs, (connection) => {
      const attempt: RunState = runState(this.state);
      return { result: work(new SourceImport(connection, this.source, attempt), connection), state: attempt };
    });
    this.state = state;
    return result;
  }

  /** Statements of objects that came in several versions. */
  private async rebuildVersioned(): Promise<void> {
    const { sourceId } = this;
    const all = [...this.state.versioned];
    for (let at = 0; at < all.length; at += objectsAtOnce) {
      const objects = all.slice(at, at + objectsAtOnce);
      this.state.versioned.clear();
      for (const id of objects) this.state.versioned.add(id);
      const needs = async (team: Team): Promise<Needs> => ({
        keys: await getIndicators(team, sourceId, objects),
        objects,
        objectTypes: ['extension-definition', 'identity'],
        sourceId,
      });
      await this.step({ needs }, (run, connection) => connection.transaction(() => run.rebuildVersioned()));
    }
  }

  /** Links indicators whose relations have both ends; resolves with how many relations don't. */
  private async resolveRelations(): Promise<number> {
    const { sourceId, relations } = this;
    let unresolved = 0;
    for (let at = 0; at < relations.length; at += relationsAtOnce) {
      const some = relations.slice(at, at + relationsAtOnce);
      const from = [...new Set(some.map((each) => each.from))];
      const foreignIds = [...new Set(some.flatMap((each) => [each.from, each.to]))];
      const needs = async (team: Team): Promise<Needs> => {
        const { rows } = (await untrustedIndicators(sourceId, from).execute(team)) as {
          rows: { lookup_key: string }[];
        };
        const keys = [...(await getIndicators(team, sourceId, from)), ...rows.map((row) => row.lookup_key)];
        return { keys, objects: from, foreignIds, sourceId };
      };
      unresolved += await this.step({ needs, dates: 10_000 + some.length * datesPerStatement }, (run, connection) =>
        connection.transaction(() => {
          run.take(some.map((relation) => ({ kind: 'relation', ...relation })));
          return run.resolveRelations();
        }),
      );
    }
    relations.length = 0;
    return unresolved;
  }
}

/** The lookup keys of indicators that objects of a source name. */
export async function getIndicators(team: Team, sourceId: number, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ lookup_key: string }>`
    SELECT DISTINCT o.lookup_key FROM ${eachOf('object_indicator', ids.map(toHexKey))} o
    WHERE o.source_id = ${sourceId}`.execute(team);
  return rows.map((row) => row.lookup_key);
}

/** Adds what a batch has counted. */
function addState({ counts, threats, feeds, versioned }: RunState, added: RunState): void {
  for (const name of ['added', 'updated', 'unchanged', 'again'] as const) counts[name] += added.counts[name];
  for (const tid of added.threats) threats.add(tid);
  for (const fid of added.feeds) feeds.add(fid);
  for (const id of added.versioned) versioned.add(id);
}

/** Whether a statement depends on one indicator only, and changes nothing else. */
function isAlone(statement: Statement): boolean {
  if (statement.kind !== 'indicator' || statement.original === true) return false;
  const { threats, feeds, redirects } = statement.record;
  return [threats, feeds, redirects.from, redirects.to].every((list) => list.length === 0);
}

/** Returns the subjects of statements, and what they refer to. */
export function getNeeds(
  batch: readonly Statement[],
  sourceId: number,
): Needs & { readonly keys: ReadonlySet<string> } {
  const keys = new Set<string>();
  const [values, threats, feeds, objects] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  let foundValues = false;
  for (const each of batch) {
    switch (each.kind) {
      case 'indicator':
        keys.add(lookupKey(each.record));
        values.add(each.record.value);
        for (const { name } of each.record.threats) threats.add(name);
        for (const { name } of each.record.feeds) feeds.add(name);
        if (each.original === true && each.foreignId !== undefined) objects.add(each.foreignId);
        break;
      case 'earlier':
        keys.add(lookupKey(each.indicator));
        foundValues = true;
        break;
      case 'threat':
        threats.add(each.name);
        break;
      case 'feed':
        feeds.add(each.name);
        break;
      case 'object':
        objects.add(each.id);
        break;
      case 'relation':
    }
  }
  return { keys, values, threats, feeds, objects, foundValues, sourceId };
}
