import { allPrefixLengths, containingNetworks } from '../../indicators/identity/network';
import { indexTermsOf, isStorable } from '../../stix/indexTerms';
import type { SkippedCount } from '../../sync/ports';
import { type Connection, integer, text, type Value } from '../sqlite/sqlite';
import { hashOf, hasHash, unpackHashes } from './hashes';
import {
  allPages,
  countWaiting,
  dropPage,
  hashesOf,
  idsOfKey,
  isThere,
  nextPage,
  noneWaits,
  objectsOf,
  type WaitingPage,
  waitingOf,
} from './pages';
import { SkippedCounter } from './skippedCounter';
import { MirrorRun } from './run';

/** Objects per transaction: others get access between two. */
const sliceSize = 500;
/** Both a sync and indexing run beside the editor: they use less memory than an import. */
export const indexerCacheKilobytes = 20 * 1024;

/** A parsed page takes some megabytes: this many are cached while one leads to another. */
const maxCachedPages = 6;

/** How far the pages of a source are indexed. */
export interface IndexProgress {
  readonly sourceId: number;
  /** IDs that still wait. */
  readonly waiting: number;
  /** Set with the last of its pages: the items skipped since the start of the run that brought them. */
  readonly ended?: readonly SkippedCount[];
}

/** The location of an object on the waiting pages. */
interface PageObject {
  readonly pid: number;
  readonly at: number;
  readonly object: unknown;
}

/** The run that indexes pages, and the items it skips. */
export interface IndexRun {
  readonly run: MirrorRun;
  readonly reasons: SkippedCounter;
}

interface OwnIndexRun extends IndexRun {
  /** The version of other writers' changes that the run is based on; undefined if it brought the pages itself. */
  readonly version?: Value | undefined;
}

/**
 * Indexes the pages that a first sync stored unmodified: one after the other, or first what concerns some keys.
 * Whichever process does it, even two, the result is the same: what exists already changes nothing. Every step is a
 * transaction.
 */
export class Indexer {
  private readonly indexRuns = new Map<number, OwnIndexRun>();
  private readonly hashes = new Map<number, Uint32Array>();
  private current: { readonly pid: number; readonly objects: readonly unknown[]; at: number } | undefined;

  constructor(private readonly withConnection: <T>(work: (connection: Connection) => T) => T) {}

  /** The run that brings pages also indexes them: it knows the definitions they need. */
  adopt(sourceId: number, indexRun: IndexRun): void {
    this.indexRuns.set(sourceId, indexRun);
  }

  /** Whether pages wait, of one source or of any. */
  waits(sourceId?: number): boolean {
    return this.withConnection((c) => nextPage(c, sourceId) !== undefined);
  }

  /** Indexes the next objects; undefined where nothing waits. */
  indexNext(sourceId?: number): IndexProgress | undefined {
    return this.withConnection((c) => {
      const page = nextPage(c, sourceId);
      if (page === undefined) {
        this.current = undefined;
        return undefined;
      }
      return this.orForget(page.sourceId, () => this.indexSlice(c, page));
    });
  }

  private indexSlice(connection: Connection, page: WaitingPage): IndexProgress {
    let { current } = this;
    if (current?.pid !== page.pid) {
      connection.bulk(true, indexerCacheKilobytes);
      current = { pid: page.pid, objects: objectsOf(connection, page.pid), at: 0 };
      this.current = current;
    }
    const { objects, at } = current;
    const { run, reasons } = this.indexRunOf(connection, page);
    const taken = connection.transaction((): IndexProgress => {
      const { sourceId } = page;
      if (!isThere(connection, page.pid)) return { sourceId, waiting: waitingOf(connection, sourceId) };
      // What can't be stored was counted when the page came.
      const slice = objects.slice(at, at + sliceSize).filter(isStorable);
      countWaiting(connection, sourceId, -added(run, () => run.take(slice)));
      run.releaseWaiting();
      const isLast = at + sliceSize >= objects.length && dropPage(connection, page);
      reasons.add(run.drainSkipped());
      if (!isLast) return { sourceId, waiting: waitingOf(connection, sourceId) };
      run.settle();
      while (run.expire());
      reasons.add(run.drainSkipped());
      noneWaits(connection, sourceId);
      return { sourceId, waiting: 0, ended: reasons.list() };
    });
    current.at += sliceSize;
    if (taken.ended !== undefined) {
      this.indexRuns.delete(page.sourceId);
      connection.bulk(false);
    }
    return taken;
  }

  /**
   * Indexes what concerns some keys (see `lookupKey`) and the networks that contain them, with all related objects: the
   * statements about them are then the same as when everything is indexed. Returns whether anything was new.
   */
  indexKeys(keys: readonly string[]): boolean {
    return this.withConnection((c) => {
      const sources = allPages(c);
      this.follow(c, sources);
      let isNew = false;
      for (const [sourceId, pids] of sources) {
        isNew = this.orForget(sourceId, () => this.indexKeysOf(c, sourceId, pids, keys)) || isNew;
      }
      return isNew;
    });
  }

