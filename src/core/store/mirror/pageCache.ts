import { isTooDeep } from '../../records/nesting';
import { indexTermsOf, isStorable } from '../../stix/indexTerms';
import { isValueError } from '../storeError';
import { type Connection } from '../sqlite';
import { hashOf, HashSet, packHashes } from './hashes';
import { countWaiting, keepPage, type WaitingPage } from './pages';
import { type MirrorRun } from './run';

/** Objects a row: of a longer page parts are kept. */
const longestPage = 4_000;
const partSize = 1_000;

/**
 * The pages of a first sync, kept as they come. Of each object no more is looked at than what finds it; those by which others
 * are read, and those that no key finds, are taken in at once.
 */
export class PageCache {
  private readonly seen = new HashSet();
  /** Ids that wait on pages. */
  waiting = 0;
  /** No id came twice. */
  isPlain = true;
  isOpen = true;

  constructor(private readonly place: Omit<WaitingPage, 'pid'>) {}

  /** Ids that came. */
  get distinct(): number {
    return this.seen.size;
  }

  /** The chain begins again: from now on each object is taken in at once. */
  close(): void {
    this.isOpen = false;
    this.isPlain = false;
  }

  /** Keeps a page, in one transaction; answers with how many ids no earlier page brought. */
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
          // Taken in at once, object by object where it must be.
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
      // Of several versions each is taken in its turn.
      if (!isNew) this.isPlain = false;
      else if (texts === undefined) {
        atOnce.push(object);
        continue;
      } else waiting++;
      for (const text of texts ?? []) hashes.push(text === id ? hash : hashOf(text));
    }
    if (atOnce.length < objects.length) {
      // What can't be written again is not kept: the run says why.
      const kept = deep.size === 0 ? objects : objects.filter((object) => !deep.has(object));
      const body = kept === objects && bytes !== undefined ? bytes : encoded(kept);
      keepPage(connection, this.place, { hashes: packHashes(hashes), body });
    }
    countWaiting(connection, this.place.sourceId, waiting);
    this.waiting += waiting;
    if (atOnce.length > 0) run.take(atOnce);
  }
}

function encoded(objects: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ objects }));
}
