import { sql } from 'kysely';
import type { Pool } from 'pg';
import { getEnvelope, getFingerprint } from '../../../core/store/mirror/envelope';
import { mirrorFor, mirrorSource, nextRun, noteEnd, stillThere } from '../../../core/store/mirror/mirrors';
import { getStorable } from '../../../core/store/mirror/objects';
import { forgetChain, MirrorRun, mirrorRunState, type MirrorRunState } from '../../../core/store/mirror/run';
import { toBytes } from '../../../core/store/mirror/size';
import { SkippedCounter } from '../../../core/store/mirror/skippedCounter';
import { objectState } from '../../../core/store/stix/storedObjects';
import type { SourceContext } from '../../../core/store/writing/assertions';
import type { Connection } from '../../../core/store/sqlite/sqlite';
import type { SkippedItem } from '../../../core/records/statement';
import { readPaging } from '../../../core/sync/peek';
import type {
  ChainEnd,
  MirrorState,
  MirrorTarget,
  MirrorWriter,
  PageRead,
  PageWritten,
  StorageUse,
  SyncAccount,
} from '../../../core/sync/ports';
import { getExample } from '../../../core/text/nesting';
import { isValueRefused, type Team } from '../database';
import { datesPerStatement } from '../importRun';
import { getKey } from '../keys';
import { Reservations } from '../reservations';
import { type TeamContext, unitOfWork } from '../unit';
import type { Needs } from '../working/load';
import { type Collection, needsOfObjects, needsOfTechniques, objectsIn } from './needs';
import {
  arrivedEnds,
  earlierVersions,
  expiredObjects,
  objectsInState,
  pendingTies,
  staleObjects,
  type Position,
  type StoredObject,
} from './slices';
import { mirrorById } from './states';

/** Objects per transaction. */
const batch = 500;

/** The sync under way. */
interface OpenSync {
  readonly state: MirrorState;
  readonly lock: string;
  readonly source: SourceContext;
  readonly now: number;
  readonly reasons: SkippedCounter;
  /** The size of the collection when the run started, bytes, and now. */
  readonly bytesBefore: number;
  bytes: number;
  /** The number of the chain. */
  run: number;
  isFull: boolean;
  started: boolean;
  objects: readonly unknown[];
  runState: MirrorRunState;
  /** Objects that waited for a definition may have to be read again. */
  hasNewDefinitions: boolean;
}

/** Data for a part of a run. */
interface Part {
  readonly needs: (team: Team) => Promise<Needs>;
  /** The IDs of the objects that it is about. */
  readonly scope: readonly string[];
}

/** The side of a team store in a sync; one run at a time. Each part is a transaction. */
export class TeamMirrorWriter implements MirrorWriter {
  private open: OpenSync | undefined;
  private readonly reservations: Reservations;

  constructor(
    private readonly context: TeamContext,
    pool: Pool,
  ) {
    this.reservations = new Reservations(pool, 'mirror');
  }

  async begin(target: MirrorTarget): ReturnType<MirrorWriter['begin']> {
    if (this.open !== undefined) return { busy: true };
    const lock = `${target.server} ${target.collection}`;
    if (!(await this.reservations.take(lock))) return { busy: true };
    try {
      const id = await this.mirrorOf(target);
      const state = await mirrorById(this.context.team, id);
      if (state === undefined) throw new Error('the mirror was removed while it was synced');
      this.open = await this.openSync(state, lock);
      return { state, space: spaceOf(this.open) };
    } catch (error) {
      await this.reservations.release(lock);
      throw error;
    }
  }

  async chain({ full }: { readonly full: boolean }): Promise<void> {
    const sync = this.current();
    await this.keep();
    sync.objects = [];
    if (sync.started) sync.run = await this.nextRun(sync.state.id);
    sync.started = true;
    sync.isFull = full;
    forgetChain(sync.runState.counts);
    sync.reasons.clear();
  }

  read(bytes: Uint8Array): Promise<PageRead | undefined> {
    const sync = this.current();
    const envelope = getEnvelope(bytes);
    if (envelope === undefined) return Promise.resolve(undefined);
    const { objects, body } = envelope;
    sync.objects = objects;
    return Promise.resolve({ objects: objects.length, fingerprint: getFingerprint(objects), ...readPaging(body) });
  }

  async write(): Promise<PageWritten> {
    const sync = this.current();
    const { objects } = sync;
    sync.objects = [];
    let fresh = 0;
    for (let at = 0; at < objects.length; at += batch) fresh += await this.take(sync, objects.slice(at, at + batch));
    await this.keep();
    return { fresh, space: spaceOf(sync) };
  }