  private indexKeysOf(
    connection: Connection,
    sourceId: number,
    pids: readonly number[],
    keys: readonly string[],
  ): boolean {
    const page = nextPage(connection, sourceId);
    if (page === undefined) return false;
    return connection.transaction(() => {
      if (connection.get('SELECT 1 FROM mirror WHERE source_id = ?', sourceId) === undefined) return false;
      const { run, reasons } = this.indexRunOf(connection, page);
      const hasReleased = run.releaseWaiting();
      // Networks are indexed on arrival, but their relationships are not, and a lookup of an address reads both.
      const read = new Set(keys.flatMap((key) => [key, ...containingNetworks(key, allPrefixLengths)]));
      const existing = [...read].flatMap((key) => idsOfKey(connection, sourceId, key));
      const { objects, ids } = this.findObjects(connection, pids, [...keys, ...existing]);
      const more = added(run, () => run.take(objects.map(({ object }) => object)));
      countWaiting(connection, sourceId, -more);
      const isLinked = run.linkPending([...new Set([...ids, ...existing])]);
      reasons.add(run.drainSkipped());
      return more > 0 || isLinked || hasReleased;
    });
  }

  /** The objects on some pages that these texts lead to, by key and ID, in their order. */
  private findObjects(
    connection: Connection,
    pids: readonly number[],
    texts: readonly string[],
  ): { readonly objects: readonly PageObject[]; readonly ids: readonly string[] } {
    const wanted = new Set(texts);
    const found = new Map<string, PageObject>();
    const read = new Map<number, readonly unknown[]>();
    const ids: string[] = [];
    for (let open: readonly string[] = texts; open.length > 0;) {
      const hashes = open.map(hashOf);
      const next: string[] = [];
      for (const pid of pids) {
        const packed = this.hashes.get(pid);
        if (packed === undefined || !hashes.some((hash) => hasHash(packed, hash))) continue;
        const objects = read.get(pid) ?? objectsOf(connection, pid);
        if (read.size < maxCachedPages) read.set(pid, objects);
        for (const [at, object] of objects.entries()) {
          const led = ledTo(object, wanted);
          if (led === undefined || found.has(`${pid} ${at}`)) continue;
          found.set(`${pid} ${at}`, { pid, at, object });
          ids.push(led.id);
          for (const each of led.on) {
            if (wanted.has(each)) continue;
            wanted.add(each);
            next.push(each);
          }
        }
      }
      open = next;
    }
    return { objects: [...found.values()].sort((a, b) => a.pid - b.pid || a.at - b.at), ids };
  }

  /** What the pages can be found by, currently. */
  private follow(connection: Connection, sources: ReadonlyMap<number, readonly number[]>): void {
    const there = new Set([...sources.values()].flat());
    for (const pid of this.hashes.keys()) if (!there.has(pid)) this.hashes.delete(pid);
    for (const pid of there) {
      if (!this.hashes.has(pid)) this.hashes.set(pid, unpackHashes(hashesOf(connection, pid)));
    }
  }

  private indexRunOf(connection: Connection, { sourceId, run, at }: WaitingPage): IndexRun {
    const known = this.indexRuns.get(sourceId);
    const version = connection.get('PRAGMA data_version')?.['data_version'];
    // Definitions and makers may have come in another process since.
    if (known !== undefined && (known.version === undefined || known.version === version)) return known;
    const name = text(connection.get('SELECT name FROM source WHERE id = ?', sourceId)?.['name']);
    const sourceContext = { id: sourceId, kind: 'mirror', name, asOf: at } as const;
    const { reasons = new SkippedCounter() } = known ?? {};
    const indexRun: OwnIndexRun = { run: new MirrorRun(connection, sourceContext, run, at, true), reasons, version };
    this.indexRuns.set(sourceId, indexRun);
    return indexRun;
  }

  /** The cache of a failed run may be wrong: the next one reads again. */
  private orForget<T>(sourceId: number, work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.indexRuns.delete(sourceId);
      this.current = undefined;
      throw error;
    }
  }

  /** The number of waiting IDs, by source. */
  pendingBySource(): readonly { readonly id: number; readonly waiting: number }[] {
    return this.withConnection((c) =>
      c
        .all('SELECT source_id, waiting FROM mirror WHERE waiting > 0')
        .map((row) => ({ id: integer(row.source_id) ?? 0, waiting: integer(row['waiting']) ?? 0 })),
    );
  }
}

/** How many objects `work` added. */
function added({ counts }: MirrorRun, work: () => unknown): number {
  const before = counts.added;
  work();
  return counts.added - before;
}

/** The ID of an object that one of these texts leads to, and what it leads to: other versions, related objects. */
function ledTo(
  object: unknown,
  wanted: ReadonlySet<string>,
): { readonly id: string; readonly on: readonly string[] } | undefined {
  if (!isStorable(object)) return undefined;
  const { id, type } = object;
  const texts = indexTermsOf(object, id, type);
  if (texts?.some((each) => wanted.has(each)) !== true) return undefined;
  return { id, on: type === 'relationship' ? [id] : texts };
}
