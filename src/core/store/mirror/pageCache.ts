import { isTooDeep } from '../../text/nesting';
import { indexTermsOf, isStorable } from '../../stix/indexTerms';
import { isValueError } from '../protocol/storeError';
import type { Connection } from '../sqlite/sqlite';
import { hashOf, HashSet, packHashes } from './hashes';
import { countWaiting, keepPage, type WaitingPage } from './pages';
import type { MirrorRun } from './run';

/** Objects per row: a longer page is stored in parts. */
const longestPage = 4_000;
const partSize = 1_000;

/**
 * The pages of a first sync, stored unmodified. Only the keys of each object are read; objects that define how others
 * are read, and those without keys, are indexed at once.
 */
export class PageCache {
  private readonly seen = new HashSet();
  /** IDs that wait on pages. */
  waiting = 0;
  /** No ID came twice. */
  isPlain = true;
  isOpen = true;

  constructor(private readonly page: Omit<WaitingPage, 'pid'>) {}

  /** IDs received. */
  get distinct(): number {
    return this.seen.size;
  }

  /** The chain restarts: from now on each object is indexed at once. */
  close(): void {
    this.isOpen = false;
    this.isPlain = false;
  }

  /** Stores a page, in one transaction; returns how many IDs no earlier page had. */
  keep(connection: Connection, run: MirrorRun, objects: readonly unknown[], bytes: Uint8Array): number {
    const before = this.seen.size;
    const size = objects.length <= longestPage ? longestPage : partSize;
    const parts: (readonly unknown[])[] = [];
    for (let at = 0; at < objects.length; at += size) parts.push(objects.slice(at, at + size));
    connection.transaction(() => {
      for (const part of parts) {
        try {
          connection.attempt(() => this.keepPart(connection, run, part, parts.length === 1 ? bytes : undefined));
        } catch (error) {
          if (!isValueError(error)) throw error;
          // Indexed at once, object by object where necessary.
          this.isPlain = false;
          run.take(part);
        }
      }
    });
    return this.seen.size - before;
  }

  private keepPart(
    connection: Connection,
    run: MirrorRun,
    objects: readonly unknown[],
    bytes: Uint8Array | undefined,
  ): void {
    const hashes: number[] = [];
    const atOnce: unknown[] = [];
    let waiting = 0;
    const deep = new Set(objects.filter((object) => isTooDeep(object)));
    for (const object of objects) {
      if (deep.has(object) || !isStorable(object)) {
        atOnce.push(object);
        continue;
      }
      const { id, type } = object;
      const hash = hashOf(id);
      const isNew = this.seen.add(hash);
      const texts = indexTermsOf(object, id, type);
      // Several versions are indexed in order.
      if (!isNew) this.isPlain = false;
      else if (texts === undefined) {
        atOnce.push(object);
        continue;
      } else waiting++;
      for (const text of texts ?? []) hashes.push(text === id ? hash : hashOf(text));
    }
    if (atOnce.length < objects.length) {
      // What can't be serialized again isn't stored: the run has the reason.
      const kept = deep.size === 0 ? objects : objects.filter((object) => !deep.has(object));
      const body = kept === objects && bytes !== undefined ? bytes : encoded(kept);
      keepPage(connection, this.page, { hashes: packHashes(hashes), body });
    }
    countWaiting(connection, this.page.sourceId, waiting);
    this.waiting += waiting;
    if (atOnce.length > 0) run.take(atOnce);
  }
}

function encoded(objects: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ objects }));
}