  async keep(): Promise<void> {
    await this.reservations.take(this.current().lock);
  }

  async finish(end: ChainEnd): Promise<SyncAccount> {
    const sync = this.current();
    const { id } = sync.state;
    try {
      if (end.complete) await this.expire(sync, end.full);
      await sql`DELETE FROM mirror_earlier WHERE source_id = ${id}`.execute(this.context.team);
      await this.settle(sync);
      await this.unit(id, (connection) => noteEnd(connection, id, end, connection.now()));
      const state = (await mirrorById(this.context.team, id)) ?? sync.state;
      return { state, counts: { ...sync.runState.counts }, skipped: sync.reasons.list() };
    } finally {
      this.open = undefined;
      await this.reservations.release(sync.lock);
    }
  }

  private current(): OpenSync {
    if (this.open === undefined) throw new Error('no sync is under way');
    return this.open;
  }

  /** Works with the rows of a source and its mirror. */
  private unit<T>(sourceId: number, work: (connection: Connection) => T): Promise<T> {
    return unitOfWork(this.context, { needs: { keys: [], sourceId, mirror: {} } }, work);
  }

  /** Finds or adds the mirror of a collection. */
  private mirrorOf(target: MirrorTarget): Promise<number> {
    let newId = 0;
    const needs = async (team: Team): Promise<Needs> => {
      const { rows } = await sql<{ id: number }>`
        SELECT nextval(pg_get_serial_sequence('source', 'id'))::int AS id`.execute(team);
      newId = rows[0]?.id ?? 0;
      // Nobody else adds one at the same time, which could get the same name.
      return { keys: [], sourceId: 0, mirror: {} };
    };
    return unitOfWork(this.context, { needs }, (connection) => {
      connection.run("DELETE FROM sqlite_sequence WHERE name = 'source'");
      connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('source', ?)", newId - 1);
      return mirrorFor(connection, target).id;
    });
  }

  private nextRun(id: number): Promise<number> {
    return this.unit(id, (connection) => nextRun(connection, id));
  }

  private async openSync(state: MirrorState, lock: string): Promise<OpenSync> {
    const { source, run, now, bytes } = await this.unit(state.id, (connection) => ({
      source: mirrorSource(connection, state),
      run: nextRun(connection, state.id),
      now: connection.now(),
      bytes: toBytes(connection, state.id),
    }));
    return {
      state,
      lock,
      source,
      run,
      now,
      reasons: new SkippedCounter(),
      bytesBefore: bytes,
      bytes,
      isFull: false,
      started: false,
      objects: [],
      runState: mirrorRunState(),
      hasNewDefinitions: false,
    };
  }

  /** Does a part of a run in one transaction. */
  private async part<T>(sync: OpenSync, { needs, scope }: Part, work: (run: MirrorRun) => T): Promise<T> {
    const { source, now, isFull } = sync;
    const dates = 10_000 + scope.length * datesPerStatement;
    const { result, state, bytes, skipped } = await unitOfWork(this.context, { needs, dates }, (connection) => {
      stillThere(connection, source.id, sync.run);
      const own = mirrorRunState(sync.runState);
      const run = new MirrorRun(connection, source, sync.run, now, { isFull, state: own, scope });
      const done = work(run);
      return { result: done, state: own, bytes: toBytes(connection, source.id), skipped: run.drainSkipped() };
    });
    sync.runState = state;
    sync.bytes = bytes;
    sync.reasons.add(skipped);
    return result;
  }

  private collectionOf({ source, now, runState }: OpenSync): Collection {
    return { sourceId: source.id, now, creators: runState.changes.creators };
  }

  /** Stores objects of a page; resolves with how many of them no earlier page of the chain had. */
  private async take(sync: OpenSync, values: readonly unknown[]): Promise<number> {
    const found = values.map(getStorable).filter((each) => typeof each !== 'string');
    if (found.some(({ original }) => original.type === 'extension-definition')) sync.hasNewDefinitions = true;
    const objects = found.map(({ object }) => object);
    const needs = (team: Team): Promise<Needs> => needsOfObjects(team, this.collectionOf(sync), objects);
    const scope = found.map(({ original }) => original.id);
    try {
      return await this.part(sync, { needs, scope }, (run) => run.take(values));
    } catch (error) {
      if (!isValueRefused(error)) throw error;
    }
    if (values.length === 1) {
      this.skip(sync, { reason: { kind: 'notStored' }, example: getExample(values[0]) });
      return 0;
    }
    const half = values.length >> 1;
    return (await this.take(sync, values.slice(0, half))) + (await this.take(sync, values.slice(half)));
  }

  private skip(sync: OpenSync, skipped: SkippedItem): void {
    sync.runState.counts.skipped++;
    sync.reasons.add([skipped]);
  }

  /** Does a part of a run that is about stored objects. */
  private again(sync: OpenSync, stored: readonly StoredObject[], work: (run: MirrorRun) => void): Promise<void> {
    const objects = objectsIn(stored);
    const needs = (team: Team): Promise<Needs> => needsOfObjects(team, this.collectionOf(sync), objects);
    return this.part(sync, { needs, scope: stored.map(({ id }) => id) }, work);
  }

  /** Removes what a full sync did not find any more, and what has expired. */
  private async expire(sync: OpenSync, isFull: boolean): Promise<void> {
    const { team } = this.context;
    const { source, now } = sync;
    const chain = { sourceId: source.id, run: sync.run };
    if (isFull) {
      for (;;) {
        const versions = await earlierVersions(team, chain);
        if (versions.length === 0) break;
        await this.setBack(sync, versions);
        await this.keep();
      }
      for (let after: Position | undefined, isOver = false; !isOver;) {
        const { items, next } = await staleObjects(team, chain, after);
        if (items.length > 0) await this.again(sync, items, (run) => run.markStale(0));
        await this.keep();
        after = next;
        isOver = next === undefined;
      }
    }
    for (;;) {
      const expired = await expiredObjects(team, source.id, now);
      if (expired.length === 0) break;
      await this.again(sync, expired, (run) => run.expire());
    }
  }

  /** Replaces later versions by earlier ones that a complete chain brought. */
  private async setBack(sync: OpenSync, versions: readonly StoredObject[]): Promise<void> {
    try {
      await this.again(sync, versions, (run) => run.setBack());
      return;
    } catch (error) {
      if (!isValueRefused(error)) throw error;
    }
    const [first] = versions;
    if (first === undefined) return;
    if (versions.length > 1) {
      const half = versions.length >> 1;
      for (const some of [versions.slice(0, half), versions.slice(half)]) await this.setBack(sync, some);
      return;
    }
    sync.runState.counts.skipped++;
    await sql`DELETE FROM mirror_earlier WHERE key = ${getKey(first.id)} AND source_id = ${sync.source.id}`.execute(
      this.context.team,
    );
  }

  /** Indexes what still waits for a definition, links pending relationships, and adds the techniques of threats. */
  private async settle(sync: OpenSync): Promise<void> {
    const { team } = this.context;
    const { id } = sync.source;
    const states = [objectState.waiting, ...(sync.hasNewDefinitions ? [objectState.indexedWithoutDefinition] : [])];
    for (let after: Position | undefined, isOver = false; !isOver;) {
      const { items, next } = await objectsInState(team, id, states, after);
      sync.runState.changes.definitions = sync.hasNewDefinitions;
      if (items.length > 0) await this.again(sync, items, (run) => run.indexWaiting());
      after = next;
      isOver = next === undefined;
    }
    if (sync.runState.counts.added + sync.runState.counts.changed > 0) await this.linkPending(sync);
    if (!sync.runState.changes.techniques) return;
    const needs = await needsOfTechniques(team, this.collectionOf(sync));
    if (needs !== undefined)
      await this.part(sync, { needs: () => Promise.resolve(needs), scope: [...(needs.threats ?? [])] }, (run) =>
        run.addTechniques(),
      );
  }

  private async linkPending(sync: OpenSync): Promise<void> {
    const { team } = this.context;
    const { id } = sync.source;
    const ends = await arrivedEnds(team, id);
    if (ends.length === 0) return;
    for (let after: Position | undefined, isOver = false; !isOver;) {
      const { items, next } = await pendingTies(team, id, ends, after);
      const needs = (transaction: Team): Promise<Needs> =>
        needsOfObjects(transaction, this.collectionOf(sync), [], items);
      const scope = items.map((row) => String(row['from_id']));
      if (items.length > 0) await this.part(sync, { needs, scope }, (run) => run.linkPending());
      await this.keep();
      after = next;
      isOver = next === undefined;
    }
  }
}

function spaceOf({ bytes, bytesBefore }: OpenSync): StorageUse {
  return { storedBytes: bytes, addedBytes: bytes - bytesBefore };
}
